/** Every screen of operators, at both sizes and in both themes: silent, accessible, at rest, no wider than its window, with its headings there before any script has run. */
import { settingGroups } from '@contract/kernel/settings';
import { withCast } from '../../kit/browser/cast';
import { journey } from '../../kit/browser/journey';
import { signUpFan } from '../../kit/people/people';
import { pagesOfOrders, payoutOf, tokenOf } from '../../support/shown-pages';
import { see } from '../../support/tour';

// A story here is twenty screens long; on a busy machine each takes a while.
jest.setTimeout(600_000);

journey(
  'The screens',
  (tell) => {
    tell.onDesktop('of operators about themselves', async ({ site, visit }) => {
      const operator = await visit({ token: await tokenOf(site.world, 'olive') });
      await see(operator, {
        'operator-messages': '/messages',
        'operator-notifications': '/notifications',
        'operator-account-privacy': '/user/account?section=privacy',
        'operator-account-notifications': '/user/account?section=notifications',
      });
    });

    tell.onDesktop('of operators', async ({ site, size, visit }) => {
      const token = await tokenOf(site.world, 'olive');
      const { world } = site;
      // The demonstration itself sends no mail; a newcomer gets one.
      await signUpFan(world, `newcomer-${size}`);
      const { data: performers } = await world.call('GET /admin/performers/search', { query: { q: 'chen' } }, { token });
      const { data: people } = await world.call('GET /admin/users/search', { query: { q: 'finn' } }, { token });
      const payout = await payoutOf(world, await tokenOf(site.world, 'ada'));
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
  ...withCast,
);
