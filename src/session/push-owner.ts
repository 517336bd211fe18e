/**
 * Whose pushes this browser shows. Kept beside the subscription, which does not know: nobody may read on her device what another
 * person is told.
 */
import { forgetStored, keepStored, readStored } from './storage';

const key = 'push-owner';

/** The account that is told on this device, or null. Without storage the device counts as nobody's, and is asked about again. */
export const pushOwner = (): string | null => readStored(key);

export function keepPushOwner(accountId: string | null): void {
  if (accountId === null) forgetStored(key);
  else keepStored(key, accountId);
}
