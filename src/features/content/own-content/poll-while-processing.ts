/** Polls a list while one of its items is being processed: the socket event is faster, but the socket may be disconnected. */
import type { ContentRow } from './content-lists';

const interval_ms = 5000;

interface PollingOptions {
  refreshInterval: (latest: { data: readonly Pick<ContentRow, 'state'>[] } | undefined) => number;
}

/** Call it in each render: SWR re-evaluates the interval only when the function changes. */
export const pollWhileProcessing = (): PollingOptions => ({
  refreshInterval: (latest) => (latest?.data.some(({ state }) => state === 'processing') ? interval_ms : 0),
});
