/** Titles and links of the items and messages that delegates worked on, as shown to the performer. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { ItemKind } from '@contract/kernel/values/content';
import { Id } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { items } from '../../platform/db/schema/content';
import { messages } from '../../platform/db/schema/messages';
import { conversationLink, itemLink, itemLabel, quoteExcerpt } from '../../platform/notification-texts';
import { nameOf } from '../people/rows';

export interface Subject {
  title: string;
  link: string | null;
}

function titleOf({ kind, title, body }: { kind: ItemKind; title: string; body: string }): string {
  const kindLabel = itemLabel[kind].charAt(0).toUpperCase() + itemLabel[kind].slice(1);
  const heading = title || body;
  return heading === '' ? kindLabel : `${kindLabel} ${quoteExcerpt(heading)}`;
}

/** Items and messages of a performer, by id. Deleted ones and other ids are left out. */
export async function subjectsOf(ctx: Context, performerId: string, targets: readonly string[]): Promise<Map<string, Subject>> {
  const ids = [...new Set(targets)].filter((id) => Id.safeParse(id).success);
  if (ids.length === 0) return new Map();
  return new Map([...(await itemSubjects(ctx, performerId, ids)), ...(await messageSubjects(ctx, performerId, ids))]);
}

async function itemSubjects(ctx: Context, performerId: string, ids: string[]): Promise<[string, Subject][]> {
  const rows = await ctx.db
    .select({ id: items.id, kind: items.kind, title: items.title, body: items.body })
    .from(items)
    .where(and(inArray(items.id, ids), eq(items.performerId, performerId), isNull(items.deletedAt)));
  return rows.map((row) => [row.id, { title: titleOf(row), link: row.kind === 'photo' ? null : itemLink(row.kind, row.id) }]);
}

/** The title of a message names its recipient and does not quote the text. */
async function messageSubjects(ctx: Context, performerId: string, ids: string[]): Promise<[string, Subject][]> {
  const { id, conversationId, receiverId, senderId, deletedAt } = messages;
  const rows = await ctx.db
    .select({ id, conversationId, receiver: { name: accounts.name, username: accounts.username } })
    .from(messages)
    .innerJoin(accounts, eq(accounts.id, receiverId))
    .where(and(inArray(id, ids), eq(senderId, performerId), isNull(deletedAt)));
  return rows.map((row) => [row.id, { title: `Message to ${nameOf(row.receiver)}`, link: conversationLink(row.conversationId) }]);
}
