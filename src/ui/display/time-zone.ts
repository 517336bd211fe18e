/** The viewer's time zone. */
import { useBrowser } from '../core/use-browser';

/** `Europe/Berlin`; for browsers only, since the server's zone is not the viewer's. */
export const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Null on the server and during hydration. */
export const useLocalTimeZone = (): string | null => useBrowser<string | null>(localTimeZone, null);

/** The hint of a time field, with its time zone. */
export function useZoneHint(): string {
  const zone = useLocalTimeZone();
  return zone === null ? 'In your time zone.' : `In your time zone: ${zone.replaceAll('_', ' ')}.`;
}
