/** Whose coming and going a screen shows: the host tells of them as long as the screen is there. */
import { useEffect, useId } from 'react';
import { useAccountId, useIntents } from './store/hooks';
import { presenceWatched } from './intents';

/** Watches the accounts with `ids` while the component is on screen; `useIsOnline` tells of each. The order of the ids does not matter. */
export function usePresenceOf(ids: readonly string[]): void {
  const tell = useIntents();
  // Guests have no connection, and must not be made to load what hears this.
  const isSignedIn = useAccountId() !== null;
  const screen = useId();
  const together = [...new Set(ids)].sort().join(' ');
  useEffect(() => {
    if (together === '' || !isSignedIn) return;
    tell(presenceWatched({ screen, accountIds: together.split(' ') }));
    return () => void tell(presenceWatched({ screen, accountIds: [] }));
  }, [tell, screen, together, isSignedIn]);
}
