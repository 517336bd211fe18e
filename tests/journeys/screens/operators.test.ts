/**
 * Every screen of operators, at both sizes and in both themes: without console errors, accessible, without layout shifts, no wider
 * than the window, and with its headings in the server-rendered HTML.
 */
import { settingGroups } from '@contract/kernel/settings';
import { storeBounceReport } from '@server/platform/mail/bounces';
import { withCast } from '../../kit/browser/cast';
import { journey } from '../../kit/browser/journey';
import { signUpFan } from '../../kit/people/people';
import { createDispute, pagesOfOrders, ensurePayoutRequest, tokenOf } from '../../kit/browser/tour-pages';
import { inspectScreens } from '../../kit/browser/tour';

journey(
  'Screens',
  (story) => {
    story.onDesktop("of operators' own accounts pass every check", async ({ site, visit }) => {
      const operator = await visit({ token: await tokenOf(site.testHost, 'olive') });
      await inspectScreens(operator, {
        'operator-messages': '/messages',
        'operator-notifications': '/notifications',
        'operator-account-privacy': '/user/account?section=privacy',
        'operator-account-notifications': '/user/account?section=notifications',
      });
    });

    story.onDesktop("of the operators' console pass every check", async ({ site, size, visit }) => {
      const token = await tokenOf(site.testHost, 'olive');
      const { testHost } = site;
      // The demo data contains no mail; signing up sends one.
      await signUpFan(testHost, `newcomer-${size}`);
      const undeliverableAddress = `wrong-${size}@example.com`;
      await storeBounceReport(testHost.ctx, {
        key: undeliverableAddress,
        address: undeliverableAddress,
        kind: 'hard',
        reason: '550 5.1.1 no such user',
        at: testHost.clock.now(),
      });
      const { data: performers } = await testHost.call('GET /admin/performers/search', { query: { q: 'chen' } }, { token });
      const { data: users } = await testHost.call('GET /admin/users/search', { query: { q: 'finn' } }, { token });
      const payout = await ensurePayoutRequest(testHost, await tokenOf(site.testHost, 'ada'));
      const { data: mails } = await testHost.call('GET /admin/mails/search', {}, { token });
      const { data: appearances } = await testHost.call('GET /appearances', { query: {} }, { token: await tokenOf(testHost, 'ada') });
      const operator = await visit({ token });
      await inspectScreens(operator, {
        'operator-overview': '/admin',
        'operator-performers': '/admin/performers',
        'operator-performer': `/admin/performers/${performers.data[0]?._id ?? ''}`,
        'operator-users': '/admin/users',
        'operator-user': `/admin/users/${users.data[0]?._id ?? ''}`,
        'operator-payouts': '/admin/payouts',
        'operator-payout': `/admin/payouts/${payout}`,
        'operator-payments': '/admin/transactions',
        ...Object.fromEntries(['charges', 'ledger', 'check'].map((tab) => [`operator-${tab}`, `/admin/transactions?tab=${tab}`])),
        'operator-disputes': '/admin/disputes',
        'operator-dispute': `/admin/disputes/${await createDispute(testHost, await tokenOf(testHost, 'finn'))}`,
        'operator-releases': '/admin/releases',
        'operator-record': `/admin/content/records/${appearances.data[0]?.item._id ?? ''}`,
        'operator-orders': '/admin/orders',
        ...(await pagesOfOrders(testHost, 'operator', token)),
        'operator-subscriptions': '/admin/subscriptions',
        'operator-live': '/admin/live',
        'operator-coupons': '/admin/coupons',
        'operator-packages': '/admin/packages',
        'operator-countries': '/admin/countries',
        'operator-mails': '/admin/mails',
        'operator-undeliverable': '/admin/mails/undeliverable',
        'operator-mail': `/admin/mails/${mails.data[0]?._id ?? ''}`,
        ...Object.fromEntries(settingGroups.map((group) => [`operator-settings-${group}`, `/admin/settings/${group}`])),
      });
    });
  },
  ...withCast,
);
