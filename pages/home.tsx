/** Where fans land after signing in: what those publish whom they follow. */
import { HomeFeed } from '@web/features/content/feed/home-feed';
import { homeRead } from '@web/features/content/feed/requests';
import { LiveStrip } from '@web/features/live/streaming/lists/live-strip';
import { liveStripRead } from '@web/features/streaming/reads';
import { HomeScreen } from '@web/features/people/discovery/home';
import { promosRead, suggestionsRead } from '@web/features/discovery/landing-reads';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'login',
  layout: 'home',
  load: async ({ read, readAlike, query }) => {
    await Promise.all([
      read('GET /user/feeds', homeRead(query)),
      read('GET /performers/search/random', suggestionsRead),
      // Of no weight: without it the page is whole.
      readAlike('GET /site-promo/search', promosRead).catch(() => undefined),
      readAlike('GET /streaming/user/search', liveStripRead).catch(() => undefined),
    ]);
    return undefined;
  },
  screen: () => <HomeScreen shows={<LiveStrip />} feed={(beginners) => <HomeFeed beginners={beginners} />} />,
});
