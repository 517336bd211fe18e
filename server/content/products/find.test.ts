/** Finding products: what of a store is shown, to whom, in which order, and at what cost. */
import { eq } from 'drizzle-orm';
import { accounts, items, performers } from '@server/platform/db/schema/schema';
import { addProduct, fillStore } from '../../../tests/kit/content/products';
import { signUpFan, signUpPerformer, somePicture } from '../../../tests/kit/people/people';
import { countingQueries } from '../../../tests/support/queries';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let visitorCountry: string | null = null;
let fan: Awaited<ReturnType<typeof signUpFan>>;
beforeAll(async () => {
  world = await openWorld({}, { geo: { countryOf: () => Promise.resolve(visitorCountry) } });
  fan = await signUpFan(world);
});
afterAll(() => world.close());
beforeEach(() => {
  visitorCountry = null;
});

const nobody = '0198c0de-0000-7000-8000-00000000dead';
const view = (id: string, token: string | null = null) => world.call('GET /performer-assets/products/:id', { params: { id } }, { token });
const search = async (query: Record<string, unknown>, token: string | null = null) =>
  (await world.call('GET /performer-assets/products/search', { query }, { token })).data;
const searchOwn = async (query: Record<string, unknown>, token: string) =>
  (await world.call('GET /performer/performer-assets/products/search', { query }, { token })).data;
const names = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name);

describe('finding products', () => {
  test('shows what is on sale and nothing else, to whom it is open', async () => {
    const [bruno, gone, blocked] = [await signUpPerformer(world), await signUpPerformer(world), await signUpFan(world)];
    const [shown] = [
      await addProduct(world, bruno, { name: 'Shown' }),
      await addProduct(world, bruno, { name: 'Draft', status: 'draft' }),
      await addProduct(world, bruno, { name: 'Hidden', status: 'inactive' }),
    ];
    const other = await addProduct(world, gone, { name: 'Of somebody gone' });
    const of = async (performerId: string, token: string | null = null) => names(await search({ performerId }, token));
    expect(await of(bruno.id)).toEqual(['Shown']);
    expect(await of(bruno.id, bruno.token)).toEqual(['Shown']);
    expect((await searchOwn({}, bruno.token)).total).toBe(3);
    expect(names(await searchOwn({ state: 'draft' }, bruno.token))).toEqual(['Draft']);
    await world.call('POST /block/users', { body: { targetId: blocked.id } }, { token: bruno.token });
    expect(await of(bruno.id, blocked.token)).toEqual([]);
    expect((await view(shown._id, blocked.token)).refusal.error).toBe('blocked_by_performer');
    await world.call('POST /block/countries', { body: { countryCodes: ['FR'] } }, { token: bruno.token });
    visitorCountry = 'FR';
    expect(await of(bruno.id, fan.token)).toEqual([]);
    expect((await view(shown._id)).refusal.error).toBe('blocked_by_performer');
    visitorCountry = null;
    expect(await of(bruno.id, fan.token)).toEqual(['Shown']);
    expect(await of(gone.id)).toEqual(['Of somebody gone']);
    await world.ctx.db.update(performers).set({ verification: 'rejected' }).where(eq(performers.accountId, gone.id));
    expect(await of(gone.id)).toEqual([]);
    expect((await view(other._id)).refusal.error).toBe('product_not_found');
    await world.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, bruno.id));
    expect(await of(bruno.id)).toEqual([]);
  });

  test('narrows by type, stock, words and ids, and orders by name, price, looks and stock', async () => {
    const bruno = await signUpPerformer(world);
    const book = await addProduct(world, bruno, { name: 'B book', type: 'digital', price: 3 });
    const card = await addProduct(world, bruno, { name: 'C card', price: 1, stock: 0, description: 'With a giraffe.' });
    const album = await addProduct(world, bruno, { name: 'A album', price: 2, stock: 9 });
    await world.ctx.db.update(items).set({ views: 5 }).where(eq(items.id, card._id));
    const found = async (query: Record<string, unknown>) => names(await search({ performerId: bruno.id, ...query }));
    expect(await found({ type: 'digital' })).toEqual(['B book']);
    expect(await found({ inStock: true, sortBy: 'name', sort: 'asc' })).toEqual(['A album', 'B book']);
    expect(await found({ inStock: false })).toEqual(['C card']);
    expect(await found({ q: 'giraffe' })).toEqual(['C card']);
    expect(await found({ sortBy: 'price', sort: 'desc' })).toEqual(['B book', 'A album', 'C card']);
    expect((await found({ sortBy: 'popular' }))[0]).toBe('C card');
    expect(await found({ excludedId: book._id, sortBy: 'name', sort: 'asc' })).toEqual(['A album', 'C card']);
    await world.call(
      'PUT /performer/performer-assets/products/:id',
      { params: { id: album._id }, files: { image: undefined, digitalFile: undefined }, body: { status: 'inactive' } },
      { token: bruno.token },
    );
    expect(names(await search({ ids: [book._id, card._id, album._id, nobody], sortBy: 'name', sort: 'asc' }))).toEqual([
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

  test('costs the same number of queries for ten and for a hundred', async () => {
    const bruno = await signUpPerformer(world);
    // Some with pictures, some without.
    await fillStore(world, bruno, 90);
    const picture = await somePicture(64, 48);
    for (let index = 0; index < 10; index += 1) await addProduct(world, bruno, {}, index % 2 === 0 ? { image: picture } : {});
    const lists = [
      (limit: number) => search({ performerId: bruno.id, limit }, fan.token),
      (limit: number) => searchOwn({ limit }, bruno.token),
    ];
    for (const list of lists) {
      const few = await countingQueries(world, () => list(10));
      const many = await countingQueries(world, () => list(100));
      expect([few.result.data.length, many.result.data.length]).toEqual([10, 100]);
      expect(many.queries).toBe(few.queries);
    }
  });
});
