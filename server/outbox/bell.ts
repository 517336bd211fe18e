/**
 * Telling the hosts that events wait. Not inside the transactions that write them: PostgreSQL commits those that notify one
 * after the other, which would make every payment wait for all others. A ring that is lost costs a moment: hosts also look
 * by themselves.
 */
import type { Db } from '../platform/db/db';
import { notify } from '../platform/db/listen';
import type { Logger } from '../kernel/log';

export interface Bell {
  /** Tells all hosts soon, once for all rings meanwhile. For after commit: what is not committed is not found. */
  ring(): void;
  /** Waits for what was rung. */
  close(): Promise<void>;
}

export function openBell(db: Db, log: Logger): Bell {
  let ringing: Promise<void> | null = null;
  let isRungAgain = false;

  const sound = async (): Promise<void> => {
    do {
      isRungAgain = false;
      try {
        await notify(db, 'outbox');
      } catch (error) {
        log.warn({ err: error }, 'hosts were not told that events wait');
      }
      // Changed by whoever rang meanwhile.
    } while (isRungAgain as boolean);
    ringing = null;
  };

  return {
    ring: () => {
      if (ringing) isRungAgain = true;
      else ringing = sound();
    },
    close: async () => {
      await ringing;
    },
  };
}
