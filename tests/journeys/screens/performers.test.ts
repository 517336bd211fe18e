/**
 * Every screen of performers, at both sizes and in both themes: without console errors, accessible, without layout shifts, no wider
 * than the window, and with its headings in the server-rendered HTML.
 */
import { withCast } from '../../kit/browser/cast';
import { journey } from '../../kit/browser/journey';
import { pagesOfOrders, ensurePayoutRequest, sections, tokenOf } from '../../kit/browser/tour-pages';
import { pagesOfConversations, pagesOfFans } from '../../kit/browser/tour-messages';
import { inspectScreens } from '../../kit/browser/tour';

const performerSections = [
  'profile',
  'password',
  'sessions',
  'privacy',
  'notifications',
  'display',
  'attributes',
  'documents',
  'prices',
  'messages',
  'payout-method',
  'blocked-users',
  'blocked-countries',
];

journey(
  'Screens',
  (story) => {
    story('of performers pass every check', async ({ site, visit }) => {
      const token = await tokenOf(site.testHost, 'ada');
      await ensurePayoutRequest(site.testHost, token);
      const performer = await visit({ token });
      await inspectScreens(performer, {
        'performer-own-page': '/ada',
        ...Object.fromEntries(
          ['feeds', 'videos', 'galleries', 'photos', 'store'].map((kind) => [`performer-content-${kind}`, `/ada?tab=content&kind=${kind}`]),
        ),
        'performer-new-post': '/creator/posts/new',
        'performer-new-videos': '/creator/videos/new',
        'performer-new-gallery': '/creator/galleries/new',
        'performer-new-product': '/creator/products/new',
        'performer-live': '/ada?tab=live',
        'performer-sales': '/ada?tab=sales',
        'performer-sales-all': '/ada?tab=sales&delivery=all',
        ...(await pagesOfOrders(site.testHost, 'performer', token)),
        'performer-subscribers': '/ada?tab=subscribers',
        'performer-earnings': '/ada?tab=earnings',
        'performer-payouts': '/ada?tab=payouts',
        'performer-consent': '/creator/consent',
        'performer-releases': '/creator/consent?tab=releases',
        'performer-home': '/home',
        'performer-account': '/creator/account',
        ...sections('/creator/account', performerSections),
      });
      const studioVisitor = await visit({ token });
      // This site has no live engine, and the studio shows that after its test.
      studioVisitor.expectStatuses(503);
      await inspectScreens(studioVisitor, { 'performer-studio-without-devices': '/creator/live' });
      const unapprovedPerformer = await visit({ token: await tokenOf(site.testHost, 'chen') });
      await inspectScreens(unapprovedPerformer, {
        'performer-waiting': '/chen',
        'performer-waiting-post': '/creator/posts/new',
        'performer-waiting-studio': '/creator/live',
        'performer-waiting-live': '/chen?tab=live',
        'performer-waiting-documents': '/creator/account?section=documents',
        'performer-subscribers-none': '/chen?tab=subscribers',
        'performer-earnings-none': '/chen?tab=earnings',
        'performer-payouts-none': '/chen?tab=payouts',
      });
    });

    story('of performers who send mass messages pass every check', async ({ site, size, visit }) => {
      const token = await tokenOf(site.testHost, 'ada');
      const performer = await visit({ token });
      await inspectScreens(performer, {
        ...(await pagesOfConversations(site.testHost, 'performer', token)),
        ...(await pagesOfFans(site.testHost, token, `Regulars, ${size}`)),
        'performer-notifications': '/notifications',
      });
      const unapprovedPerformer = await visit({ token: await tokenOf(site.testHost, 'chen') });
      await inspectScreens(unapprovedPerformer, {
        'performer-messages-none': '/messages',
        'performer-mass-none': '/messages/mass',
        'performer-waiting-mass': '/messages/mass/new',
        'performer-lists-none': '/messages/lists',
        'performer-notifications-none': '/notifications?group=money',
      });
    });
  },
  ...withCast,
);
