/**
 * The account whose pushes this browser shows. Stored separately, since push subscriptions have no owner. It prevents that a person sees
 * the notifications of another account on a shared device.
 */
import { removeStored, writeStored, readStored } from './storage';

const key = 'push-owner';

/** The account that is notified on this device, or null. Without storage it is always null, and push has to be turned on again. */
export const pushOwner = (): string | null => readStored(key);

export function storePushOwner(accountId: string | null): void {
  if (accountId === null) removeStored(key);
  else writeStored(key, accountId);
}
