/** Every screen of fans, at both sizes and in both themes: silent, accessible, at rest, no wider than its window, with its headings there before any script has run. */
import { withCast } from '../../kit/browser/cast';
import { journey } from '../../kit/browser/journey';
import { signUpFan } from '../../kit/people/people';
import { pagesOfContent, pagesOfOrders, pagesOfStore, paymentsOf, sections, tokenOf } from '../../support/shown-pages';
import { pagesOfConversations } from '../../support/shown-talk';
import { see } from '../../support/tour';

// A story here is twenty screens long; on a busy machine each takes a while.
jest.setTimeout(600_000);

const ofFans = ['profile', 'password', 'sessions', 'privacy', 'notifications', 'display', 'addresses'];

journey(
  'The screens',
  (tell) => {
    tell('of fans', async ({ site, size, visit }) => {
      const fan = await visit({ token: await tokenOf(site.world, 'finn') });
      // No show runs where one was looked for.
      fan.provoke(404, 409);
      await see(fan, {
        'fan-home': '/home',
        'fan-explore': '/explore',
        'fan-profile': '/bruno',
        ...(await pagesOfContent(site.world, 'fan')),
        ...(await pagesOfStore(site.world, 'fan')),
        ...(await pagesOfOrders(site.world, 'fan', await tokenOf(site.world, 'finn'))),
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
        ...sections('/user/account', ofFans),
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
      const newcomer = await visit({ token: await tokenOf(site.world, 'greta') });
      await see(newcomer, { 'fan-setup': '/user/account' });
      const payer = await signUpFan(site.world, `payer-${size}`);
      const paying = await visit({ token: payer.token });
      await see(paying, {
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
      await see(paying, await paymentsOf(site.world, payer.token));
    });

    tell('of fans who write and are told', async ({ site, size, visit }) => {
      const token = await tokenOf(site.world, 'finn');
      const fan = await visit({ token });
      await see(fan, { ...(await pagesOfConversations(site.world, 'fan', token)), 'fan-notifications': '/notifications' });
      const silent = await visit({ token: (await signUpFan(site.world, `silent-${size}`)).token });
      await see(silent, {
        'fan-messages-none': '/messages',
        'fan-notifications-none': '/notifications',
        'fan-notifications-none-of-money': '/notifications?group=money',
      });
    });
  },
  ...withCast,
);
