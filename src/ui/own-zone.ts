/** Where the reader's clock stands. */
import { useBrowser } from './use-browser';

/** `Europe/Berlin`; of the browser alone, as the server's own zone is nobody's. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Null on the server and in the first render. */
export const useOwnZone = (): string | null => useBrowser<string | null>(ownZone, null);

/** What stands below a field for a time: whose clock it goes by. */
export function useZoneHint(): string {
  const zone = useOwnZone();
  return zone === null ? 'In your time zone.' : `In your time zone: ${zone.replaceAll('_', ' ')}.`;
}
