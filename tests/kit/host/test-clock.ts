/** A clock that runs in real time and that tests can advance. */
import type { Clock } from '@server/platform/context';

interface Span {
  seconds?: number;
  minutes?: number;
  hours?: number;
  days?: number;
}

const millisecondsOf = ({ seconds = 0, minutes = 0, hours = 0, days = 0 }: Span): number =>
  (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;

export interface TestClock extends Clock {
  /** Lets time pass; a negative span turns the clock back. */
  advance(by: Span): void;
  /** Changes the time of day, as an adjustment of the system clock does: the monotonic clock does not change. */
  move(by: Span): void;
}

export function testClock(): TestClock {
  let [advanced_ms, moved_ms] = [0, 0];
  return {
    now: () => new Date(Date.now() + advanced_ms + moved_ms),
    steady_ms: () => performance.now() + advanced_ms,
    advance: (by) => {
      advanced_ms += millisecondsOf(by);
    },
    move: (by) => {
      moved_ms += millisecondsOf(by);
    },
  };
}
