/** The landing page for guests. */
import { landingRequests, promosRequest } from '@web/features/people/discovery/landing-requests';
import { LandingScreen } from '@web/features/people/discovery/landing';
import { LiveStrip } from '@web/features/live/streaming/lists/live-strip';
import { liveStripRequest } from '@web/features/live/streaming/requests';
import { definePage } from '@web/shell/page/define-page';
import dynamic from 'next/dynamic';

const PromoStrip = dynamic(() => import('@web/features/people/discovery/promo-strip').then((loaded) => loaded.PromoStrip));

export default definePage({
  access: 'guest',
  layout: 'public',
  load: async ({ readShared }) => {
    await Promise.all([
      readShared('POST /settings/keys', landingRequests.texts),
      readShared('GET /performers/top', landingRequests.performers),
      // Optional: the page works without it.
      readShared('GET /streaming/user/search', liveStripRequest).catch(() => undefined),
      readShared('GET /site-promo/search', promosRequest).catch(() => undefined),
    ]);
    return undefined;
  },
  screen: () => <LandingScreen shows={<LiveStrip />} promos={{ top: <PromoStrip at="top" />, bottom: <PromoStrip at="bottom" /> }} />,
});
