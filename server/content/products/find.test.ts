/** Finding products: visibility, order, and number of queries. */
import { eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { items } from '@server/platform/db/schema/content';
import { performers } from '@server/platform/db/schema/performers';
import { addProduct, fillStore } from '../../../tests/kit/content/products';
import { signUpFan, signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { countQueries } from '../../../tests/kit/host/queries';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let visitorCountry: string | null = null;
let fan: Awaited<ReturnType<typeof signUpFan>>;
beforeAll(async () => {
  testHost = await openTestHost({}, { geo: { countryOf: () => Promise.resolve(visitorCountry) } });
  fan = await signUpFan(testHost);
});
afterAll(() => testHost.close());
beforeEach(() => {
  visitorCountry = null;
});

const missingId = '0198c0de-0000-7000-8000-00000000dead';
const view = (id: string, token: string | null = null) =>
  testHost.call('GET /performer-assets/products/:id', { params: { id } }, { token });
const search = async (query: Record<string, unknown>, token: string | null = null) =>
  (await testHost.call('GET /performer-assets/products/search', { query }, { token })).data;
const searchOwn = async (query: Record<string, unknown>, token: string) =>
  (await testHost.call('GET /performer/performer-assets/products/search', { query }, { token })).data;
const names = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name);

describe('finding products', () => {
  test('shows only products on sale, to visitors who may see them', async () => {
    const [bruno, unverified, blocked] = [await signUpPerformer(testHost), await signUpPerformer(testHost), await signUpFan(testHost)];
    const [shown] = [
      await addProduct(testHost, bruno, { name: 'Shown' }),
      await addProduct(testHost, bruno, { name: 'Draft', status: 'draft' }),
      await addProduct(testHost, bruno, { name: 'Hidden', status: 'inactive' }),
    ];
    const other = await addProduct(testHost, unverified, { name: 'Of an unverified performer' });
    const namesBy = async (performerId: string, token: string | null = null) => names(await search({ performerId }, token));
    expect(await namesBy(bruno.id)).toEqual(['Shown']);
    expect(await namesBy(bruno.id, bruno.token)).toEqual(['Shown']);
    expect((await searchOwn({}, bruno.token)).total).toBe(3);
    expect(names(await searchOwn({ state: 'draft' }, bruno.token))).toEqual(['Draft']);
    await testHost.call('POST /block/users', { body: { targetId: blocked.id } }, { token: bruno.token });
    expect(await namesBy(bruno.id, blocked.token)).toEqual([]);
    expect((await view(shown._id, blocked.token)).errorBody.error).toBe('blocked_by_performer');
    await testHost.call('POST /block/countries', { body: { countryCodes: ['FR'] } }, { token: bruno.token });
    visitorCountry = 'FR';
    expect(await namesBy(bruno.id, fan.token)).toEqual([]);
    expect((await view(shown._id)).errorBody.error).toBe('blocked_by_performer');
    visitorCountry = null;
    expect(await namesBy(bruno.id, fan.token)).toEqual(['Shown']);
    expect(await namesBy(unverified.id)).toEqual(['Of an unverified performer']);
    await testHost.ctx.db.update(performers).set({ verification: 'rejected' }).where(eq(performers.accountId, unverified.id));
    expect(await namesBy(unverified.id)).toEqual([]);
    expect((await view(other._id)).errorBody.error).toBe('product_not_found');
    await testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, bruno.id));
    expect(await namesBy(bruno.id)).toEqual([]);
  });

  test('filters by type, stock, text and ids, and sorts by name, price, views and stock', async () => {
    const bruno = await signUpPerformer(testHost);
    const book = await addProduct(testHost, bruno, { name: 'B book', type: 'digital', price: 3 });
    const card = await addProduct(testHost, bruno, { name: 'C card', price: 1, stock: 0, description: 'With a giraffe.' });
    const album = await addProduct(testHost, bruno, { name: 'A album', price: 2, stock: 9 });
    await testHost.ctx.db.update(items).set({ views: 5 }).where(eq(items.id, card._id));
    const found = async (query: Record<string, unknown>) => names(await search({ performerId: bruno.id, ...query }));
    expect(await found({ type: 'digital' })).toEqual(['B book']);
    expect(await found({ inStock: true, sortBy: 'name', sort: 'asc' })).toEqual(['A album', 'B book']);
    expect(await found({ inStock: false })).toEqual(['C card']);
    expect(await found({ q: 'giraffe' })).toEqual(['C card']);
    expect(await found({ sortBy: 'price', sort: 'desc' })).toEqual(['B book', 'A album', 'C card']);
    expect((await found({ sortBy: 'popular' }))[0]).toBe('C card');
    expect(await found({ excludedId: book._id, sortBy: 'name', sort: 'asc' })).toEqual(['A album', 'C card']);
    await testHost.call(
      'PUT /performer/performer-assets/products/:id',
      { params: { id: album._id }, files: { image: undefined, digitalFile: undefined }, body: { status: 'inactive' } },
      { token: bruno.token },
    );
    expect(names(await search({ ids: [book._id, card._id, album._id, missingId], sortBy: 'name', sort: 'asc' }))).toEqual([
      'B book',
      'C card',
    ]);
    expect(names(await searchOwn({ sortBy: 'stock', sort: 'asc' }, bruno.token))).toEqual(['C card', 'A album', 'B book']);
    expect(names(await searchOwn({ type: 'physical', q: 'album' }, bruno.token))).toEqual(['A album']);
    const first = await search({ performerId: bruno.id, sortBy: 'price', sort: 'asc', limit: 1 });
    expect(names(await search({ performerId: bruno.id, sortBy: 'price', sort: 'asc', limit: 1, cursor: first.nextCursor }))).toEqual([
      'B book',
    ]);
  });

  test('uses the same number of queries for ten products and for a hundred', async () => {
    const bruno = await signUpPerformer(testHost);
    // Products with and without images.
    await fillStore(testHost, bruno, 90);
    const picture = await sampleImage(64, 48);
    for (let index = 0; index < 10; index += 1) await addProduct(testHost, bruno, {}, index % 2 === 0 ? { image: picture } : {});
    const lists = [
      (limit: number) => search({ performerId: bruno.id, limit }, fan.token),
      (limit: number) => searchOwn({ limit }, bruno.token),
    ];
    for (const list of lists) {
      const few = await countQueries(testHost, () => list(10));
      const many = await countQueries(testHost, () => list(100));
      expect([few.result.data.length, many.result.data.length]).toEqual([10, 100]);
      expect(many.queries).toBe(few.queries);
    }
  });
});
