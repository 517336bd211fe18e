/** Operators' notes on accounts. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type deskContract from '@contract/safety/desk';
import type { Parsed } from '@contract/kernel/endpoint';
import type { Page } from '@contract/kernel/shapes';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { operatorNotes } from '../../platform/db/schema/site';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { findAccount, peopleByIds } from '../../people/people/rows';

type Contract = typeof deskContract;
type SearchQuery = Parsed<Contract['GET /admin/users/:id/notes']>['query'];
type NoteResponse = z.output<Contract['POST /admin/users/:id/notes']['response']>;

async function notesByIds(ctx: Context, viewer: Actor, ids: string[]): Promise<Map<string, NoteResponse>> {
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

/** The notes on an account. Rejects with user_not_found. */
export async function listNotes(ctx: Context, viewer: Actor, accountId: string, { q, ...query }: SearchQuery): Promise<Page<NoteResponse>> {
  if (!(await findAccount(ctx, accountId))) return fail('user_not_found');
  const { id, createdAt, text } = operatorNotes;
  const source = ctx.db
    .select({ id, createdAt, updatedAt: sql<Date>`${createdAt}`.as('updated_at') })
    .from(operatorNotes)
    .where(and(eq(operatorNotes.accountId, accountId), q === undefined ? undefined : contains(text, q)))
    .as('found');
  return readPage(ctx, query, source, (ids) => notesByIds(ctx, viewer, ids));
}

/** The audit log records that there was a note, but not its text, because it outlives account and note. */
const auditFieldsOf = (id: string, text: string) => ({ noteId: id, length: text.length });

/** Adds a note to an account. Rejects with user_not_found. */
export function addNote(ctx: Context, actor: Actor, client: Client, accountId: string, text: string): Promise<NoteResponse> {
  return inTransaction(ctx, async (tx) => {
    if (!(await findAccount(tx, accountId))) return fail('user_not_found');
    const id = tx.random.id();
    await tx.db.insert(operatorNotes).values({ id, accountId, authorId: actor.id, text, createdAt: tx.clock.now() });
    await audit(tx, actor, client, { action: 'notes.add', targetType: 'account', targetId: accountId, after: auditFieldsOf(id, text) });
    return (await notesByIds(tx, actor, [id])).get(id) ?? fail('note_not_found');
  });
}

/** Deletes one of the operator's own notes. Rejects with note_not_found and not_owner. */
export async function deleteNote(ctx: Context, actor: Actor, client: Client, accountId: string, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const noteOfAccount = and(eq(operatorNotes.id, id), eq(operatorNotes.accountId, accountId));
    const [row] = await tx.db.select().from(operatorNotes).where(noteOfAccount).for('update');
    if (!row) return fail('note_not_found');
    if (row.authorId !== actor.id) return fail('not_owner');
    await tx.db.delete(operatorNotes).where(noteOfAccount);
    await audit(tx, actor, client, {
      action: 'notes.delete',
      targetType: 'account',
      targetId: accountId,
      before: auditFieldsOf(id, row.text),
    });
  });
}
