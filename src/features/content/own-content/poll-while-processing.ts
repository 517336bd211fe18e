/** Polls a list while an item on it is being processed: the socket event is faster, but the socket may be disconnected. */
import type { ContentRow } from './content-lists';

const interval_ms = 5000;

interface PollingOptions {
  refreshInterval: (latest: { data: readonly Pick<ContentRow, 'state'>[] } | undefined) => number;
}

/** A new function for each render: the query library reevaluates the interval only when the function changes. */
export const pollWhileProcessing = (): PollingOptions => ({
  refreshInterval: (latest) => (latest?.data.some(({ state }) => state === 'processing') ? interval_ms : 0),
});
