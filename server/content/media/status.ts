/** A file's processing status for those who may see it, and the retry of a failed file. */
import type { Context } from '@server/platform/context';
import { checkFileAccess } from '@server/content/entitlements/files';
import { fail } from '@server/kernel/api-error';
import { isHiddenFromDelegate } from '@server/kernel/delegate-access';
import type { Actor } from '@server/platform/http/actor';
import type { Client } from '@server/platform/http/client';
import { retryConversion } from '@server/platform/media/converting/converting';
import { fileResponse, findFile, type FileResponse, type FileRow } from '@server/platform/media/files';
import { isPublicType, mayReadDocument } from '@server/platform/media/links';
import { mainVariant } from '@server/platform/media/pictures/variants';

async function maySee(ctx: Context, viewer: Actor | null, client: Client, row: FileRow): Promise<boolean> {
  if (isPublicType(row.type)) return true;
  if (row.type === 'document') return mayReadDocument(row, viewer);
  return (await checkFileAccess(ctx, viewer, client, row, mainVariant(row.variants)?.name ?? '')) === 'open';
}

/** The file with its processing status. Rejects with file_not_found if the viewer may not see it. */
export async function fileStatus(ctx: Context, viewer: Actor | null, client: Client, id: string): Promise<FileResponse> {
  const row = await findFile(ctx, id);
  if (!row || !(await maySee(ctx, viewer, client, row))) return fail('file_not_found');
  return fileResponse(ctx, row, viewer);
}

/** Converts one of the owner's files again. Rejects with file_not_found, and with already_so if it has not failed. */
export async function retryFile(ctx: Context, owner: Actor, id: string): Promise<FileResponse> {
  const row = await findFile(ctx, id);
  if (row?.ownerId !== owner.id || isHiddenFromDelegate(owner, row.type)) return fail('file_not_found');
  return fileResponse(ctx, (await retryConversion(ctx, row)) ?? fail('already_so'), owner);
}
