/** The doors by which modules use files: claiming what somebody uploaded, letting it go, and reading many at once. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { second_ms } from '@contract/kernel/units';
import type { FileType } from '@contract/values';
import type { Context } from '../context';
import { preparedSelect } from '../db/prepared';
import { files } from '../db/schema/files';
import { fail } from '../../kernel/api-error';
import type { FileRow } from './files';

type World = Pick<Context, 'db' | 'clock'>;

/** What a module wants files for. */
export interface Claim {
  /** Whose files they must be. */
  ownerId: string;
  ids: readonly string[];
  types: readonly FileType[];
  /** Reads like `video:<id>`. */
  usedBy: string;
}

function assertFits(ctx: World, row: FileRow | undefined, { ownerId, types, usedBy }: Claim): asserts row is FileRow {
  if (row?.ownerId !== ownerId) return fail('file_not_found');
  if (!types.includes(row.type)) fail('file_type_mismatch');
  if (row.attachedTo !== null && row.attachedTo !== usedBy) fail('file_already_used');
  // The sweep may be removing it this moment.
  const age_s = (ctx.clock.now().getTime() - row.createdAt.getTime()) / second_ms;
  if (row.attachedTo === null && age_s >= limits.unattachedFileKept_s) fail('file_not_found');
}

/**
 * Attaches files to what uses them, in the transaction of that use, and answers them in the order of `ids`; what is attached to
 * it already stays so. Refuses with file_not_found, file_already_used, file_type_mismatch.
 */
export async function claimFiles(tx: World, claim: Claim): Promise<FileRow[]> {
  const ids = [...new Set(claim.ids)];
  if (ids.length === 0) return [];
  // Locked in one order, so that two who claim the same files wait instead of blocking each other for ever.
  const rows = await tx.db.select().from(files).where(inArray(files.id, ids)).orderBy(files.id).for('update');
  const byId = new Map(rows.map((row) => [row.id, row]));
  const claimed = ids.map((id) => {
    const row = byId.get(id);
    assertFits(tx, row, claim);
    return { ...row, attachedTo: claim.usedBy };
  });
  await tx.db.update(files).set({ attachedTo: claim.usedBy }).where(inArray(files.id, ids));
  return claimed;
}

/**
 * Holds the files that `usedBy` uses and that are still worked on, in the order of their ids. Call it before what uses them is
 * held: a file that settles holds itself first, and then its user. Files that are ready are only ever held after it.
 */
export async function holdUnsettled(tx: Pick<Context, 'db'>, usedBy: string): Promise<void> {
  await tx.db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.attachedTo, usedBy), inArray(files.status, ['created', 'processing'])))
    .orderBy(files.id)
    .for('update');
}

/** Lets go of files that `usedBy` used; others are left alone. In the transaction that stops using them; the sweep removes them. */
export async function detachFiles(tx: Pick<Context, 'db'>, ids: readonly string[], usedBy: string): Promise<void> {
  if (ids.length === 0) return;
  await tx.db
    .update(files)
    .set({ attachedTo: null })
    .where(and(inArray(files.id, [...ids]), eq(files.attachedTo, usedBy)));
}

const filesNamed = preparedSelect<{ ids: readonly string[] }, FileRow[]>('files_by_ids', (db) =>
  db
    .select()
    .from(files)
    .where(sql`${files.id} = any(${sql.placeholder('ids')}::uuid[])`),
);

/** Files by their ids, in one query; those that do not exist are left out. */
export async function filesById(ctx: Pick<Context, 'db'>, ids: readonly string[]): Promise<Map<string, FileRow>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await filesNamed(ctx.db, { ids: wanted });
  return new Map(rows.map((row) => [row.id, row]));
}
