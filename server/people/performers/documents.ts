/** Upload of identity documents. */
import { eq } from 'drizzle-orm';
import type { DocumentType } from '@contract/kernel/values/people';
import { inTransaction, type Context } from '../../platform/context';
import { performers } from '../../platform/db/schema/performers';
import { fail } from '../../kernel/api-error';
import { removeFile, storeDocument, type FileRow, type IncomingFile } from '../../platform/media/files';
import { attachDocument } from './create';

/** Stores one of the two identity documents, encrypted. Fails as `storeDocument` does, and with already_verified. */
export async function uploadDocument(ctx: Context, performerId: string, type: DocumentType, file: IncomingFile): Promise<FileRow> {
  // Checked here so that no file is stored needlessly, and again in the transaction.
  const [performer] = await ctx.db
    .select({ verification: performers.verification })
    .from(performers)
    .where(eq(performers.accountId, performerId));
  if (performer?.verification === 'approved') fail('already_verified');
  const stored = await storeDocument(ctx, { ownerId: performerId, file });
  const replaced = await inTransaction(ctx, (tx) => attachDocument(tx, performerId, type, stored.id));
  if (replaced !== null) await removeFile(ctx, replaced);
  return stored;
}
