/** The file of a product: access, download and replacement. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { files } from '@server/platform/db/schema/files';
import { orders } from '@server/platform/db/schema/store';
import { sweepUnattached } from '@server/platform/media/files';
import { addProduct, buyOne, sampleFile, setOrderStatus } from '../../../tests/kit/content/products';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let ada: Awaited<ReturnType<typeof signUpPerformer>>;
let fan: Awaited<ReturnType<typeof signUpFan>>;
beforeAll(async () => {
  testHost = await openTestHost();
  [ada, fan] = [await signUpPerformer(testHost, 'ada'), await signUpFan(testHost)];
});
afterAll(() => testHost.close());

const missingId = '0198c0de-0000-7000-8000-00000000dead';
const day_ms = 86_400_000;

const change = (id: string, body: Record<string, string>, digitalFile?: Blob) =>
  testHost.call(
    'PUT /performer/performer-assets/products/:id',
    { params: { id }, files: { image: undefined, digitalFile }, body },
    { token: ada.token },
  );
const remove = (id: string) => testHost.call('DELETE /performer/performer-assets/products/:id', { params: { id } }, { token: ada.token });
const view = (id: string, token: string) => testHost.call('GET /performer-assets/products/:id', { params: { id } }, { token });
const linkTo = (id: string, token: string | null) =>
  testHost.call('GET /performer-assets/products/:id/download-link', { params: { id } }, { token });
const fileRow = async (id = missingId) => (await testHost.ctx.db.select().from(files).where(eq(files.id, id)))[0];

/** Makes every file older than a day, and runs the sweep. */
async function sweepOld(): Promise<void> {
  await testHost.ctx.db.update(files).set({ createdAt: new Date(testHost.clock.now().getTime() - day_ms - 1000) });
  await sweepUnattached(testHost.ctx);
}

/** The media cookie of an account. */
async function cookieOf(token: string): Promise<string> {
  const { headers } = await testHost.call('GET /users/me', {}, { token });
  const [cookie = ''] = headers.getSetCookie().filter((text) => text.startsWith('media='));
  return cookie.split(';')[0] ?? '';
}
const open = async (link: string, token: string | null) =>
  fetch(testHost.url + new URL(link).pathname + new URL(link).search, { headers: token === null ? {} : { cookie: await cookieOf(token) } });

