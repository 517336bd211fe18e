/** How a process of the site ends: closed once, when it is asked to by a signal or its starter is gone. */
import type { Logger } from './log';

/** Calls `close` at the first such moment, and ends the process with 0, or with 1 where closing failed. */
export function closeOnSignal(close: () => Promise<void>, log: Logger): void {
  let isClosing = false;
  const stop = (): void => {
    if (isClosing) return;
    isClosing = true;
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'closing failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  process.on('disconnect', stop);
}
