/** While something on a list is made ready the host is asked again: the socket tells it sooner, but may be away. */
import type { DeskRow } from './own-content/content-lists';

const pause_ms = 5000;

interface Asking {
  refreshInterval: (latest: { data: readonly Pick<DeskRow, 'state'>[] } | undefined) => number;
}

/** For each rendering a function of its own: the library looks at its answer anew only when it is another one. */
export const asksAgain = (): Asking => ({
  refreshInterval: (latest) => (latest?.data.some(({ state }) => state === 'processing') ? pause_ms : 0),
});
