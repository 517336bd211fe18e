/** A file's state for whoever may see it, and another try for one that failed. */
import type { Context } from '@server/platform/context';
import { mayOpen } from '@server/entitlements/files';
import { fail } from '@server/kernel/api-error';
import { isBeyondHelp } from '@server/helper-reach';
import type { Actor } from '@server/platform/http/actor';
import type { Client } from '@server/platform/http/client';
import { retryConversion } from '@server/platform/media/converting/converting';
import { fileAnswer, findFile, type FileAnswer, type FileRow } from '@server/platform/media/files';
import { isPublic, mayReadDocument } from '@server/platform/media/links';
import { mainVariant } from '@server/platform/media/pictures/variants';

async function maySee(ctx: Context, viewer: Actor | null, client: Client, row: FileRow): Promise<boolean> {
  if (isPublic(row.type)) return true;
  if (row.type === 'document') return mayReadDocument(row, viewer);
  return (await mayOpen(ctx, viewer, client, row, mainVariant(row.variants)?.name ?? '')) === 'open';
}

/** The file with how far it is. Refuses with file_not_found whoever may not see it, as if there were none. */
export async function fileStatus(ctx: Context, viewer: Actor | null, client: Client, id: string): Promise<FileAnswer> {
  const row = await findFile(ctx, id);
  if (!row || !(await maySee(ctx, viewer, client, row))) return fail('file_not_found');
  return fileAnswer(ctx, row, viewer);
}

/** Converts an own file once more. Refuses with file_not_found, and with already_so when it has not failed. */
export async function retryFile(ctx: Context, owner: Actor, id: string): Promise<FileAnswer> {
  const row = await findFile(ctx, id);
  if (row?.ownerId !== owner.id || isBeyondHelp(owner, row.type)) return fail('file_not_found');
  return fileAnswer(ctx, (await retryConversion(ctx, row)) ?? fail('already_so'), owner);
}
