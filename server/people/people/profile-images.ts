/** The pictures of an account: stored first, then shown, then the one before is removed. */
import { eq } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { attachFile, detachFile, removeFile, storeImage, type FileRow, type IncomingFile } from '../../platform/media/files';
import { lockAccount } from './rows';

const columns = { avatar: 'avatarId', cover: 'coverId' } as const;

/** What else happens with the change of a picture, in its transaction: it is told the ids of the file before and the new one. */
type Beside = (tx: Context, change: { before: string | null; after: string }) => Promise<void>;

/**
 * Replaces a picture of an account and answers the stored file; call it outside a transaction. Refuses as `storeImage`
 * does, and with user_not_found.
 */
export async function replacePicture(
  ctx: Context,
  accountId: string,
  type: keyof typeof columns,
  file: IncomingFile,
  beside: Beside = () => Promise.resolve(),
): Promise<FileRow> {
  const column = columns[type];
  const stored = await storeImage(ctx, { ownerId: accountId, type, file });
  const before = await inTransaction(ctx, async (tx) => {
    const row = (await lockAccount(tx, accountId)) ?? fail('user_not_found');
    await attachFile(tx, stored.id, `account:${accountId}`);
    await tx.db
      .update(accounts)
      .set({ [column]: stored.id, updatedAt: tx.clock.now() })
      .where(eq(accounts.id, accountId));
    if (row[column] !== null) await detachFile(tx, row[column]);
    await beside(tx, { before: row[column], after: stored.id });
    return row[column];
  });
  if (before !== null) await removeFile(ctx, before);
  return stored;
}
