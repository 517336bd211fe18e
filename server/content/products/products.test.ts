/** Products: who keeps a store, what is refused, and pieces that are sold. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { files, performers, products } from '@server/platform/db/schema/schema';
import { inTransaction } from '@server/platform/context';
import { addProduct, buyOne, tellOrder, someFile } from '../../../tests/kit/content/products';
import { somebodyWaits } from '../../../tests/support/books';
import { signUpFan, signUpPerformer, somePicture } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { lockForSale, returnStock, takeStock } from './products';

let world: World;
let ada: Awaited<ReturnType<typeof signUpPerformer>>;
let fan: Awaited<ReturnType<typeof signUpFan>>;
let picture: Blob;
beforeAll(async () => {
  world = await openWorld();
  [ada, fan, picture] = [await signUpPerformer(world, 'ada'), await signUpFan(world), await somePicture(64, 48)];
});
afterAll(() => world.close());

const nobody = '0198c0de-0000-7000-8000-00000000dead';
type Fields = Record<string, string | number | string[]>;
type Sent = Partial<Record<'image' | 'digitalFile', Blob>>;

const make = (body: Fields, sent: Sent = {}, token = ada.token) =>
  world.call(
    'POST /performer/performer-assets/products',
    {
      files: { image: undefined, digitalFile: undefined, ...sent },
      body: { name: 'A print', type: 'physical', price: 5, stock: 3, ...body },
    },
    { token },
  );
const change = (id: string, body: Fields, sent: Sent = {}, token = ada.token) =>
  world.call(
    'PUT /performer/performer-assets/products/:id',
    { params: { id }, files: { image: undefined, digitalFile: undefined, ...sent }, body },
    { token },
  );
const upload = async (token = ada.token) =>
  world.call('POST /performer/performer-assets/products/images/upload', { files: { image: picture } }, { token });
const own = (id: string, token = ada.token) =>
  world.call('GET /performer/performer-assets/products/:id/view', { params: { id } }, { token });
const remove = (id: string, token = ada.token) =>
  world.call('DELETE /performer/performer-assets/products/:id', { params: { id } }, { token });
const view = (id: string, token: string | null = null) => world.call('GET /performer-assets/products/:id', { params: { id } }, { token });
const fileRow = async (id: string) => (await world.ctx.db.select().from(files).where(eq(files.id, id)))[0];
const linkTo = (id: string, token: string) => world.call('GET /performer-assets/products/:id/download-link', { params: { id } }, { token });
describe('a product', () => {
  test('is made with its pictures, found by id and slug, changed and deleted, and the totals follow', async () => {
    const total = async () =>
      (await world.ctx.db.select().from(performers).where(eq(performers.accountId, ada.id)))[0]?.totalProducts ?? -1;
    const before = await total();
    const sent = (await upload()).data;
    const body = { name: 'Évora, a print', description: 'On thick paper.', deliveryNote: 'Within a week.', imageIds: [sent._id] };
    const { data: made } = await make(body, { image: picture });
    expect(made).toMatchObject({
      kind: 'product',
      type: 'physical',
      state: 'published',
      price: 5,
      stock: 3,
      description: 'On thick paper.',
      deliveryNote: 'Within a week.',
      totalSold: 0,
      digitalFile: null,
      isBought: false,
    });
    expect(made.images).toHaveLength(2);
    expect(made.images[1]?._id).toBe(sent._id);
    expect(made.image?._id).toBe(made.images[0]?._id);
    expect(await total()).toBe(before + 1);
    const seen = (await view(made.slug)).data;
    expect(seen).toMatchObject({ _id: made._id, name: 'Évora, a print', totalSold: null, performer: { username: 'ada' } });
    expect(seen.image?.thumbnailUrl).toContain('/media/');
    await view(made._id, fan.token);
    await view(made._id, fan.token);
    await view(made._id, ada.token);
    expect((await own(made._id)).data.stats.views).toBe(2);

    const changed = await change(made._id, { name: 'A drawing', price: '7.50', stock: 0, status: 'inactive', deliveryNote: '' });
    expect(changed.data).toMatchObject({ name: 'A drawing', price: 7.5, stock: 0, state: 'inactive', deliveryNote: '', slug: made.slug });
    expect(changed.data.images).toHaveLength(2);
    expect((await view(made._id)).refusal.error).toBe('product_not_found');
    expect(await total()).toBe(before);
    expect((await change(made._id, { status: 'active' })).data).toMatchObject({ state: 'published', description: 'On thick paper.' });
    expect((await remove(made._id)).data).toEqual({ deleted: true });
    expect(await total()).toBe(before);
    for (const answer of [await view(made._id), await view(made._id, ada.token), await own(made._id), await remove(made._id)])
      expect(answer.refusal.error).toBe('product_not_found');
    expect((await fileRow(sent._id))?.attachedTo).toBeNull();
  });

  test('keeps its pictures in the order that it is told, takes new ones in front, and lets the others go', async () => {
    const [one, two, three] = [(await upload()).data._id, (await upload()).data._id, (await upload()).data._id];
    const { data: made } = await make({ imageIds: [one, two, three] });
    const after = await change(made._id, { imageIds: [three, one] }, { image: picture });
    expect(after.data.images.map(({ _id }) => _id)).toEqual([after.data.image?._id, three, one]);
    expect((await fileRow(two))?.attachedTo).toBeNull();
    const added = (await change(made._id, {}, { image: picture })).data.images;
    expect(added.slice(1).map(({ _id }) => _id)).toEqual(after.data.images.map(({ _id }) => _id));
    expect((await change(made._id, { imageIds: '' })).data).toMatchObject({ image: null, images: [] });
    for (const id of [one, three]) expect((await fileRow(id))?.attachedTo).toBeNull();
  });

  test('has ten pictures at the most', async () => {
    const ids: string[] = [];
    for (let count = 0; count < limits.productImagesMax; count += 1) ids.push((await upload()).data._id);
    const { data: made } = await make({ imageIds: ids });
    expect(made.images).toHaveLength(limits.productImagesMax);
    const { refusal } = await change(made._id, {}, { image: picture });
    expect([refusal.error, refusal.issues?.[0]?.path]).toEqual(['invalid_request', 'imageIds']);
    expect((await own(made._id)).data.images).toHaveLength(limits.productImagesMax);
  });

  test('that is sent by post is counted, and one that is a file has an end only where it is given one', async () => {
    for (const stock of ['', 'null', undefined])
      expect((await make({ stock: stock as string })).refusal).toMatchObject({ error: 'invalid_request', issues: [{ path: 'stock' }] });
    const { data: print } = await make({});
    expect((await change(print._id, { stock: '' })).refusal).toMatchObject({ error: 'invalid_request', issues: [{ path: 'stock' }] });
    for (const stock of [-1, 1.5, limits.stockMax + 1]) expect((await change(print._id, { stock })).refusal.error).toBe('invalid_request');
    const endless = await addProduct(world, ada, { type: 'digital' });
    expect(endless.stock).toBeNull();
    expect((await change(endless._id, { stock: 7 })).data.stock).toBe(7);
    expect((await change(endless._id, { stock: '' })).data.stock).toBeNull();
  });

  test('needs a price', async () => {
    const { refusal } = await make({ price: undefined as unknown as string });
    expect([refusal.error, refusal.issues?.[0]?.path]).toEqual(['invalid_request', 'price']);
  });

  test('is hers alone', async () => {
    const bruno = await signUpPerformer(world);
    const { _id } = await addProduct(world, ada);
    for (const answer of [await own(_id, bruno.token), await change(_id, {}, {}, bruno.token), await remove(_id, bruno.token)])
      expect(answer.refusal.error).toBe('product_not_found');
    expect((await world.call('GET /performer/performer-assets/products/search', {}, bruno)).data.total).toBe(0);
  });
});

describe('what is refused', () => {
  test('by name, at either door', async () => {
    const late = await signUpPerformer(world, 'late', 'pending');
    const bruno = await signUpPerformer(world);
    const [mine, hers] = [await addProduct(world, ada, {}, { image: picture }), await addProduct(world, bruno, {}, { image: picture })];
    const paper = await world.call('POST /performer/feeds/photo/upload', { files: { file: picture } }, { token: ada.token });
    const used = mine.image?._id ?? '';
    const other = await addProduct(world, ada);
    for (const ask of [(body: Fields) => make(body), (body: Fields) => change(other._id, body)])
      for (const [body, error] of [
        [{ price: '0.49' }, 'price_out_of_range'],
        [{ price: 10_001 }, 'price_out_of_range'],
        [{ imageIds: [nobody] }, 'file_not_found'],
        [{ imageIds: [hers.image?._id ?? ''] }, 'file_not_found'],
        [{ imageIds: [used] }, 'file_already_used'],
        [{ imageIds: [paper.data._id] }, 'file_type_mismatch'],
      ] as [Fields, string][])
        expect((await ask(body)).refusal.error).toBe(error);
    for (const answer of [await make({}, {}, late.token), await upload(late.token), await change(other._id, {}, {}, late.token)])
      expect(answer.refusal.error).toBe('performer_not_verified');
    for (const answer of [
      await own(nobody),
      await change(nobody, {}),
      await remove(nobody),
      await view(nobody),
      await linkTo(nobody, fan.token),
    ])
      expect(answer.refusal.error).toBe('product_not_found');
    const stored = await world.ctx.db.$count(files);
    for (const answer of [await make({}, { digitalFile: someFile() }), await change(other._id, {}, { digitalFile: someFile() })])
      expect(answer.refusal).toMatchObject({ error: 'file_type_mismatch', issues: [{ path: 'digitalFile' }] });
    expect(await world.ctx.db.$count(files)).toBe(stored);
  });

  test('a digital product without a file, unless it is a draft', async () => {
    expect((await make({ type: 'digital', stock: '' })).refusal).toMatchObject({
      error: 'file_required',
      issues: [{ path: 'digitalFile' }],
    });
    const { data: draft } = await make({ type: 'digital', stock: '', status: 'draft' });
    expect(draft).toMatchObject({ state: 'draft', digitalFile: null });
    expect((await linkTo(draft._id, ada.token)).refusal.error).toBe('not_digital');
    expect((await change(draft._id, { status: 'active' })).refusal.error).toBe('file_required');
    const { data: ready } = await change(draft._id, { status: 'active' }, { digitalFile: someFile() });
    expect(ready).toMatchObject({ state: 'published', digitalFile: { name: 'sketches.zip', status: 'finished' } });
  });

  test('a deletion while orders are on their way', async () => {
    const print = await addProduct(world, ada);
    const order = await buyOne(world, fan, print);
    expect((await remove(print._id)).refusal.error).toBe('orders_open');
    await tellOrder(world, ada, order, 'shipping');
    expect((await remove(print._id)).refusal.error).toBe('orders_open');
    await tellOrder(world, ada, order, 'delivered');
    expect((await remove(print._id)).status).toBe(200);
    expect((await view(print._id, fan.token)).data).toMatchObject({ isBought: true, name: 'A print' });
  });
});

test('a change that comes twice with one key is made once; another with that key is refused, and a copy waits', async () => {
  const print = await addProduct(world, ada, { stock: 5 });
  const more = (key: string, by = 2) =>
    world.call(
      'PUT /performer/performer-assets/products/:id',
      { params: { id: print._id }, files: { image: undefined, digitalFile: undefined }, body: { stockBy: by } },
      { token: ada.token, key },
    );
  expect((await more('k')).data.stock).toBe(7);
  expect((await more('k')).data.stock).toBe(7);
  expect((await more('k', 3)).refusal.error).toBe('idempotency_key_reused');
  const { running } = await world.ctx.db.transaction(async (tx) => {
    await tx.select().from(products).where(eq(products.itemId, print._id)).for('update');
    const first = more('slow');
    await somebodyWaits(world);
    expect((await more('slow')).refusal.error).toBe('request_in_progress');
    return { running: first };
  });
  expect((await running).data.stock).toBe(9);
});

describe('stock', () => {
  test('that is changed by so many pieces keeps what was sold meanwhile, and never falls below nothing', async () => {
    const print = await addProduct(world, ada, { stock: 5 });
    await buyOne(world, fan, print);
    expect((await change(print._id, { stockBy: 2 })).data.stock).toBe(6);
    expect((await change(print._id, { stockBy: -9 })).data.stock).toBe(0);
    expect((await change(print._id, { name: 'Another name' })).data.stock).toBe(0);
    const endless = await addProduct(world, ada, { type: 'digital' });
    expect((await change(endless._id, { stockBy: 1 })).refusal).toMatchObject({ error: 'invalid_request', issues: [{ path: 'stockBy' }] });
  });

  const left = async (id: string) => (await world.ctx.db.select().from(products).where(eq(products.itemId, id)))[0]?.stock;
  const take = (id: string, quantity: number) => inTransaction(world.ctx, (tx) => takeStock(tx, id, quantity));

  test('is never below zero, however many take at once', async () => {
    const { _id } = await addProduct(world, ada, { stock: 3 });
    const taken = await Promise.all(Array.from({ length: 20 }, () => take(_id, 1)));
    expect(taken.filter(Boolean)).toHaveLength(3);
    expect(await left(_id)).toBe(0);
    await inTransaction(world.ctx, (tx) => returnStock(tx, _id, 2));
    expect([await take(_id, 3), await take(_id, 2), await left(_id)]).toEqual([false, true, 0]);
  });

  test('of a file has no end', async () => {
    const { _id } = await addProduct(world, ada, { type: 'digital' });
    expect(await take(_id, 50)).toBe(true);
    await inTransaction(world.ctx, (tx) => returnStock(tx, _id, 50));
    expect(await left(_id)).toBeNull();
    expect(await take(nobody, 1)).toBe(false);
  });

  test('is held with the price while it is sold', async () => {
    const [print, file] = [await addProduct(world, ada, { name: 'Held' }), await addProduct(world, ada, { type: 'digital' })];
    let changed: Promise<unknown> | undefined;
    await inTransaction(world.ctx, async (tx) => {
      const held = await lockForSale(tx, [file._id, print._id, nobody]);
      expect(held.size).toBe(2);
      const expected = {
        id: print._id,
        performerId: ada.id,
        name: 'Held',
        slug: print.slug,
        type: 'physical',
        stock: 5,
        price_cents: 1250n,
      };
      expect(held.get(print._id)).toEqual({ ...expected, isListed: true });
      changed = change(print._id, { price: 99, stock: 1, status: 'inactive' });
      // Whoever changes it waits: were it not so, this would be her price.
      for (let round = 0; round < 5; round += 1) {
        expect((await own(print._id)).data.price).toBe(12.5);
        expect((await lockForSale(tx, [print._id])).get(print._id)?.price_cents).toBe(1250n);
      }
      expect(await takeStock(tx, print._id, 1)).toBe(true);
    });
    await changed;
    const after = await inTransaction(world.ctx, (tx) => lockForSale(tx, [print._id]));
    expect(after.get(print._id)).toMatchObject({ stock: 1, price_cents: 9900n, isListed: false });
    expect(await inTransaction(world.ctx, (tx) => lockForSale(tx, []))).toEqual(new Map());
  });
});
