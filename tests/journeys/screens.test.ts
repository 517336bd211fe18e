/**
 * Every screen, seen by whom it is made for, at both sizes and in both themes: silent, accessible, at rest, and no wider than
 * its window, with its headings there before any script has run. The people are those of the demonstration.
 */
import { settingGroups } from '@contract/settings';
import { seed } from '@server/seed/main';
import { journey } from '../support/journey';
import { addTestCard } from '../support/payments';
import { signUpFan } from '../support/people';
import { pagesOfConversations, pagesOfFans } from '../support/shown-talk';
import { see } from '../support/tour';
import type { Site } from '../support/site';
import type { World } from '../support/world';

// A story here is twenty screens long; on a busy machine each takes a while.
jest.setTimeout(600_000);

const secret = 'a password of the demonstration';
const seeded = new WeakMap<Site, Promise<unknown>>();

/** The token of one of the demonstration's people, who are made when the first is asked for. */
async function tokenOf(site: Site, username: string): Promise<string> {
  await peopled(site);
  return (await site.world.call('POST /auth/login', { body: { username, password: secret, remember: false } })).data.token;
}

async function peopled(site: Site): Promise<void> {
  const made = seeded.get(site) ?? seed(site.world.ctx);
  seeded.set(site, made);
  await made;
}

/** One payment of each end: paid, declined, and one that the bank still asks about. Answers the addresses that tell of them. */
async function paymentsOf(world: World, token: string): Promise<Record<string, string>> {
  for (const card of ['test_visa', 'test_declined', 'test_authentication'] as const) {
    await addTestCard(world, token, card);
    await world.call('POST /payment/wallet/top-up', { body: { amount: 20 } }, { token });
  }
  const { data } = await world.call('GET /payment/transactions/user/search', {}, { token });
  const results = { success: 'success', failed: 'cancel', requires_action: 'pending' };
  return Object.fromEntries(
    Object.entries(results).map(([status, result]) => {
      const id = data.data.find((payment) => payment.status === status)?._id ?? fail(`no payment is ${status}`);
      return [`fan-payment-${result}`, `/payment/${result}?id=${id}`];
    }),
  );
}

function fail(why: string): never {
  throw new Error(why);
}

/** Ada waits for money from now on; a second time changes nothing. Answers the id of her request. */
async function payoutOf(world: World, token: string): Promise<string> {
  const params = { id: 'me' };
  await world.call('POST /auth/reauthenticate', { body: { password: secret } }, { token });
  await world.call(
    'PUT /performers/:id/payment-gateway-settings',
    { params, body: { method: 'paypal', email: 'ada@example.com' } },
    { token },
  );
  await world.call('POST /payout-requests', { body: { amount: 50, method: 'paypal', requestNote: 'For the rent of the hall' } }, { token });
  const { data } = await world.call('GET /payout-requests/search', {}, { token });
  return data.data[0]?._id ?? fail('there is no payout request');
}

/** The pages of what Ada shows to everybody and of what she locks, as a guest finds them. */
async function pagesOfContent(world: World, who: string): Promise<Record<string, string>> {
  const { data: ada } = await world.call('GET /performers/:id', { params: { id: 'ada' } });
  const query = { performerId: ada._id, pageSize: 50 };
  const found = {
    post: (await world.call('GET /user/feeds', { query })).data.data,
    video: (await world.call('GET /performer-assets/videos/search', { query })).data.data,
    gallery: (await world.call('GET /performer-assets/galleries/search', { query })).data.data,
  };
  const pages: Record<string, string> = {};
  for (const [kind, items] of Object.entries(found))
    for (const isLocked of [false, true]) {
      const item = items.find((one) => one.isLocked === isLocked);
      if (item) pages[`${who}-${kind}${isLocked ? '-locked' : ''}`] = `/${kind}/${item.slug}`;
    }
  return pages;
}

/** The pages of Ada's store: with plenty, with few, with none left, and a file. */
async function pagesOfStore(world: World, who: string): Promise<Record<string, string>> {
  const { data: ada } = await world.call('GET /performers/:id', { params: { id: 'ada' } });
  const { data } = await world.call('GET /performer-assets/products/search', { query: { performerId: ada._id, limit: 50 } });
  const nameOf = ({ type, stock }: (typeof data.data)[number]): string => (type === 'digital' ? 'file' : `of-${String(stock)}`);
  return Object.fromEntries(data.data.map((product) => [`${who}-product-${nameOf(product)}`, `/product/${product.slug}`]));
}

/** The pages of the first orders, a parcel and a file, as one of its sides finds them, or an operator. */
async function pagesOfOrders(world: World, who: 'fan' | 'performer' | 'operator', token: string): Promise<Record<string, string>> {
  const lists = { fan: 'GET /orders/users/search', performer: 'GET /orders/search', operator: 'GET /admin/orders/search' } as const;
  const { data } = await world.call(lists[who], {}, { token });
  return Object.fromEntries(data.data.map(({ _id, product }) => [`${who}-order-${product.type}`, `/orders/${_id}`]));
}

const sections = (root: string, names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`${root.replaceAll('/', '-').slice(1)}-${name}`, `${root}?section=${name}`]));

const ofEverybody = ['profile', 'password', 'sessions', 'privacy', 'notifications', 'display'];
const ofFans = [...ofEverybody, 'addresses'];
const ofPerformers = [
  ...ofEverybody,
  'attributes',
  'documents',
  'prices',
  'messages',
  'payout-method',
  'blocked-users',
  'blocked-countries',
];

