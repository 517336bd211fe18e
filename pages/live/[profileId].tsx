/** A performer's running show, by her id or username. */
import { showRead } from '@web/features/streaming/reads';
import { WatchScreen } from '@web/features/live/streaming/watch/watch-screen';
import { Refused } from '@web/services/api-error';
import { definePage } from '@web/shell/define-page';

/** It does not run: the page says so, and what is next. */
const isNoShow = (thrown: unknown): boolean =>
  thrown instanceof Refused && (thrown.error === 'stream_offline' || thrown.error === 'stream_not_found');

export default definePage({
  access: 'login',
  layout: 'blank',
  load: async ({ read, query }) => {
    const id = query['profileId'] ?? '';
    try {
      await read('GET /streaming/join/:id', showRead(id));
    } catch (thrown) {
      if (!isNoShow(thrown)) throw thrown;
      // Whoever has no page either is not here.
      await read('GET /performers/:id', { params: { id } });
    }
    return undefined;
  },
  screen: WatchScreen,
});
