/**
 * Every screen of guests, at both sizes and in both themes: without console errors, accessible, without layout shifts, no wider
 * than the window, and with its headings in the server-rendered HTML.
 */
import { withCast } from '../../kit/browser/cast';
import { journey } from '../../kit/browser/journey';
import { pagesOfContent, pagesOfStore } from '../../kit/browser/tour-pages';
import { inspectScreens } from '../../kit/browser/tour';

journey(
  'Screens',
  (story) => {
    story('of guests pass every check', async ({ site, visit }) => {
      const guest = await visit();
      guest.expectStatuses(404, 403, 422);
      await inspectScreens(guest, {
        'demo-landing': '/',
        'demo-explore': '/explore',
        'demo-explore-nothing': '/explore?q=nobody+at+all&gender=male',
        'demo-profile': '/ada',
        'demo-profile-videos': '/ada?tab=videos',
        'demo-profile-galleries': '/ada?tab=galleries',
        ...(await pagesOfContent(site.testHost, 'demo')),
        'demo-profile-store': '/ada?tab=store',
        ...(await pagesOfStore(site.testHost, 'demo')),
        'demo-explore-products': '/explore?tab=products',
        'demo-live': '/live',
        'demo-live-free': '/live?show=free',
        'demo-profile-live': '/ada?tab=live',
        'demo-profile-with-tickets': '/bruno',
        'demo-cart': '/cart',
        'demo-search': '/search',
        'demo-search-found': '/search?q=ada',
        'demo-explore-videos': '/explore?tab=videos',
        'demo-explore-live': '/explore?tab=live',
        'demo-login': '/auth/login',
        'demo-register': '/auth/register',
        'demo-register-performer': '/auth/register/performer',
        'demo-forgot': '/auth/forgot',
        'demo-reset-without-link': '/auth/reset',
        'demo-reset': '/auth/reset?token=something',
        'demo-restore-email': '/auth/restore-email?token=something',
        'demo-unsubscribe': '/auth/unsubscribe?token=something',
        'demo-verify': '/auth/verify-email',
        'demo-verify-asking': '/auth/verify-email?token=something',
        'demo-callback': '/auth/callback/google?state=none&code=none',
        'demo-contact': '/contact',
        'demo-terms': '/page/terms',
        'demo-accessibility': '/page/accessibility',
        'demo-404': '/page/nothing',
        'demo-403': '/403',
      });
    });
  },
  ...withCast,
);
