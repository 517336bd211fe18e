/** Who was put out, and which rooms ended: kept for as long as a token that was given before could be good. */
import type { Clock } from '../platform/context';
import { credentialsLast_s } from './engine';

export interface PutOuts {
  putOut(room: string, person: string): Date;
  end(room: string): void;
  isEnded(room: string): boolean;
  /** Since when credentials of that instant are worth nothing; null while they are good. */
  worthlessSince(room: string, person: string, issuedAt: Date): Date | null;
}

/** While somebody is connected, LiveKit hands her new tokens with the rights of the old; the last is good for ten minutes. */
const refreshed_s = 600;
const kept_ms = (credentialsLast_s + refreshed_s) * 1_000;

/** In this host's memory: another host, or this one started anew, knows nothing of it. */
export function putOuts(clock: Clock): PutOuts {
  const people = new Map<string, Date>();
  const rooms = new Map<string, Date>();
  const keyOf = (room: string, person: string): string => `${room} ${person}`;
  const note = (table: Map<string, Date>, key: string): Date => {
    const now = clock.now();
    table.delete(key);
    table.set(key, now);
    // The oldest come first.
    for (const [one, at] of table) {
      if (now.getTime() - at.getTime() <= kept_ms) break;
      table.delete(one);
    }
    return now;
  };
  return {
    putOut: (room, person) => note(people, keyOf(room, person)),
    end: (room) => void note(rooms, room),
    isEnded: (room) => rooms.has(room),
    worthlessSince: (room, person, issuedAt) => {
      const at = people.get(keyOf(room, person));
      return rooms.get(room) ?? (at !== undefined && issuedAt <= at ? at : null);
    },
  };
}
