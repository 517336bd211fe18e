/**
 * A page that arrives in pieces, as over a slow line: what is already there stays where it is when the rest comes. A grid that
 * makes room only for what it holds widens its first child until the neighbour arrives.
 */
import { withCast } from '../../kit/browser/cast';
import { journey } from '../../kit/browser/journey';
import { pagesOfOrders, payoutOf, tokenOf } from '../../support/shown-pages';
import { startSlowPages, type SlowPages } from '../../support/slow-pages';
import type { Visitor } from '../../support/visitor';

async function trickle(visitor: Visitor, screens: Record<string, string>): Promise<void> {
  const troubles: string[] = [];
  for (const [name, path] of Object.entries(screens)) {
    await visitor.open(path);
    await visitor.page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' });
    await visitor.look(name).catch((error: unknown) => troubles.push(String(error)));
    visitor.troubles().length = 0;
  }
  expect(troubles).toEqual([]);
}

journey(
  'A page that comes in pieces',
  (tell) => {
    let slow: SlowPages;
    beforeAll(async () => {
      slow = await startSlowPages();
    });
    afterAll(() => slow.close());
    // A browser asks a proxy for loopback addresses only when told so.
    const proxy = () => ({ server: slow.server, bypass: '<-loopback>' });

    tell.onDesktop('moves nothing that is already there, for operators', async ({ site: { world }, visit }) => {
      const token = await tokenOf(world, 'olive');
      const { data: performers } = await world.call('GET /admin/performers/search', { query: { q: 'chen' } }, { token });
      const { data: people } = await world.call('GET /admin/users/search', { query: { q: 'finn' } }, { token });
      await trickle(await visit({ token, proxy: proxy() }), {
        'pieces-overview': '/admin',
        'pieces-performer': `/admin/performers/${performers.data[0]?._id ?? ''}`,
        'pieces-user': `/admin/users/${people.data[0]?._id ?? ''}`,
        'pieces-payout': `/admin/payouts/${await payoutOf(world, await tokenOf(world, 'ada'))}`,
        'pieces-reports': '/admin/reports',
        ...(await pagesOfOrders(world, 'operator', token)),
      });
    });

    tell.onDesktop('nor for guests and performers', async ({ site: { world }, visit }) => {
      const token = await tokenOf(world, 'ada');
      await trickle(await visit({ proxy: proxy() }), { 'pieces-landing': '/', 'pieces-profile': '/ada' });
      await trickle(await visit({ token, proxy: proxy() }), {
        'pieces-earnings': '/ada?tab=earnings',
        'pieces-wallet': '/wallet',
        'pieces-home': '/home',
      });
    });
  },
  ...withCast,
);
