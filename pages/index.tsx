/** The first page: what the site is, for guests. */
import { landingReads } from '@web/features/discovery/landing-reads';
import { LandingScreen } from '@web/features/discovery/landing';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'guest',
  layout: 'public',
  load: async ({ readAlike }) => {
    await Promise.all([readAlike('POST /settings/keys', landingReads.texts), readAlike('GET /performers/top', landingReads.performers)]);
    return undefined;
  },
  screen: LandingScreen,
});
