/** Every screen of performers, at both sizes and in both themes: silent, accessible, at rest, no wider than its window, with its headings there before any script has run. */
import { withCast } from '../../kit/browser/cast';
import { journey } from '../../kit/browser/journey';
import { pagesOfOrders, payoutOf, sections, tokenOf } from '../../support/shown-pages';
import { pagesOfConversations, pagesOfFans } from '../../support/shown-talk';
import { see } from '../../support/tour';

// A story here is twenty screens long; on a busy machine each takes a while.
jest.setTimeout(600_000);

const ofPerformers = [
  ...['profile', 'password', 'sessions', 'privacy', 'notifications', 'display'],
  ...['attributes', 'documents', 'prices', 'messages', 'payout-method', 'blocked-users', 'blocked-countries'],
];

journey(
  'The screens',
  (tell) => {
    tell('of performers', async ({ site, visit }) => {
      const token = await tokenOf(site.world, 'ada');
      await payoutOf(site.world, token);
      const performer = await visit({ token });
      await see(performer, {
        'performer-own-page': '/ada',
        ...Object.fromEntries(
          ['feeds', 'videos', 'galleries', 'photos', 'store'].map((kind) => [`performer-content-${kind}`, `/ada?tab=content&kind=${kind}`]),
        ),
        'performer-new-post': '/creator/posts/new',
        'performer-new-videos': '/creator/videos/new',
        'performer-new-gallery': '/creator/galleries/new',
        'performer-new-product': '/creator/products/new',
        'performer-studio-without-devices': '/creator/live',
        'performer-live': '/ada?tab=live',
        'performer-sales': '/ada?tab=sales',
        'performer-sales-all': '/ada?tab=sales&delivery=all',
        ...(await pagesOfOrders(site.world, 'performer', token)),
        'performer-subscribers': '/ada?tab=subscribers',
        'performer-earnings': '/ada?tab=earnings',
        'performer-payouts': '/ada?tab=payouts',
        'performer-home': '/home',
        'performer-account': '/creator/account',
        ...sections('/creator/account', ofPerformers),
      });
      const waiting = await visit({ token: await tokenOf(site.world, 'chen') });
      await see(waiting, {
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

    tell('of performers who write to many', async ({ site, size, visit }) => {
      const token = await tokenOf(site.world, 'ada');
      const performer = await visit({ token });
      await see(performer, {
        ...(await pagesOfConversations(site.world, 'performer', token)),
        ...(await pagesOfFans(site.world, token, `Regulars, ${size}`)),
        'performer-notifications': '/notifications',
      });
      const waiting = await visit({ token: await tokenOf(site.world, 'chen') });
      await see(waiting, {
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
