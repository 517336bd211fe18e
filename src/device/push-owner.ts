/**
 * The account whose push notifications this browser shows. Stored separately, since push subscriptions have no owner. It prevents the
 * users of a shared device from seeing each other's notifications.
 */
import { removeStored, writeStored, readStored } from './storage';

const key = 'push-owner';

/** The id of the account that is notified on this device, or null. Without storage it is always null, and push counts as off. */
export const pushOwner = (): string | null => readStored(key);

export function storePushOwner(accountId: string | null): void {
  if (accountId === null) removeStored(key);
  else writeStored(key, accountId);
}
