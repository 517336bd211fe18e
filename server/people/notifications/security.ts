/** Security notifications: the owner of an account learns of changes that someone else could have made. */
import type { Context } from '../../platform/context';
import { accountPath } from '../people/change';
import type { AccountRow } from '../people/rows';
import { notify } from './notify';

/** The section of the account settings where the change is shown and can be undone. */
type Section = 'sessions' | 'password' | 'profile' | 'payout-method' | 'security' | 'export';

/** Notifies in the transaction of the change. `event` identifies the change within the account. */
export async function notifySecurity(
  tx: Context,
  account: Pick<AccountRow, 'id' | 'isPerformer'>,
  { text, section, event }: { text: string; section: Section; event: string },
): Promise<void> {
  await notify(tx, account.id, { type: 'security', actorId: null, text, link: `${accountPath(account)}?section=${section}`, event });
}

/** Notifies about a changed email address. */
export async function notifyEmailChanged(tx: Context, account: Pick<AccountRow, 'id' | 'isPerformer'>): Promise<void> {
  const event = `email:${tx.clock.now().toISOString()}`;
  await notifySecurity(tx, account, { text: 'The email address on your account was changed.', section: 'profile', event });
}
