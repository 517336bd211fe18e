/** How modules use files: attaching uploaded files, detaching them, and reading many by id. */
import { and, inArray, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { second_ms } from '@contract/kernel/units';
import type { FileType } from '@contract/kernel/values/files';
import type { Context } from '../context';
import { preparedSelect } from '../db/prepared';
import { files } from '../db/schema/files';
import { fail } from '../../kernel/api-error';
import type { FileRow } from './files';
import { attachedTo, isAttached, isAttachedTo, type FileUse } from './uses';

type ClaimContext = Pick<Context, 'db' | 'clock'>;

/** A request to attach files. */
export interface Claim {
  /** The required owner. */
  ownerId: string;
  ids: readonly string[];
  types: readonly FileType[];
  usedBy: FileUse;
}

function assertClaimable(ctx: ClaimContext, row: FileRow | undefined, { ownerId, types, usedBy }: Claim): asserts row is FileRow {
  if (row?.ownerId !== ownerId) return fail('file_not_found');
  if (!types.includes(row.type)) fail('file_type_mismatch');
  if (isAttached(row) && (row.attachedKind !== usedBy.kind || row.attachedId !== usedBy.id)) fail('file_already_used');
  // The sweep may be deleting it right now.
  const age_s = (ctx.clock.now().getTime() - row.createdAt.getTime()) / second_ms;
  if (!isAttached(row) && age_s >= limits.unattachedFileRetention_s) fail('file_not_found');
}

/**
 * Attaches files to `usedBy`, in the transaction of that use, and returns them in the order of `ids`. Files that are attached to it
 * already are accepted. Throws file_not_found, file_already_used, file_type_mismatch.
 */
export async function claimFiles(tx: ClaimContext, claim: Claim): Promise<FileRow[]> {
  const ids = [...new Set(claim.ids)];
  if (ids.length === 0) return [];
  // Locked in a fixed order, so that concurrent claims of the same files do not deadlock.
  const rows = await tx.db.select().from(files).where(inArray(files.id, ids)).orderBy(files.id).for('update');
  const byId = new Map(rows.map((row) => [row.id, row]));
  const claimed = ids.map((id) => {
    const row = byId.get(id);
    assertClaimable(tx, row, claim);
    return { ...row, ...attachedTo(claim.usedBy) };
  });
  await tx.db.update(files).set(attachedTo(claim.usedBy)).where(inArray(files.id, ids));
  return claimed;
}

/**
 * Locks the files of `usedBy` that are still being processed, in the order of their ids. Call it before locking the row that uses
 * them: the end of a conversion locks the file first, then that row. Finished files are always locked after that row.
 */
export async function lockUnfinishedFiles(tx: Pick<Context, 'db'>, usedBy: FileUse): Promise<void> {
  await tx.db
    .select({ id: files.id })
    .from(files)
    .where(and(isAttachedTo(usedBy), inArray(files.status, ['created', 'processing'])))
    .orderBy(files.id)
    .for('update');
}

/** Detaches files from `usedBy`; others are ignored. Call it in the transaction that stops using them; the sweep deletes them. */
export async function detachFiles(tx: Pick<Context, 'db'>, ids: readonly string[], usedBy: FileUse): Promise<void> {
  if (ids.length === 0) return;
  await tx.db
    .update(files)
    .set(attachedTo(null))
    .where(and(inArray(files.id, [...ids]), isAttachedTo(usedBy)));
}

const selectByIds = preparedSelect<{ ids: readonly string[] }, FileRow[]>('files_by_ids', (db) =>
  db
    .select()
    .from(files)
    .where(sql`${files.id} = any(${sql.placeholder('ids')}::uuid[])`),
);

/** Files by their ids, in one query. Missing ones are omitted. */
export async function filesById(ctx: Pick<Context, 'db'>, ids: readonly string[]): Promise<Map<string, FileRow>> {
  const distinctIds = [...new Set(ids)];
  if (distinctIds.length === 0) return new Map();
  const rows = await selectByIds(ctx.db, { ids: distinctIds });
  return new Map(rows.map((row) => [row.id, row]));
}
