/** Playback positions per video, stored in the browser per account. The oldest are deleted first. */
import { historyKey } from '@web/device/history-keys';

const positionsMax = 100;
/** Positions this near the beginning or the end are not worth resuming. */
const margin_s = 10;

type Positions = [videoId: string, at_s: number][];

function positionsOf(accountId: string | null): Positions {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(historyKey('watched', accountId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPosition) : [];
  } catch {
    return [];
  }
}

const isPosition = (entry: unknown): entry is Positions[number] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number';

/** The position to resume at, in whole seconds; 0 for the beginning. */
export function storedPosition(accountId: string | null, videoId: string): number {
  return positionsOf(accountId).find(([id]) => id === videoId)?.[1] ?? 0;
}

/** Stores the position, or deletes it near both ends. `duration_s` null: the duration is unknown. */
export function storePosition(accountId: string | null, videoId: string, at_s: number, duration_s: number | null): void {
  const others = positionsOf(accountId).filter(([id]) => id !== videoId);
  const isResumable = at_s >= margin_s && (duration_s === null || at_s <= duration_s - margin_s);
  const positions: Positions = isResumable ? [...others, [videoId, Math.floor(at_s)]] : others;
  try {
    localStorage.setItem(historyKey('watched', accountId), JSON.stringify(positions.slice(-positionsMax)));
  } catch {
    // A full or forbidden storage: the next playback starts at the beginning.
  }
}