describe('the file of a product', () => {
  test('is downloaded by its buyer unchanged and with its name, and the download is counted', async () => {
    const page = new File(['<script>alert(1)</script>'], 'read me, ünïcode.html', { type: 'text/html' });
    const product = await addProduct(testHost, ada, { type: 'digital' }, { digitalFile: page });
    expect(product.digitalFile).toMatchObject({
      type: 'product-digital',
      mimeType: 'application/octet-stream',
      size: page.size,
      sources: [],
    });
    const order = await buyOne(testHost, fan, product);
    const { data } = await linkTo(product._id, fan.token);
    expect(Date.parse(data.expiresAt) - testHost.clock.now().getTime()).toBeGreaterThan((limits.mediaLink_s - 2) * 1000);
    const response = await open(data.downloadLink, fan.token);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('<script>alert(1)</script>');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''read%20me%2C%20%C3%BCn%C3%AFcode.html",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    await linkTo(product._id, fan.token);
    const downloads = async () => (await testHost.ctx.db.select().from(orders).where(eq(orders.id, order)))[0]?.downloads;
    expect(await downloads()).toBe(2);
    for (const person of [ada, await signUpOperator(testHost)]) {
      const link = (await linkTo(product._id, person.token)).data.downloadLink;
      expect((await open(link, person.token)).status).toBe(200);
    }
    expect(await downloads()).toBe(2);
    expect((await view(product._id, fan.token)).data).toMatchObject({ digitalFile: null, isBought: true });
  });

  test.each([
    ['a'.repeat(300), '.zip', 120],
    // The limit would split a surrogate pair.
    [`${'a'.repeat(115)}🎬🎬🎬`, '.zip', 119],
    ['a. '.repeat(60), '', 119],
  ])('keeps the extension of a long name: %s%s', async (stem, extension, length) => {
    const product = await addProduct(testHost, ada, { type: 'digital' }, { digitalFile: new File(['x'], stem + extension) });
    const name = product.digitalFile?.name ?? '';
    expect([name.length, name.endsWith(extension), name.isWellFormed()]).toEqual([length, true, true]);
    await buyOne(testHost, fan, product);
    const response = await open((await linkTo(product._id, fan.token)).data.downloadLink, fan.token);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
  });

  test('is only for buyers, and sends no bytes for the link of another account', async () => {
    const [stranger, bruno] = [await signUpFan(testHost), await signUpPerformer(testHost)];
    const [product, print] = [await addProduct(testHost, ada, { type: 'digital' }), await addProduct(testHost, ada)];
    await buyOne(testHost, fan, product);
    for (const person of [stranger, bruno]) expect((await linkTo(product._id, person.token)).errorBody.error).toBe('purchase_required');
    for (const person of [fan, ada]) expect((await linkTo(print._id, person.token)).errorBody.error).toBe('not_digital');
    const link = (await linkTo(product._id, fan.token)).data.downloadLink;
    for (const token of [stranger.token, ada.token, null]) {
      const response = await open(link, token);
      expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([403, 'media_link_invalid']);
    }
    expect((await linkTo(product._id, null)).errorBody.error).toBe('session_required');
  });

  test('stays available to its buyer when the product is hidden or deleted, but not after a refund', async () => {
    const product = await addProduct(testHost, ada, { type: 'digital' });
    const [buyer, refunded] = [await signUpFan(testHost), await signUpFan(testHost)];
    await buyOne(testHost, buyer, product);
    const order = await buyOne(testHost, refunded, product);
    const link = (await linkTo(product._id, refunded.token)).data.downloadLink;
    expect((await open(link, refunded.token)).status).toBe(200);
    await setOrderStatus(testHost, ada, order, 'refunded');
    testHost.clock.advance({ seconds: 2 });
    expect((await open(link, refunded.token)).status).toBe(403);
    expect((await linkTo(product._id, refunded.token)).errorBody.error).toBe('purchase_required');
    await change(product._id, { status: 'inactive' });
    expect((await linkTo(product._id, buyer.token)).status).toBe(200);
    expect((await remove(product._id)).status).toBe(200);
    expect((await linkTo(product._id, ada.token)).errorBody.error).toBe('product_not_found');
    await sweepOld();
    const oldLink = await linkTo(product._id, buyer.token);
    expect(await (await open(oldLink.data.downloadLink, buyer.token)).text()).toBe('Forty pages of sketches.');
    expect((await linkTo(product._id, refunded.token)).errorBody.error).toBe('product_not_found');
  });

  test('is not available when there is a block', async () => {
    const [product, buyer] = [await addProduct(testHost, ada, { type: 'digital' }), await signUpFan(testHost)];
    await buyOne(testHost, buyer, product);
    const link = (await linkTo(product._id, buyer.token)).data.downloadLink;
    await testHost.call('POST /block/users', { body: { targetId: buyer.id } }, { token: ada.token });
    testHost.clock.advance({ seconds: 2 });
    expect((await linkTo(product._id, buyer.token)).errorBody.error).toBe('product_not_found');
    expect((await open(link, buyer.token)).status).toBe(403);
    expect((await view(product._id, buyer.token)).errorBody.error).toBe('blocked_by_performer');
  });

  test('is replaced for all buyers, and the old file is only deleted if no one has bought it', async () => {
    const [unsold, sold] = [await addProduct(testHost, ada, { type: 'digital' }), await addProduct(testHost, ada, { type: 'digital' })];
    await buyOne(testHost, fan, sold);
    for (const { _id } of [unsold, sold]) await change(_id, {}, sampleFile('second.txt', 'The second one.'));
    const link = (await linkTo(sold._id, fan.token)).data.downloadLink;
    expect(await (await open(link, fan.token)).text()).toBe('The second one.');
    expect(await fileRow(unsold.digitalFile?._id)).toMatchObject({ attachedKind: null, attachedId: null });
    expect(await fileRow(sold.digitalFile?._id)).toMatchObject({ attachedKind: 'product', attachedId: sold._id });
    const variants = (await fileRow(unsold.digitalFile?._id))?.variants ?? [];
    expect(variants.map(({ name }) => name)).toEqual(['download']);
    await sweepOld();
    expect(await fileRow(unsold.digitalFile?._id)).toBeUndefined();
    expect(await testHost.ctx.storage.open(variants[0]?.key ?? '')).toBeNull();
  });

  test('can be a resumable upload of any type', async () => {
    const content = 'All of it, in words.';
    const begin = (size: number) =>
      testHost.call('POST /uploads', { body: { name: 'notes.txt', size, mimeType: 'text/plain', purpose: 'product-digital' } }, ada);
    expect((await begin(limits.upload_bytes.digital + 1)).errorBody.error).toBe('too_large');
    const { data } = await begin(content.length);
    for (const [from, to] of [
      [0, 5],
      [5, content.length],
    ] as const)
      await testHost.call(
        'PATCH /uploads/:id',
        { params: { id: data.uploadId }, offset: from, bytes: new Blob([content.slice(from, to)]) },
        ada,
      );
    const created = await testHost.call(
      'POST /performer/performer-assets/products',
      {
        files: { image: undefined, digitalFile: { uploadId: data.uploadId } },
        body: { name: 'Notes', type: 'digital', price: 2 },
      },
      ada,
    );
    expect(created.data.digitalFile).toMatchObject({ name: 'notes.txt', size: content.length, status: 'finished' });
    const link = (await linkTo(created.data._id, ada.token)).data.downloadLink;
    expect(await (await open(link, ada.token)).text()).toBe(content);
  });
});
