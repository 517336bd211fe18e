/** The file of a product: who gets it, how it travels, and what becomes of it. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { files, orders } from '@server/platform/db/schema/schema';
import { sweepUnattached } from '@server/platform/media/files';
import { addProduct, buyOne, someFile, tellOrder } from '../../../tests/kit/content/products';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let ada: Awaited<ReturnType<typeof signUpPerformer>>;
let fan: Awaited<ReturnType<typeof signUpFan>>;
beforeAll(async () => {
  world = await openWorld();
  [ada, fan] = [await signUpPerformer(world, 'ada'), await signUpFan(world)];
});
afterAll(() => world.close());

const nobody = '0198c0de-0000-7000-8000-00000000dead';
const day_ms = 86_400_000;

const change = (id: string, body: Record<string, string>, digitalFile?: Blob) =>
  world.call(
    'PUT /performer/performer-assets/products/:id',
    { params: { id }, files: { image: undefined, digitalFile }, body },
    { token: ada.token },
  );
const remove = (id: string) => world.call('DELETE /performer/performer-assets/products/:id', { params: { id } }, { token: ada.token });
const view = (id: string, token: string) => world.call('GET /performer-assets/products/:id', { params: { id } }, { token });
const linkTo = (id: string, token: string | null) =>
  world.call('GET /performer-assets/products/:id/download-link', { params: { id } }, { token });
const fileRow = async (id = nobody) => (await world.ctx.db.select().from(files).where(eq(files.id, id)))[0];

/** Lets a day go by for every file, and sweeps. */
async function sweepOld(): Promise<void> {
  await world.ctx.db.update(files).set({ createdAt: new Date(world.clock.now().getTime() - day_ms - 1000) });
  await sweepUnattached(world.ctx);
}

/** Her media cookie, as the site gets it. */
async function cookieOf(token: string): Promise<string> {
  const { headers } = await world.call('GET /users/me', {}, { token });
  const [cookie = ''] = headers.getSetCookie().filter((text) => text.startsWith('media='));
  return cookie.split(';')[0] ?? '';
}
const open = async (link: string, token: string | null) =>
  fetch(world.url + new URL(link).pathname + new URL(link).search, { headers: token === null ? {} : { cookie: await cookieOf(token) } });

