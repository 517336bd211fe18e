/**
 * Whose pushes this browser shows. Kept beside the subscription, which does not know: nobody may read on her device what another
 * person is told.
 */
const key = 'push-owner';

/** The account that is told on this device, or null. */
export function pushOwner(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keepPushOwner(accountId: string | null): void {
  try {
    if (accountId === null) localStorage.removeItem(key);
    else localStorage.setItem(key, accountId);
  } catch {
    // Without storage the device counts as nobody's, and is asked about again.
  }
}
