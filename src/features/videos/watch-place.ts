/** How far somebody has watched which video, kept in the browser per account. The oldest are forgotten first. */
import { traceKey } from '@web/session/own-traces';

const placesMax = 100;
/** Nobody looks for a place so near the beginning, or so near the end. */
const margin_s = 10;

type Places = [videoId: string, at_s: number][];

function placesOf(accountId: string | null): Places {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(traceKey('watched', accountId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPlace) : [];
  } catch {
    return [];
  }
}

const isPlace = (entry: unknown): entry is Places[number] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number';

/** Where to go on, in whole seconds; 0 where it is to begin. */
export function watchPlace(accountId: string | null, videoId: string): number {
  return placesOf(accountId).find(([id]) => id === videoId)?.[1] ?? 0;
}

/** Keeps the place, or forgets it near both ends. `duration_s` null: its end is not known. */
export function keepWatchPlace(accountId: string | null, videoId: string, at_s: number, duration_s: number | null): void {
  const others = placesOf(accountId).filter(([id]) => id !== videoId);
  const isWorth = at_s >= margin_s && (duration_s === null || at_s <= duration_s - margin_s);
  const places: Places = isWorth ? [...others, [videoId, Math.floor(at_s)]] : others;
  try {
    localStorage.setItem(traceKey('watched', accountId), JSON.stringify(places.slice(-placesMax)));
  } catch {
    // A full or forbidden storage: it begins at the beginning next time.
  }
}
