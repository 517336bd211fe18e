/** Live and upcoming shows. */
import { LiveScreen } from '@web/features/live/streaming/lists/live-screen';
import { liveRequest, plannedShowsRequest } from '@web/features/live/streaming/requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'open',
  layout: 'home',
  forbidsRedirect: true,
  load: async ({ readShared, query }) => {
    await Promise.all([
      readShared('GET /streaming/user/search', liveRequest(query)),
      // Optional: the page works without it.
      readShared('GET /user/feeds', plannedShowsRequest()).catch(() => undefined),
    ]);
    return undefined;
  },
  screen: LiveScreen,
});
