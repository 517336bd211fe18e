/** A performer's live show, by id or username. Guests see who may watch it and how. */
import { showRequest } from '@web/features/live/streaming/requests';
import { WatchScreen } from '@web/features/live/streaming/watch/watch-screen';
import { ApiError } from '@web/services/api-error';
import { definePage } from '@web/shell/page/define-page';

/** Whether the error means that there is no live show. The page then shows what is next. */
const isNoShow = (thrown: unknown): boolean =>
  thrown instanceof ApiError && (thrown.error === 'stream_offline' || thrown.error === 'stream_not_found');

export default definePage({
  access: 'open',
  layout: 'blank',
  load: async ({ read, query, viewer }) => {
    const id = query['profileId'] ?? '';
    if (viewer === null) {
      await read('GET /performers/:id', { params: { id } });
      return undefined;
    }
    try {
      await read('GET /streaming/join/:id', showRequest(id));
    } catch (thrown) {
      if (!isNoShow(thrown)) throw thrown;
      // Without a profile the page is not found.
      await read('GET /performers/:id', { params: { id } });
    }
    return undefined;
  },
  screen: WatchScreen,
});
