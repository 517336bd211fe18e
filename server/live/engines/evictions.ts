/** Remembers evicted people and ended rooms for as long as tokens issued before could be valid. */
import type { Clock } from '../../platform/context';
import { credentialsLifetime_s } from './engine';

export interface Evictions {
  evict(room: string, person: string): Date;
  end(room: string): void;
  isEnded(room: string): boolean;
  /** The time since which credentials issued at `issuedAt` are invalid; null while they are valid. */
  revokedSince(room: string, person: string, issuedAt: Date): Date | null;
}

/** LiveKit refreshes the token of a connected participant with the same rights; the refreshed token is valid for ten minutes. */
const refreshed_s = 600;
const kept_ms = (credentialsLifetime_s + refreshed_s) * 1_000;

/** Kept in this host's memory: not shared with other hosts and lost on restart. */
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
      if (now.getTime() - at.getTime() <= kept_ms) break;
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
