/**
 * Notifies processes of new outbox events. Not in the transactions that write the events: PostgreSQL serializes the commits of
 * transactions with NOTIFY, so every payment would wait for all others. A lost notification only causes a delay, because processes
 * also poll.
 */
import type { Db } from '../db/db';
import { notifyProcesses } from '../db/listen';
import type { Logger } from '../../kernel/log';

export interface OutboxNotifier {
  /** Notifies all processes; calls while a notification is being sent are merged. Call it after the commit. */
  notify(): void;
  /** Waits for pending notifications. */
  close(): Promise<void>;
}

export function openOutboxNotifier(db: Db, log: Logger): OutboxNotifier {
  let running: Promise<void> | null = null;
  let isRequested = false;

  const flush = async (): Promise<void> => {
    do {
      isRequested = false;
      try {
        await notifyProcesses(db, 'outbox');
      } catch (error) {
        log.warn({ err: error }, 'processes were not notified of outbox events');
      }
      // Set by calls in the meantime.
    } while (isRequested as boolean);
    running = null;
  };

  return {
    notify: () => {
      if (running) isRequested = true;
      else running = flush();
    },
    close: async () => {
      await running;
    },
  };
}
