/** A clock that tests may turn: it goes on by itself. */
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
  /** Lets this time go by, or turns the clock back where it is negative. */
  advance(by: Span): void;
  /** Moves the time of day, as whoever sets a machine's clock does: no time goes by. */
  move(by: Span): void;
}

export function testClock(): TestClock {
  let [passed_ms, moved_ms] = [0, 0];
  return {
    now: () => new Date(Date.now() + passed_ms + moved_ms),
    steady_ms: () => performance.now() + passed_ms,
    advance: (by) => {
      passed_ms += millisecondsOf(by);
    },
    move: (by) => {
      moved_ms += millisecondsOf(by);
    },
  };
}
