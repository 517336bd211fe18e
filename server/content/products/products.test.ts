/** Products: creating and changing them, errors, and stock. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { files } from '@server/platform/db/schema/files';
import { performers } from '@server/platform/db/schema/performers';
import { products } from '@server/platform/db/schema/store';
import { inTransaction } from '@server/platform/context';
import { addProduct, buyOne, setOrderStatus, sampleFile } from '../../../tests/kit/content/products';
import { waitForBlockedQuery } from '../../../tests/kit/money/ledger';
import { signUpFan, signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { lockForSale, returnStock, reserveStock } from './products';

let testHost: TestHost;
let ada: Awaited<ReturnType<typeof signUpPerformer>>;
let fan: Awaited<ReturnType<typeof signUpFan>>;
let picture: Blob;
beforeAll(async () => {
  testHost = await openTestHost();
  [ada, fan, picture] = [await signUpPerformer(testHost, 'ada'), await signUpFan(testHost), await sampleImage(64, 48)];
});
afterAll(() => testHost.close());

const missingId = '0198c0de-0000-7000-8000-00000000dead';
type Fields = Record<string, string | number | string[]>;
type Uploads = Partial<Record<'image' | 'digitalFile', Blob>>;

const create = (body: Fields, uploads: Uploads = {}, token = ada.token) =>
  testHost.call(
    'POST /performer/performer-assets/products',
    {
      files: { image: undefined, digitalFile: undefined, ...uploads },
      body: { name: 'A print', type: 'physical', price: 5, stock: 3, ...body },
    },
    { token },
  );
const change = (id: string, body: Fields, uploads: Uploads = {}, token = ada.token) =>
  testHost.call(
    'PUT /performer/performer-assets/products/:id',
    { params: { id }, files: { image: undefined, digitalFile: undefined, ...uploads }, body },
    { token },
  );
const upload = async (token = ada.token) =>
  testHost.call('POST /performer/performer-assets/products/images/upload', { files: { image: picture } }, { token });
const own = (id: string, token = ada.token) =>
  testHost.call('GET /performer/performer-assets/products/:id/view', { params: { id } }, { token });
const remove = (id: string, token = ada.token) =>
  testHost.call('DELETE /performer/performer-assets/products/:id', { params: { id } }, { token });
const view = (id: string, token: string | null = null) =>
  testHost.call('GET /performer-assets/products/:id', { params: { id } }, { token });
const fileRow = async (id: string) => (await testHost.ctx.db.select().from(files).where(eq(files.id, id)))[0];
const linkTo = (id: string, token: string) =>
  testHost.call('GET /performer-assets/products/:id/download-link', { params: { id } }, { token });
describe('a product', () => {
  test('is created with its images, found by id and slug, changed and deleted, and the totals are updated', async () => {
    const total = async () =>
      (await testHost.ctx.db.select().from(performers).where(eq(performers.accountId, ada.id)))[0]?.totalProducts ?? -1;
    const before = await total();
    const uploaded = (await upload()).data;
    const body = { name: 'Évora, a print', description: 'On thick paper.', deliveryNote: 'Within a week.', imageIds: [uploaded._id] };
    const { data: product } = await create(body, { image: picture });
    expect(product).toMatchObject({
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
    expect(product.images).toHaveLength(2);
    expect(product.images[1]?._id).toBe(uploaded._id);
    expect(product.image?._id).toBe(product.images[0]?._id);
    expect(await total()).toBe(before + 1);
    const seen = (await view(product.slug)).data;
    expect(seen).toMatchObject({ _id: product._id, name: 'Évora, a print', totalSold: null, performer: { username: 'ada' } });
    expect(seen.image?.thumbnailUrl).toContain('/media/');
    await view(product._id, fan.token);
    await view(product._id, fan.token);
    await view(product._id, ada.token);
    expect((await own(product._id)).data.stats.views).toBe(2);

    const changed = await change(product._id, { name: 'A drawing', price: '7.50', stock: 0, status: 'inactive', deliveryNote: '' });
    expect(changed.data).toMatchObject({
      name: 'A drawing',
      price: 7.5,
      stock: 0,
      state: 'inactive',
      deliveryNote: '',
      slug: product.slug,
    });
    expect(changed.data.images).toHaveLength(2);
    expect((await view(product._id)).errorBody.error).toBe('product_not_found');
    expect(await total()).toBe(before);
    expect((await change(product._id, { status: 'active' })).data).toMatchObject({ state: 'published', description: 'On thick paper.' });
    expect((await remove(product._id)).data).toEqual({ deleted: true });
    expect(await total()).toBe(before);
    for (const response of [await view(product._id), await view(product._id, ada.token), await own(product._id), await remove(product._id)])
      expect(response.errorBody.error).toBe('product_not_found');
    expect((await fileRow(uploaded._id))?.attachedKind).toBeNull();
  });

  test('stores its images in the given order, adds a new one first, and detaches the others', async () => {
    const [one, two, three] = [(await upload()).data._id, (await upload()).data._id, (await upload()).data._id];
    const { data: product } = await create({ imageIds: [one, two, three] });
    const after = await change(product._id, { imageIds: [three, one] }, { image: picture });
    expect(after.data.images.map(({ _id }) => _id)).toEqual([after.data.image?._id, three, one]);
    expect((await fileRow(two))?.attachedKind).toBeNull();
    const added = (await change(product._id, {}, { image: picture })).data.images;
    expect(added.slice(1).map(({ _id }) => _id)).toEqual(after.data.images.map(({ _id }) => _id));
    expect((await change(product._id, { imageIds: '' })).data).toMatchObject({ image: null, images: [] });
    for (const id of [one, three]) expect((await fileRow(id))?.attachedKind).toBeNull();
  });

  test('has at most ten images', async () => {
    const ids: string[] = [];
    for (let count = 0; count < limits.productImagesMax; count += 1) ids.push((await upload()).data._id);
    const { data: product } = await create({ imageIds: ids });
    expect(product.images).toHaveLength(limits.productImagesMax);
    const { errorBody } = await change(product._id, {}, { image: picture });
    expect([errorBody.error, errorBody.issues?.[0]?.path]).toEqual(['invalid_request', 'imageIds']);
    expect((await own(product._id)).data.images).toHaveLength(limits.productImagesMax);
  });

  test('requires a stock if it is physical, and is unlimited by default if it is digital', async () => {
    for (const stock of ['', 'null', undefined])
      expect((await create({ stock: stock as string })).errorBody).toMatchObject({ error: 'invalid_request', issues: [{ path: 'stock' }] });
    const { data: print } = await create({});
    expect((await change(print._id, { stock: '' })).errorBody).toMatchObject({ error: 'invalid_request', issues: [{ path: 'stock' }] });
    for (const stock of [-1, 1.5, limits.stockMax + 1])
      expect((await change(print._id, { stock })).errorBody.error).toBe('invalid_request');
    const unlimited = await addProduct(testHost, ada, { type: 'digital' });
    expect(unlimited.stock).toBeNull();
    expect((await change(unlimited._id, { stock: 7 })).data.stock).toBe(7);
    expect((await change(unlimited._id, { stock: '' })).data.stock).toBeNull();
  });

  test('requires a price', async () => {
    const { errorBody } = await create({ price: undefined as unknown as string });
    expect([errorBody.error, errorBody.issues?.[0]?.path]).toEqual(['invalid_request', 'price']);
  });

  test('can only be changed by its performer', async () => {
    const bruno = await signUpPerformer(testHost);
    const { _id } = await addProduct(testHost, ada);
    for (const response of [await own(_id, bruno.token), await change(_id, {}, {}, bruno.token), await remove(_id, bruno.token)])
      expect(response.errorBody.error).toBe('product_not_found');
    expect((await testHost.call('GET /performer/performer-assets/products/search', {}, bruno)).data.total).toBe(0);
  });
});

describe('the store rejects', () => {
  test('invalid values, when creating and when changing a product', async () => {
    const unverified = await signUpPerformer(testHost, 'late', 'pending');
    const bruno = await signUpPerformer(testHost);
    const [mine, othersProduct] = [
      await addProduct(testHost, ada, {}, { image: picture }),
      await addProduct(testHost, bruno, {}, { image: picture }),
    ];
    const feedPhoto = await testHost.call('POST /performer/feeds/photo/upload', { files: { file: picture } }, { token: ada.token });
    const used = mine.image?._id ?? '';
    const other = await addProduct(testHost, ada);
    for (const submit of [(body: Fields) => create(body), (body: Fields) => change(other._id, body)])
      for (const [body, error] of [
        [{ price: '0.49' }, 'price_out_of_range'],
        [{ price: 10_001 }, 'price_out_of_range'],
        [{ imageIds: [missingId] }, 'file_not_found'],
        [{ imageIds: [othersProduct.image?._id ?? ''] }, 'file_not_found'],
        [{ imageIds: [used] }, 'file_already_used'],
        [{ imageIds: [feedPhoto.data._id] }, 'file_type_mismatch'],
      ] as [Fields, string][])
        expect((await submit(body)).errorBody.error).toBe(error);
    for (const response of [
      await create({}, {}, unverified.token),
      await upload(unverified.token),
      await change(other._id, {}, {}, unverified.token),
    ])
      expect(response.errorBody.error).toBe('performer_not_verified');
    for (const response of [
      await own(missingId),
      await change(missingId, {}),
      await remove(missingId),
      await view(missingId),
      await linkTo(missingId, fan.token),
    ])
      expect(response.errorBody.error).toBe('product_not_found');
    const stored = await testHost.ctx.db.$count(files);
    for (const response of [await create({}, { digitalFile: sampleFile() }), await change(other._id, {}, { digitalFile: sampleFile() })])
      expect(response.errorBody).toMatchObject({ error: 'file_type_mismatch', issues: [{ path: 'digitalFile' }] });
    expect(await testHost.ctx.db.$count(files)).toBe(stored);
  });

  test('a digital product without a file, unless it is a draft', async () => {
    expect((await create({ type: 'digital', stock: '' })).errorBody).toMatchObject({
      error: 'file_required',
      issues: [{ path: 'digitalFile' }],
    });
    const { data: draft } = await create({ type: 'digital', stock: '', status: 'draft' });
    expect(draft).toMatchObject({ state: 'draft', digitalFile: null });
    expect((await linkTo(draft._id, ada.token)).errorBody.error).toBe('not_digital');
    expect((await change(draft._id, { status: 'active' })).errorBody.error).toBe('file_required');
    const { data: ready } = await change(draft._id, { status: 'active' }, { digitalFile: sampleFile() });
    expect(ready).toMatchObject({ state: 'published', digitalFile: { name: 'sketches.zip', status: 'finished' } });
  });

  test('deleting a product while it has open orders', async () => {
    const print = await addProduct(testHost, ada);
    const order = await buyOne(testHost, fan, print);
    expect((await remove(print._id)).errorBody.error).toBe('orders_open');
    await setOrderStatus(testHost, ada, order, 'shipping');
    expect((await remove(print._id)).errorBody.error).toBe('orders_open');
    await setOrderStatus(testHost, ada, order, 'delivered');
    expect((await remove(print._id)).status).toBe(200);
    expect((await view(print._id, fan.token)).data).toMatchObject({ isBought: true, name: 'A print' });
  });
});

test('a change repeated with the same key is applied once; a different body or a concurrent duplicate is rejected', async () => {
  const print = await addProduct(testHost, ada, { stock: 5 });
  const addStock = (key: string, count = 2) =>
    testHost.call(
      'PUT /performer/performer-assets/products/:id',
      { params: { id: print._id }, files: { image: undefined, digitalFile: undefined }, body: { stockBy: count } },
      { token: ada.token, key },
    );
  expect((await addStock('k')).data.stock).toBe(7);
  expect((await addStock('k')).data.stock).toBe(7);
  expect((await addStock('k', 3)).errorBody.error).toBe('idempotency_key_reused');
  const { running } = await testHost.ctx.db.transaction(async (tx) => {
    await tx.select().from(products).where(eq(products.itemId, print._id)).for('update');
    const first = addStock('slow');
    await waitForBlockedQuery(testHost);
    expect((await addStock('slow')).errorBody.error).toBe('request_in_progress');
    return { running: first };
  });
  expect((await running).data.stock).toBe(9);
});

describe('stock', () => {
  test('changes by a difference without losing concurrent sales, and never falls below 0', async () => {
    const print = await addProduct(testHost, ada, { stock: 5 });
    await buyOne(testHost, fan, print);
    expect((await change(print._id, { stockBy: 2 })).data.stock).toBe(6);
    expect((await change(print._id, { stockBy: -9 })).data.stock).toBe(0);
    expect((await change(print._id, { name: 'Another name' })).data.stock).toBe(0);
    const unlimited = await addProduct(testHost, ada, { type: 'digital' });
    expect((await change(unlimited._id, { stockBy: 1 })).errorBody).toMatchObject({
      error: 'invalid_request',
      issues: [{ path: 'stockBy' }],
    });
  });

  const stockOf = async (id: string) => (await testHost.ctx.db.select().from(products).where(eq(products.itemId, id)))[0]?.stock;
  const reserve = (id: string, quantity: number) => inTransaction(testHost.ctx, (tx) => reserveStock(tx, id, quantity));

  test('is never below 0 with concurrent sales', async () => {
    const { _id } = await addProduct(testHost, ada, { stock: 3 });
    const results = await Promise.all(Array.from({ length: 20 }, () => reserve(_id, 1)));
    expect(results.filter(Boolean)).toHaveLength(3);
    expect(await stockOf(_id)).toBe(0);
    await inTransaction(testHost.ctx, (tx) => returnStock(tx, _id, 2));
    expect([await reserve(_id, 3), await reserve(_id, 2), await stockOf(_id)]).toEqual([false, true, 0]);
  });

  test('of a digital product is unlimited', async () => {
    const { _id } = await addProduct(testHost, ada, { type: 'digital' });
    expect(await reserve(_id, 50)).toBe(true);
    await inTransaction(testHost.ctx, (tx) => returnStock(tx, _id, 50));
    expect(await stockOf(_id)).toBeNull();
    expect(await reserve(missingId, 1)).toBe(false);
  });

  test('is locked with the price during a sale', async () => {
    const [print, file] = [await addProduct(testHost, ada, { name: 'Held' }), await addProduct(testHost, ada, { type: 'digital' })];
    let changed: Promise<unknown> | undefined;
    await inTransaction(testHost.ctx, async (tx) => {
      const locked = await lockForSale(tx, [file._id, print._id, missingId]);
      expect(locked.size).toBe(2);
      const expected = {
        id: print._id,
        performerId: ada.id,
        name: 'Held',
        slug: print.slug,
        type: 'physical',
        stock: 5,
        price_cents: 1250n,
      };
      expect(locked.get(print._id)).toEqual({ ...expected, isListed: true });
      changed = change(print._id, { price: 99, stock: 1, status: 'inactive' });
      // The change waits for the lock. Without the lock, the new price would be read here.
      for (let round = 0; round < 5; round += 1) {
        expect((await own(print._id)).data.price).toBe(12.5);
        expect((await lockForSale(tx, [print._id])).get(print._id)?.price_cents).toBe(1250n);
      }
      expect(await reserveStock(tx, print._id, 1)).toBe(true);
    });
    await changed;
    const after = await inTransaction(testHost.ctx, (tx) => lockForSale(tx, [print._id]));
    expect(after.get(print._id)).toMatchObject({ stock: 1, price_cents: 9900n, isListed: false });
    expect(await inTransaction(testHost.ctx, (tx) => lockForSale(tx, []))).toEqual(new Map());
  });
});