journey(
  'The screens',
  (tell) => {
    tell('of guests', async ({ site, visit }) => {
      await peopled(site);
      const guest = await visit();
      guest.provoke(404, 403, 422);
      await see(guest, {
        'demo-landing': '/',
        'demo-explore': '/explore',
        'demo-explore-nothing': '/explore?q=nobody+at+all&gender=male',
        'demo-profile': '/ada',
        'demo-profile-videos': '/ada?tab=videos',
        'demo-profile-galleries': '/ada?tab=galleries',
        ...(await pagesOfContent(site.world, 'demo')),
        'demo-profile-store': '/ada?tab=store',
        ...(await pagesOfStore(site.world, 'demo')),
        'demo-explore-products': '/explore?tab=products',
        'demo-live': '/live',
        'demo-live-free': '/live?show=free',
        'demo-profile-live': '/ada?tab=live',
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
        'demo-verify': '/auth/verify-email',
        'demo-verify-refused': '/auth/verify-email?token=something',
        'demo-callback': '/auth/callback/google?state=none&code=none',
        'demo-contact': '/contact',
        'demo-terms': '/page/terms',
        'demo-accessibility': '/page/accessibility',
        'demo-404': '/page/nothing',
        'demo-403': '/403',
      });
    });

    tell('of fans', async ({ site, size, visit }) => {
      const fan = await visit({ token: await tokenOf(site, 'finn') });
      // No show runs where one was looked for.
      fan.provoke(404, 409);
      await see(fan, {
        'fan-home': '/home',
        'fan-explore': '/explore',
        'fan-profile': '/bruno',
        ...(await pagesOfContent(site.world, 'fan')),
        ...(await pagesOfStore(site.world, 'fan')),
        ...(await pagesOfOrders(site.world, 'fan', await tokenOf(site, 'finn'))),
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
      const newcomer = await visit({ token: await tokenOf(site, 'greta') });
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

    tell('of performers', async ({ site, visit }) => {
      const token = await tokenOf(site, 'ada');
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
      const waiting = await visit({ token: await tokenOf(site, 'chen') });
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

    tell('of fans who write and are told', async ({ site, size, visit }) => {
      const token = await tokenOf(site, 'finn');
      const fan = await visit({ token });
      await see(fan, { ...(await pagesOfConversations(site.world, 'fan', token)), 'fan-notifications': '/notifications' });
      const silent = await visit({ token: (await signUpFan(site.world, `silent-${size}`)).token });
      await see(silent, {
        'fan-messages-none': '/messages',
        'fan-notifications-none': '/notifications',
        'fan-notifications-none-of-money': '/notifications?group=money',
      });
    });

    tell('of performers who write to many', async ({ site, size, visit }) => {
      const token = await tokenOf(site, 'ada');
      const performer = await visit({ token });
      await see(performer, {
        ...(await pagesOfConversations(site.world, 'performer', token)),
        ...(await pagesOfFans(site.world, token, `Regulars, ${size}`)),
        'performer-notifications': '/notifications',
      });
      const waiting = await visit({ token: await tokenOf(site, 'chen') });
      await see(waiting, {
        'performer-messages-none': '/messages',
        'performer-mass-none': '/messages/mass',
        'performer-waiting-mass': '/messages/mass/new',
        'performer-lists-none': '/messages/lists',
        'performer-notifications-none': '/notifications?group=money',
      });
    });

    tell.onDesktop('of operators about themselves', async ({ site, visit }) => {
      const operator = await visit({ token: await tokenOf(site, 'olive') });
      await see(operator, {
        'operator-messages': '/messages',
        'operator-notifications': '/notifications',
        'operator-account-privacy': '/user/account?section=privacy',
        'operator-account-notifications': '/user/account?section=notifications',
      });
    });

    tell.onDesktop('of operators', async ({ site, size, visit }) => {
      const token = await tokenOf(site, 'olive');
      const { world } = site;
      // The demonstration itself sends no mail; a newcomer gets one.
      await signUpFan(world, `newcomer-${size}`);
      const { data: performers } = await world.call('GET /admin/performers/search', { query: { q: 'chen' } }, { token });
      const { data: people } = await world.call('GET /admin/users/search', { query: { q: 'finn' } }, { token });
      const payout = await payoutOf(world, await tokenOf(site, 'ada'));
      const { data: mails } = await world.call('GET /admin/mails/search', {}, { token });
      const operator = await visit({ token });
      await see(operator, {
        'operator-overview': '/admin',
        'operator-performers': '/admin/performers',
        'operator-performer': `/admin/performers/${performers.data[0]?._id ?? ''}`,
        'operator-users': '/admin/users',
        'operator-user': `/admin/users/${people.data[0]?._id ?? ''}`,
        'operator-payouts': '/admin/payouts',
        'operator-payout': `/admin/payouts/${payout}`,
        'operator-payments': '/admin/transactions',
        ...Object.fromEntries(['charges', 'ledger', 'check'].map((tab) => [`operator-${tab}`, `/admin/transactions?tab=${tab}`])),
        'operator-orders': '/admin/orders',
        ...(await pagesOfOrders(world, 'operator', token)),
        'operator-subscriptions': '/admin/subscriptions',
        'operator-live': '/admin/live',
        'operator-coupons': '/admin/coupons',
        'operator-packages': '/admin/packages',
        'operator-countries': '/admin/countries',
        'operator-mails': '/admin/mails',
        'operator-mail': `/admin/mails/${mails.data[0]?._id ?? ''}`,
        ...Object.fromEntries(settingGroups.map((group) => [`operator-settings-${group}`, `/admin/settings/${group}`])),
      });
    });
  },
  { DEMO_PASSWORD: secret },
);