describe('the file of a product', () => {
  test('reaches its buyer as it was sent, to be saved under its own name, and is counted', async () => {
    const page = new File(['<script>alert(1)</script>'], 'read me, ünïcode.html', { type: 'text/html' });
    const product = await addProduct(world, ada, { type: 'digital' }, { digitalFile: page });
    expect(product.digitalFile).toMatchObject({
      type: 'product-digital',
      mimeType: 'application/octet-stream',
      size: page.size,
      sources: [],
    });
    const order = await buyOne(world, fan, product);
    const { data } = await linkTo(product._id, fan.token);
    expect(Date.parse(data.expiresAt) - world.clock.now().getTime()).toBeGreaterThan((limits.mediaLink_s - 2) * 1000);
    const answer = await open(data.downloadLink, fan.token);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('<script>alert(1)</script>');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''read%20me%2C%20%C3%BCn%C3%AFcode.html",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    await linkTo(product._id, fan.token);
    const downloads = async () => (await world.ctx.db.select().from(orders).where(eq(orders.id, order)))[0]?.downloads;
    expect(await downloads()).toBe(2);
    for (const person of [ada, await signUpOperator(world)]) {
      const link = (await linkTo(product._id, person.token)).data.downloadLink;
      expect((await open(link, person.token)).status).toBe(200);
    }
    expect(await downloads()).toBe(2);
    expect((await view(product._id, fan.token)).data).toMatchObject({ digitalFile: null, isBought: true });
  });

  test.each([
    ['a'.repeat(300), '.zip', 120],
    // Cut where a character of two units would lie across the limit.
    [`${'a'.repeat(115)}🎬🎬🎬`, '.zip', 119],
    ['a. '.repeat(60), '', 119],
  ])('keeps the extension of a long name: %s%s', async (stem, extension, length) => {
    const product = await addProduct(world, ada, { type: 'digital' }, { digitalFile: new File(['x'], stem + extension) });
    const name = product.digitalFile?.name ?? '';
    expect([name.length, name.endsWith(extension), name.isWellFormed()]).toEqual([length, true, true]);
    await buyOne(world, fan, product);
    const answer = await open((await linkTo(product._id, fan.token)).data.downloadLink, fan.token);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
  });

  test('is refused without the purchase, and a copied link gives no byte', async () => {
    const [stranger, bruno] = [await signUpFan(world), await signUpPerformer(world)];
    const [product, print] = [await addProduct(world, ada, { type: 'digital' }), await addProduct(world, ada)];
    await buyOne(world, fan, product);
    for (const person of [stranger, bruno]) expect((await linkTo(product._id, person.token)).refusal.error).toBe('purchase_required');
    for (const person of [fan, ada]) expect((await linkTo(print._id, person.token)).refusal.error).toBe('not_digital');
    const link = (await linkTo(product._id, fan.token)).data.downloadLink;
    for (const token of [stranger.token, ada.token, null]) {
      const answer = await open(link, token);
      expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([403, 'media_link_invalid']);
    }
    expect((await linkTo(product._id, null)).refusal.error).toBe('session_required');
  });

  test('stays with its buyer when the product is taken down or deleted, and goes with a refund', async () => {
    const product = await addProduct(world, ada, { type: 'digital' });
    const [buyer, refunded] = [await signUpFan(world), await signUpFan(world)];
    await buyOne(world, buyer, product);
    const order = await buyOne(world, refunded, product);
    const link = (await linkTo(product._id, refunded.token)).data.downloadLink;
    expect((await open(link, refunded.token)).status).toBe(200);
    await tellOrder(world, ada, order, 'refunded');
    world.clock.advance({ seconds: 2 });
    expect((await open(link, refunded.token)).status).toBe(403);
    expect((await linkTo(product._id, refunded.token)).refusal.error).toBe('purchase_required');
    await change(product._id, { status: 'inactive' });
    expect((await linkTo(product._id, buyer.token)).status).toBe(200);
    expect((await remove(product._id)).status).toBe(200);
    expect((await linkTo(product._id, ada.token)).refusal.error).toBe('product_not_found');
    await sweepOld();
    const kept = await linkTo(product._id, buyer.token);
    expect(await (await open(kept.data.downloadLink, buyer.token)).text()).toBe('Forty pages of sketches.');
    expect((await linkTo(product._id, refunded.token)).refusal.error).toBe('product_not_found');
  });

  test('does not cross a block', async () => {
    const [product, buyer] = [await addProduct(world, ada, { type: 'digital' }), await signUpFan(world)];
    await buyOne(world, buyer, product);
    const link = (await linkTo(product._id, buyer.token)).data.downloadLink;
    await world.call('POST /block/users', { body: { targetId: buyer.id } }, { token: ada.token });
    world.clock.advance({ seconds: 2 });
    expect((await linkTo(product._id, buyer.token)).refusal.error).toBe('product_not_found');
    expect((await open(link, buyer.token)).status).toBe(403);
    expect((await view(product._id, buyer.token)).refusal.error).toBe('blocked_by_performer');
  });

  test('gives way to a new one for everybody; the old one goes when nobody has bought it', async () => {
    const [unsold, sold] = [await addProduct(world, ada, { type: 'digital' }), await addProduct(world, ada, { type: 'digital' })];
    await buyOne(world, fan, sold);
    for (const { _id } of [unsold, sold]) await change(_id, {}, someFile('second.txt', 'The second one.'));
    const link = (await linkTo(sold._id, fan.token)).data.downloadLink;
    expect(await (await open(link, fan.token)).text()).toBe('The second one.');
    expect((await fileRow(unsold.digitalFile?._id))?.attachedTo).toBeNull();
    expect((await fileRow(sold.digitalFile?._id))?.attachedTo).toBe(`product:${sold._id}`);
    const variants = (await fileRow(unsold.digitalFile?._id))?.variants ?? [];
    expect(variants.map(({ name }) => name)).toEqual(['download']);
    await sweepOld();
    expect(await fileRow(unsold.digitalFile?._id)).toBeUndefined();
    expect(await world.ctx.storage.open(variants[0]?.key ?? '')).toBeNull();
  });

  test('comes in pieces too, whatever it is', async () => {
    const words = 'All of it, in words.';
    const begin = (size: number) =>
      world.call('POST /uploads', { body: { name: 'notes.txt', size, mimeType: 'text/plain', purpose: 'product-digital' } }, ada);
    expect((await begin(limits.upload_bytes.digital + 1)).refusal.error).toBe('too_large');
    const { data } = await begin(words.length);
    for (const [from, to] of [
      [0, 5],
      [5, words.length],
    ] as const)
      await world.call(
        'PATCH /uploads/:id',
        { params: { id: data.uploadId }, offset: from, bytes: new Blob([words.slice(from, to)]) },
        ada,
      );
    const made = await world.call(
      'POST /performer/performer-assets/products',
      {
        files: { image: undefined, digitalFile: { uploadId: data.uploadId } },
        body: { name: 'Notes', type: 'digital', price: 2 },
      },
      ada,
    );
    expect(made.data.digitalFile).toMatchObject({ name: 'notes.txt', size: words.length, status: 'finished' });
    const link = (await linkTo(made.data._id, ada.token)).data.downloadLink;
    expect(await (await open(link, ada.token)).text()).toBe(words);
  });
});
