/** The home feed: posts of followed performers. */
import { HomeFeed } from '@web/features/content/feed/home-feed';
import { homeRequest } from '@web/features/content/feed/requests';
import { LiveStrip } from '@web/features/live/streaming/lists/live-strip';
import { liveStripRequest } from '@web/features/live/streaming/requests';
import { HomeScreen } from '@web/features/people/discovery/home';
import { promosRequest, suggestionsRequest } from '@web/features/people/discovery/landing-requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'login',
  layout: 'home',
  load: async ({ read, readShared, query }) => {
    await Promise.all([
      read('GET /user/feeds', homeRequest(query)),
      read('GET /performers/search/random', suggestionsRequest),
      // Optional: the page works without it.
      readShared('GET /site-promo/search', promosRequest).catch(() => undefined),
      readShared('GET /streaming/user/search', liveStripRequest).catch(() => undefined),
    ]);
    return undefined;
  },
  screen: () => <HomeScreen shows={<LiveStrip />} feed={(followSuggestions) => <HomeFeed followSuggestions={followSuggestions} />} />,
});
