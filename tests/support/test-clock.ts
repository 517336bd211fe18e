/** A clock that tests may turn: it goes on by itself. */
import type { Clock } from '@server/context';

export interface TestClock extends Clock {
  /** Turns the clock forward, or back where the time is negative. */
  advance(by: { seconds?: number; minutes?: number; hours?: number; days?: number }): void;
}

export function testClock(): TestClock {
  let offset_ms = 0;
  return {
    now: () => new Date(Date.now() + offset_ms),
    advance: ({ seconds = 0, minutes = 0, hours = 0, days = 0 }) => {
      offset_ms += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
    },
  };
}
