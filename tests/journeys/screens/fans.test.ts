/**
 * Every screen of fans, at both sizes and in both themes: without console errors, accessible, without layout shifts, no wider than
 * the window, and with its headings in the server-rendered HTML.
 */
import { withCast } from '../../kit/browser/cast';
import { journey } from '../../kit/browser/journey';
import { signUpFan } from '../../kit/people/people';
import { pagesOfContent, pagesOfOrders, pagesOfStore, createPayments, sections, tokenOf } from '../../kit/browser/tour-pages';
import { pagesOfConversations } from '../../kit/browser/tour-messages';
import { inspectScreens } from '../../kit/browser/tour';

const fanSections = ['profile', 'password', 'sessions', 'privacy', 'notifications', 'display', 'addresses'];

journey(
  'Screens',
  (story) => {
    story('of fans pass every check', async ({ site, size, visit }) => {
      const fan = await visit({ token: await tokenOf(site.testHost, 'finn') });
      // Some paths have no show: they return 404 or 409.
      fan.expectStatuses(404, 409);
      await inspectScreens(fan, {
        'fan-home': '/home',
        'fan-explore': '/explore',
        'fan-profile': '/bruno',
        ...(await pagesOfContent(site.testHost, 'fan')),
        ...(await pagesOfStore(site.testHost, 'fan')),
        ...(await pagesOfOrders(site.testHost, 'fan', await tokenOf(site.testHost, 'finn'))),
        'fan-live': '/live',
        'fan-live-followed': '/live?show=followed',
        'fan-profile-live': '/bruno?tab=live',
        'fan-not-live': '/live/ada',
        'fan-no-live': '/live/nobody-here',
        'fan-no-show': '/show/0198c0de-0000-7000-8000-00e000000009',
        'fan-orders': '/orders',
        'fan-cart': '/cart',
        'fan-checkout': '/checkout',
        'fan-bookmarks': '/bookmarks',
        'fan-following': '/following',
        'fan-account': '/user/account',
        ...sections('/user/account', fanSections),
        'fan-wallet': '/wallet',
        'fan-wallet-payments': '/wallet?tab=payments',
        'fan-wallet-statements': '/wallet?tab=statements',
        'fan-cards': '/wallet/cards',
        'fan-subscriptions': '/subscriptions',
        'fan-purchases': '/purchases',
        'fan-tip': '/freya?tip=20',
        'fan-subscribe': '/freya?subscribe=monthly',
        'fan-performers-only': '/creator/account',
        'fan-no-console': '/admin',
      });
      const newcomer = await visit({ token: await tokenOf(site.testHost, 'greta') });
      await inspectScreens(newcomer, { 'fan-setup': '/user/account' });
      const payer = await signUpFan(site.testHost, `payer-${size}`);
      const payingFan = await visit({ token: payer.token });
      await inspectScreens(payingFan, {
        'fan-wallet-empty': '/wallet',
        'fan-cards-none': '/wallet/cards',
        'fan-subscriptions-none': '/subscriptions',
        'fan-purchases-none': '/purchases',
        'fan-bookmarks-none': '/bookmarks?tab=galleries',
        'fan-bookmarks-products-none': '/bookmarks?tab=products',
        'fan-orders-none': '/orders',
        'fan-addresses-none': '/user/account?section=addresses',
        'fan-following-none': '/following',
        'fan-home-none': '/home',
      });
      await inspectScreens(payingFan, await createPayments(site.testHost, payer.token));
    });

    story('of fans with messages and notifications pass every check', async ({ site, size, visit }) => {
      const token = await tokenOf(site.testHost, 'finn');
      const fan = await visit({ token });
      await inspectScreens(fan, { ...(await pagesOfConversations(site.testHost, 'fan', token)), 'fan-notifications': '/notifications' });
      const newFan = await visit({ token: (await signUpFan(site.testHost, `silent-${size}`)).token });
      await inspectScreens(newFan, {
        'fan-messages-none': '/messages',
        'fan-notifications-none': '/notifications',
        'fan-notifications-none-of-money': '/notifications?group=money',
      });
    });
  },
  ...withCast,
);
