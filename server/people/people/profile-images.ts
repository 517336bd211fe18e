/** Profile and cover photos: the new one is stored, then shown, then the previous one is removed. */
import { eq } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { fail } from '../../kernel/api-error';
import { attachFile, detachFile, removeFile, storeImage, type FileRow, type IncomingFile } from '../../platform/media/files';
import { lockAccount } from './rows';

const columns = { avatar: 'avatarId', cover: 'coverId' } as const;

/** Runs in the transaction of the replacement, with the ids of the previous and the new file. */
type OnReplaced = (tx: Context, change: { before: string | null; after: string }) => Promise<void>;

/**
 * Replaces a photo of an account and returns the stored file. Call it outside of a transaction. Fails as `storeImage` does, and with
 * user_not_found.
 */
export async function replaceProfileImage(
  ctx: Context,
  accountId: string,
  type: keyof typeof columns,
  file: IncomingFile,
  onReplaced: OnReplaced = () => Promise.resolve(),
): Promise<FileRow> {
  const column = columns[type];
  const stored = await storeImage(ctx, { ownerId: accountId, type, file });
  const before = await inTransaction(ctx, async (tx) => {
    const row = (await lockAccount(tx, accountId)) ?? fail('user_not_found');
    await attachFile(tx, stored.id, { kind: 'account', id: accountId });
    await tx.db
      .update(accounts)
      .set({ [column]: stored.id, updatedAt: tx.clock.now() })
      .where(eq(accounts.id, accountId));
    if (row[column] !== null) await detachFile(tx, row[column]);
    await onReplaced(tx, { before: row[column], after: stored.id });
    return row[column];
  });
  if (before !== null) await removeFile(ctx, before);
  return stored;
}
