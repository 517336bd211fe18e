/** Graceful shutdown: on a signal, or when the parent process has exited. */
import type { Logger } from './log';

/** Calls `close` once on SIGINT, SIGTERM or `disconnect`, then exits with 0, or with 1 if closing failed. */
export function closeOnSignal(close: () => Promise<void>, log: Logger): void {
  let isClosing = false;
  const stop = (): void => {
    if (isClosing) return;
    isClosing = true;
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  process.on('disconnect', stop);
}
