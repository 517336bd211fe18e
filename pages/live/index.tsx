/** Shows that run now, and what comes next. */
import { LiveScreen } from '@web/features/live/streaming/lists/live-screen';
import { liveRead, plannedRead } from '@web/features/streaming/reads';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'open',
  layout: 'home',
  forbidsRedirect: true,
  load: async ({ readAlike, query }) => {
    await Promise.all([
      readAlike('GET /streaming/user/search', liveRead(query)),
      // Of less weight: without it the page is whole.
      readAlike('GET /user/feeds', plannedRead()).catch(() => undefined),
    ]);
    return undefined;
  },
  screen: LiveScreen,
});
