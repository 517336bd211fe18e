/** The objects that delegates worked on, titled for the performer. */
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
  const word = itemLabel[kind].charAt(0).toUpperCase() + itemLabel[kind].slice(1);
  const heading = title || body;
  return heading === '' ? word : `${word} ${quoteExcerpt(heading)}`;
}

/** Items and messages of a performer, by id. Deleted ones and other ids are left out. */
export async function subjectsOf(ctx: Context, performerId: string, targets: readonly string[]): Promise<Map<string, Subject>> {
  const ids = [...new Set(targets)].filter((id) => Id.safeParse(id).success);
  if (ids.length === 0) return new Map();
  return new Map([...(await publishedOf(ctx, performerId, ids)), ...(await writtenOf(ctx, performerId, ids))]);
}

async function publishedOf(ctx: Context, performerId: string, ids: string[]): Promise<[string, Subject][]> {
  const rows = await ctx.db
    .select({ id: items.id, kind: items.kind, title: items.title, body: items.body })
    .from(items)
    .where(and(inArray(items.id, ids), eq(items.performerId, performerId), isNull(items.deletedAt)));
  return rows.map((row) => [row.id, { title: titleOf(row), link: row.kind === 'photo' ? null : itemLink(row.kind, row.id) }]);
}

/** Messages are titled by their recipient. Their text is in the conversation. */
async function writtenOf(ctx: Context, performerId: string, ids: string[]): Promise<[string, Subject][]> {
  const { id, conversationId, receiverId, senderId, deletedAt } = messages;
  const rows = await ctx.db
    .select({ id, conversationId, receiver: { name: accounts.name, username: accounts.username } })
    .from(messages)
    .innerJoin(accounts, eq(accounts.id, receiverId))
    .where(and(inArray(id, ids), eq(senderId, performerId), isNull(deletedAt)));
  return rows.map((row) => [row.id, { title: `Message to ${nameOf(row.receiver)}`, link: conversationLink(row.conversationId) }]);
}
