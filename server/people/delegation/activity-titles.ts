/** On what helpers worked, in the performer's own words for it. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { ItemKind } from '@contract/values';
import { Id } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { accounts, items, messages } from '../../platform/db/schema/schema';
import { conversationLink, itemLink, itemWord, quoted } from '../../platform/notification-texts';
import { nameOf } from '../../modules/people/people';

export interface Subject {
  title: string;
  link: string | null;
}

function titleOf({ kind, title, body }: { kind: ItemKind; title: string; body: string }): string {
  const word = itemWord[kind].charAt(0).toUpperCase() + itemWord[kind].slice(1);
  const said = title || body;
  return said === '' ? word : `${word} ${quoted(said)}`;
}

/** What a performer published or wrote, by id; what is deleted, and ids of anything else, are left out. */
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

/** Messages are told of by whom they are to: what they say stands in the conversation. */
async function writtenOf(ctx: Context, performerId: string, ids: string[]): Promise<[string, Subject][]> {
  const { id, conversationId, receiverId, senderId, deletedAt } = messages;
  const rows = await ctx.db
    .select({ id, conversationId, receiver: { name: accounts.name, username: accounts.username } })
    .from(messages)
    .innerJoin(accounts, eq(accounts.id, receiverId))
    .where(and(inArray(id, ids), eq(senderId, performerId), isNull(deletedAt)));
  return rows.map((row) => [row.id, { title: `Message to ${nameOf(row.receiver)}`, link: conversationLink(row.conversationId) }]);
}
