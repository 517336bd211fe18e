/** Lists leave out what stands on a closed page, whichever came first: that it was published, or that the page was closed. */
import { eq } from 'drizzle-orm';
import { inTransaction } from '@server/platform/context';
import { accounts, performers } from '@server/platform/db/schema/schema';
import { signUpPerformer } from '../../../tests/kit/people/people';
import { published } from '../../../tests/kit/content/published-item';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { relistDue } from '../../content/items/listing';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const setStatus = (id: string, status: 'active' | 'suspended') =>
  inTransaction(world.ctx, ({ db }) => db.update(accounts).set({ status }).where(eq(accounts.id, id)));
const setVerification = (id: string, verification: 'approved' | 'rejected') =>
  world.ctx.db.update(performers).set({ verification }).where(eq(performers.accountId, id));

/** How many of these each kind of list finds, which is the same number for all of them. */
async function found(performerId: string, q: string): Promise<number> {
  const ask = async (query: object) => (await world.call('GET /performer-assets/videos/search', { query })).data;
  const pages = [await ask({ q }), await ask({ q, sortBy: 'popular' }), await ask({ performerId }), await ask({ q, performerId })];
  const all = await ask({ limit: 100 });
  const { totals } = (await world.call('POST /search/keywords', { body: { keyword: q } })).data;
  const shown = all.data.filter(({ performer }) => performer._id === performerId).length;
  const counts = new Set([...pages.flatMap(({ data, total }) => [data.length, total]), shown, totals.videos]);
  expect([...counts]).toHaveLength(1);
  return shown;
}

test('What is published goes with the page and comes back with it', async () => {
  const { id } = await signUpPerformer(world);
  await published(world, { id }, 'video', { audience: 'public' }, 'Nightingale');
  expect(await found(id, 'nightingale')).toBe(1);
  for (const [close, open] of [
    [() => setStatus(id, 'suspended'), () => setStatus(id, 'active')],
    [() => setVerification(id, 'rejected'), () => setVerification(id, 'approved')],
  ] as const) {
    await close();
    expect(await found(id, 'nightingale')).toBe(0);
    await open();
    expect(await found(id, 'nightingale')).toBe(1);
  }
});

test('What comes out while the page is closed waits for it to open', async () => {
  const { id } = await signUpPerformer(world);
  const scheduledAt = new Date(world.clock.now().getTime() + 60_000);
  await published(world, { id }, 'video', { audience: 'public', scheduledAt }, 'Kingfisher');
  await setStatus(id, 'suspended');
  world.clock.advance({ seconds: 61 });
  expect(await relistDue(world.ctx)).toBe(1);
  expect(await found(id, 'kingfisher')).toBe(0);
  await setStatus(id, 'active');
  expect(await found(id, 'kingfisher')).toBe(1);
});

test('Who publishes and is suspended at the same moment is not found', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await signUpPerformer(world);
    await Promise.all([published(world, { id }, 'video', { audience: 'public' }, `Skylark${String(round)}`), setStatus(id, 'suspended')]);
    expect(await found(id, `skylark${String(round)}`)).toBe(0);
  }
});
