/**
 * A page that arrives in chunks, as over a slow network: content that is already displayed does not move when the rest arrives.
 * Example of a mistake: a grid whose tracks depend on its content widens the first child until the second one arrives.
 */
import { withCast } from '../../kit/browser/cast';
import { journey } from '../../kit/browser/journey';
import { pagesOfOrders, ensurePayoutRequest, tokenOf } from '../../kit/browser/tour-pages';
import { startSlowDocumentProxy, type SlowDocumentProxy } from '../../kit/processes/slow-document-proxy';
import type { Visitor } from '../../kit/browser/visitor';

async function checkScreens(visitor: Visitor, screens: Record<string, string>): Promise<void> {
  const problems: string[] = [];
  for (const [name, path] of Object.entries(screens)) {
    await visitor.open(path);
    await visitor.page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' });
    await visitor.check(name).catch((error: unknown) => problems.push(String(error)));
    visitor.problems().length = 0;
  }
  expect(problems).toEqual([]);
}

journey(
  'A page that arrives in chunks',
  (story) => {
    let slowProxy: SlowDocumentProxy;
    beforeAll(async () => {
      slowProxy = await startSlowDocumentProxy();
    });
    afterAll(() => slowProxy.close());
    // A browser uses a proxy for loopback addresses only with this setting.
    const proxy = () => ({ server: slowProxy.server, bypass: '<-loopback>' });

    story.onDesktop('does not move displayed content, for operators', async ({ site: { testHost }, visit }) => {
      const token = await tokenOf(testHost, 'olive');
      const { data: performers } = await testHost.call('GET /admin/performers/search', { query: { q: 'chen' } }, { token });
      const { data: users } = await testHost.call('GET /admin/users/search', { query: { q: 'finn' } }, { token });
      await checkScreens(await visit({ token, proxy: proxy() }), {
        'pieces-overview': '/admin',
        'pieces-performer': `/admin/performers/${performers.data[0]?._id ?? ''}`,
        'pieces-user': `/admin/users/${users.data[0]?._id ?? ''}`,
        'pieces-payout': `/admin/payouts/${await ensurePayoutRequest(testHost, await tokenOf(testHost, 'ada'))}`,
        'pieces-reports': '/admin/reports',
        ...(await pagesOfOrders(testHost, 'operator', token)),
      });
    });

    story.onDesktop('does not move displayed content, for guests and performers', async ({ site: { testHost }, visit }) => {
      const token = await tokenOf(testHost, 'ada');
      await checkScreens(await visit({ proxy: proxy() }), { 'pieces-landing': '/', 'pieces-profile': '/ada' });
      await checkScreens(await visit({ token, proxy: proxy() }), {
        'pieces-earnings': '/ada?tab=earnings',
        'pieces-wallet': '/wallet',
        'pieces-home': '/home',
      });
    });
  },
  ...withCast,
);
