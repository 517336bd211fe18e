/** The first page: what the site is, for guests. */
import { landingReads, promosRead } from '@web/features/discovery/landing-reads';
import { LandingScreen } from '@web/features/people/discovery/landing';
import { LiveStrip } from '@web/features/live/streaming/lists/live-strip';
import { liveStripRead } from '@web/features/streaming/reads';
import { definePage } from '@web/shell/define-page';
import dynamic from 'next/dynamic';

const PromoStrip = dynamic(() => import('@web/features/people/discovery/promo-strip').then((loaded) => loaded.PromoStrip));

export default definePage({
  access: 'guest',
  layout: 'public',
  load: async ({ readAlike }) => {
    await Promise.all([
      readAlike('POST /settings/keys', landingReads.texts),
      readAlike('GET /performers/top', landingReads.performers),
      // Of less weight: without it the page is whole.
      readAlike('GET /streaming/user/search', liveStripRead).catch(() => undefined),
      readAlike('GET /site-promo/search', promosRead).catch(() => undefined),
    ]);
    return undefined;
  },
  screen: () => <LandingScreen shows={<LiveStrip />} promos={{ top: <PromoStrip at="top" />, bottom: <PromoStrip at="bottom" /> }} />,
});
