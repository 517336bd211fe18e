/** Telling somebody what was done with her account, in case it was not she. */
import type { Context } from '../../platform/context';
import { accountPath, type AccountRow } from '../../modules/people/people';
import { notify } from '../../modules/notifications/notify';

/** The section of the account's settings where it is seen and undone. */
type Section = 'sessions' | 'password' | 'profile' | 'payout-method' | 'security' | 'export';

/** Tells it in the transaction that does it. `event` names it among what was done with this account. */
export async function notifySecurity(
  tx: Context,
  account: Pick<AccountRow, 'id' | 'isPerformer'>,
  { text, section, event }: { text: string; section: Section; event: string },
): Promise<void> {
  await notify(tx, account.id, { type: 'security', actorId: null, text, link: `${accountPath(account)}?section=${section}`, event });
}

/** Tells that another e-mail address is the account's now. */
export async function notifyAddressChanged(tx: Context, account: Pick<AccountRow, 'id' | 'isPerformer'>): Promise<void> {
  const event = `email:${tx.clock.now().toISOString()}`;
  await notifySecurity(tx, account, { text: 'The email address of your account was changed.', section: 'profile', event });
}
