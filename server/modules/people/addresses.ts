/** Which addresses an account has had. */
import type { Context } from '../../context';
import { formerAddresses } from '../../db/schema/schema';
import type { AccountRow } from './rows';

type Addressed = Pick<AccountRow, 'id' | 'email'>;

/** Notes the address that an account leaves, in the transaction that changes it: mails to it are still for its person alone. */
export async function noteFormerAddress(tx: Context, before: Addressed, after: Addressed): Promise<void> {
  if (before.email === null || before.email === after.email) return;
  const leftAt = tx.clock.now();
  await tx.db
    .insert(formerAddresses)
    .values({ accountId: before.id, email: before.email, leftAt })
    .onConflictDoUpdate({ target: [formerAddresses.accountId, formerAddresses.email], set: { leftAt } });
}
