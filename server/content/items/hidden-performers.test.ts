/** Lists leave out the content of hidden performers, whether it was published before or after the performer was hidden. */
import { eq } from 'drizzle-orm';
import { inTransaction } from '@server/platform/context';
import { accounts } from '@server/platform/db/schema/accounts';
import { performers } from '@server/platform/db/schema/performers';
import { signUpPerformer } from '../../../tests/kit/people/people';
import { publishItem } from '../../../tests/kit/content/published-item';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { syncDueListings } from './listing';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

const setStatus = (id: string, status: 'active' | 'suspended') =>
  inTransaction(testHost.ctx, ({ db }) => db.update(accounts).set({ status }).where(eq(accounts.id, id)));
const setVerification = (id: string, verification: 'approved' | 'rejected') =>
  testHost.ctx.db.update(performers).set({ verification }).where(eq(performers.accountId, id));

/** The number of matches, which is the same in every kind of list. */
async function matchCount(performerId: string, q: string): Promise<number> {
  const listVideos = async (query: object) => (await testHost.call('GET /performer-assets/videos/search', { query })).data;
  const pages = [
    await listVideos({ q }),
    await listVideos({ q, sortBy: 'popular' }),
    await listVideos({ performerId }),
    await listVideos({ q, performerId }),
  ];
  const all = await listVideos({ limit: 100 });
  const { totals } = (await testHost.call('POST /search/keywords', { body: { keyword: q } })).data;
  const shown = all.data.filter(({ performer }) => performer._id === performerId).length;
  const counts = new Set([...pages.flatMap(({ data, total }) => [data.length, total]), shown, totals.videos]);
  expect([...counts]).toHaveLength(1);
  return shown;
}

test('published items disappear while their performer is hidden', async () => {
  const { id } = await signUpPerformer(testHost);
  await publishItem(testHost, { id }, 'video', { audience: 'public' }, 'Nightingale');
  expect(await matchCount(id, 'nightingale')).toBe(1);
  for (const [hide, restore] of [
    [() => setStatus(id, 'suspended'), () => setStatus(id, 'active')],
    [() => setVerification(id, 'rejected'), () => setVerification(id, 'approved')],
  ] as const) {
    await hide();
    expect(await matchCount(id, 'nightingale')).toBe(0);
    await restore();
    expect(await matchCount(id, 'nightingale')).toBe(1);
  }
});

test('items that are published while the performer is hidden appear once the performer is visible', async () => {
  const { id } = await signUpPerformer(testHost);
  const scheduledAt = new Date(testHost.clock.now().getTime() + 60_000);
  await publishItem(testHost, { id }, 'video', { audience: 'public', scheduledAt }, 'Kingfisher');
  await setStatus(id, 'suspended');
  testHost.clock.advance({ seconds: 61 });
  expect(await syncDueListings(testHost.ctx)).toBe(1);
  expect(await matchCount(id, 'kingfisher')).toBe(0);
  await setStatus(id, 'active');
  expect(await matchCount(id, 'kingfisher')).toBe(1);
});

test('an item published concurrently with the suspension of its performer is not found', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await signUpPerformer(testHost);
    await Promise.all([
      publishItem(testHost, { id }, 'video', { audience: 'public' }, `Skylark${String(round)}`),
      setStatus(id, 'suspended'),
    ]);
    expect(await matchCount(id, `skylark${String(round)}`)).toBe(0);
  }
});
