/** The papers that a performer hands in. */
import { eq } from 'drizzle-orm';
import type { DocumentType } from '@contract/values';
import { inTransaction, type Context } from '../../platform/context';
import { performers } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { removeFile, storeDocument, type FileRow, type IncomingFile } from '../../platform/media/files';
import { attachDocument } from './create';

/** Stores one of the two papers, sealed. Refuses as `storeDocument`, and with already_verified. */
export async function handInDocument(ctx: Context, performerId: string, type: DocumentType, file: IncomingFile): Promise<FileRow> {
  // Asked here too, so that nothing is stored in vain; inside the transaction it holds.
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
