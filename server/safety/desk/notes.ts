/** What operators note about people, for each other. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type deskContract from '@contract/safety/desk';
import type { Parsed } from '@contract/endpoint';
import type { Page } from '@contract/kernel/shapes';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { operatorNotes } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { findAccount, peopleByIds } from '../../modules/people/people';

type Contract = typeof deskContract;
type SearchQuery = Parsed<Contract['GET /admin/users/:id/notes']>['query'];
type NoteAnswer = z.output<Contract['POST /admin/users/:id/notes']['answer']>;

async function notesByIds(ctx: Context, viewer: Actor, ids: string[]): Promise<Map<string, NoteAnswer>> {
  const rows = await ctx.db.select().from(operatorNotes).where(inArray(operatorNotes.id, ids));
  const people = await peopleByIds(
    ctx,
    rows.flatMap(({ authorId }) => authorId ?? []),
  );
  return new Map(
    rows.map(({ id, text, authorId, createdAt }) => [
      id,
      { _id: id, text, author: people.get(authorId ?? '') ?? null, isOwn: authorId === viewer.id, createdAt },
    ]),
  );
}

/** The notes on an account. Refuses with user_not_found. */
export async function listNotes(ctx: Context, viewer: Actor, accountId: string, { q, ...query }: SearchQuery): Promise<Page<NoteAnswer>> {
  if (!(await findAccount(ctx, accountId))) return fail('user_not_found');
  const { id, createdAt, text } = operatorNotes;
  const source = ctx.db
    .select({ id, createdAt, updatedAt: sql<Date>`${createdAt}`.as('updated_at') })
    .from(operatorNotes)
    .where(and(eq(operatorNotes.accountId, accountId), q === undefined ? undefined : contains(text, q)))
    .as('found');
  return readPage(ctx, query, source, (ids) => notesByIds(ctx, viewer, ids));
}

/** The trail says that there was a note, not what it said: it outlives the account, and the note does not. */
const trailOf = (id: string, text: string) => ({ noteId: id, length: text.length });

/** Notes something about an account. Refuses with user_not_found. */
export function addNote(ctx: Context, actor: Actor, client: Client, accountId: string, text: string): Promise<NoteAnswer> {
  return inTransaction(ctx, async (tx) => {
    if (!(await findAccount(tx, accountId))) return fail('user_not_found');
    const id = tx.chance.id();
    await tx.db.insert(operatorNotes).values({ id, accountId, authorId: actor.id, text, createdAt: tx.clock.now() });
    await audit(tx, actor, client, { action: 'notes.add', targetType: 'account', targetId: accountId, after: trailOf(id, text) });
    return (await notesByIds(tx, actor, [id])).get(id) ?? fail('note_not_found');
  });
}

/** Deletes a note of the operator's own. Refuses with note_not_found and not_owner. */
export async function deleteNote(ctx: Context, actor: Actor, client: Client, accountId: string, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const here = and(eq(operatorNotes.id, id), eq(operatorNotes.accountId, accountId));
    const [row] = await tx.db.select().from(operatorNotes).where(here).for('update');
    if (!row) return fail('note_not_found');
    if (row.authorId !== actor.id) return fail('not_owner');
    await tx.db.delete(operatorNotes).where(here);
    await audit(tx, actor, client, { action: 'notes.delete', targetType: 'account', targetId: accountId, before: trailOf(id, row.text) });
  });
}
