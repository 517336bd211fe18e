/** Remembers evicted people and ended rooms for as long as tokens issued earlier could be valid. */
import type { Clock } from '../../platform/context';
import { credentialsLifetime_s } from './engine';

export interface Evictions {
  /** Records an eviction and returns its time. */
  evict(room: string, person: string): Date;
  end(room: string): void;
  isEnded(room: string): boolean;
  /** The time since which credentials issued at `issuedAt` are invalid; null while they are valid. */
  revokedSince(room: string, person: string, issuedAt: Date): Date | null;
}

/** LiveKit refreshes the token of a connected participant with the same rights; the refreshed token is valid for ten minutes. */
const refreshedTokenLifetime_s = 600;
const retention_ms = (credentialsLifetime_s + refreshedTokenLifetime_s) * 1_000;

/** Kept in memory: not shared with other API servers and lost on restart. */
export function evictions(clock: Clock): Evictions {
  const people = new Map<string, Date>();
  const rooms = new Map<string, Date>();
  const keyOf = (room: string, person: string): string => `${room} ${person}`;
  const record = (table: Map<string, Date>, key: string): Date => {
    const now = clock.now();
    table.delete(key);
    table.set(key, now);
    // Map order is insertion order, so the oldest come first.
    for (const [oldKey, at] of table) {
      if (now.getTime() - at.getTime() <= retention_ms) break;
      table.delete(oldKey);
    }
    return now;
  };
  return {
    evict: (room, person) => record(people, keyOf(room, person)),
    end: (room) => void record(rooms, room),
    isEnded: (room) => rooms.has(room),
    revokedSince: (room, person, issuedAt) => {
      const at = people.get(keyOf(room, person));
      return rooms.get(room) ?? (at !== undefined && issuedAt <= at ? at : null);
    },
  };
}
