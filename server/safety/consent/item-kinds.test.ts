/** Consent for products and videos: asked before publishing, enforced after a withdrawal, and asked again for other files. */
import { eq } from 'drizzle-orm';
import { files } from '@server/platform/db/schema/files';
import { addProduct, sampleFile } from '../../../tests/kit/content/products';
import { runJob } from '../../../tests/kit/content/posts';
import { blobOf, videoFile } from '../../../tests/kit/files/media-clips';
import { fillWallet } from '../../../tests/kit/money/ledger';
import { sampleImage, signUpFan, signUpPerformer, type Person } from '../../../tests/kit/people/people';
import { notificationInboxOf } from '../../../tests/kit/talk/notifications';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let [ada, bruno, fan] = [] as unknown as [Person, Person, Person];
beforeAll(async () => {
  testHost = await openTestHost();
  [ada, bruno, fan] = [await signUpPerformer(testHost, 'ada'), await signUpPerformer(testHost, 'bruno'), await signUpFan(testHost)];
  await fillWallet(testHost, fan.id, 10_000n);
});
afterAll(() => testHost.close());

const appearanceIn = async (itemId: string) => {
  const { data } = await testHost.call('GET /appearances', { query: {} }, { token: bruno.token });
  const found = data.data.find(({ item }) => item._id === itemId);
  if (!found) throw new Error('the person does not appear in the item');
  return found;
};
const respond = async (itemId: string, answer: 'accept' | 'refuse') => {
  const { _id: id, version } = await appearanceIn(itemId);
  return testHost.call('POST /appearances/:id/answer', { params: { id }, body: { answer, version } }, { token: bruno.token });
};
const lastNotification = async (person: Person) =>
  (await notificationInboxOf(testHost, person)).find(({ type }) => type === 'consent')?.text;

describe('a product', () => {
  const see = (id: string, token: string | null = null) =>
    testHost.call('GET /performer-assets/products/:id', { params: { id } }, { token });
  const inStore = async () =>
    (await testHost.call('GET /performer-assets/products/search', { query: { performerId: ada.id } })).data.data.length;
  const buy = (id: string) => testHost.call('POST /wallet/charges/product/:id', { params: { id }, body: {} }, { token: fan.token });
  const download = (id: string, token = fan.token) =>
    testHost.call('GET /performer-assets/products/:id/download-link', { params: { id } }, { token });
  const change = (id: string, body: object, sent: Record<string, Blob> = {}) =>
    testHost.call(
      'PUT /performer/performer-assets/products/:id',
      { params: { id }, files: { image: undefined, digitalFile: undefined, ...sent }, body },
      { token: ada.token },
    );

  test('is neither shown nor sold before the person in it agrees', async () => {
    const product = await addProduct(testHost, ada, { type: 'digital', participantIds: [bruno.id] });
    expect(product).toMatchObject({ state: 'awaiting-consent', participants: [], people: [{ consent: 'asked' }] });
    expect(await lastNotification(bruno)).toBe('asked for your consent to be shown.');
    for (const token of [null, fan.token]) expect((await see(product._id, token)).errorBody.error).toBe('product_not_found');
    expect(await inStore()).toBe(0);
    expect((await buy(product._id)).errorBody.error).toBe('product_not_found');
    // The person who is asked sees what they would agree to.
    expect(await appearanceIn(product._id)).toMatchObject({ consent: 'asked', item: { kind: 'product', name: 'A print' } });
    expect((await see(product._id, bruno.token)).status).toBe(200);

    await respond(product._id, 'accept');
    expect((await see(product._id)).data).toMatchObject({ state: 'published', participants: [{ username: 'bruno' }], people: null });
    expect([await inStore(), await lastNotification(ada)]).toEqual([1, 'agreed to be shown in your product.']);
    expect((await buy(product._id)).status).toBe(200);
    expect((await download(product._id)).status).toBe(200);

    await respond(product._id, 'refuse');
    expect((await see(product._id)).errorBody.error).toBe('product_not_found');
    expect((await download(product._id)).errorBody.error).toBe('product_not_found');
    expect((await change(product._id, { participantIds: '' })).errorBody.error).toBe('consent_refused');
    expect(await inStore()).toBe(0);
  });

  test.each([
    ['file', async () => ({ digitalFile: sampleFile('other.zip', 'Other sketches.') })],
    ['image', async () => ({ image: await sampleImage(64, 48) })],
  ])('asks again when its %s changes, but not when only its name does', async (_what, sent) => {
    const { _id: id } = await addProduct(testHost, ada, { type: 'digital', participantIds: [bruno.id] });
    await respond(id, 'accept');
    expect((await change(id, { name: 'A drawing' })).data.state).toBe('published');
    expect((await change(id, {}, await sent())).data).toMatchObject({ state: 'awaiting-consent', people: [{ consent: 'asked' }] });
    expect((await see(id)).errorBody.error).toBe('product_not_found');
    expect(await appearanceIn(id)).toMatchObject({ consent: 'asked', version: 2 });
  });
});

describe('a video', () => {
  const noFiles = { video: undefined, teaser: undefined, thumbnail: undefined };
  const film = async () => blobOf(await videoFile(), 'film.mp4');
  const upload = async (body: object = {}) => {
    const sent = {
      files: { ...noFiles, video: await film() },
      body: { title: 'Duet', audience: 'public', participantIds: [bruno.id], ...body },
    };
    const { data } = await testHost.call('POST /performer/performer-assets/videos/upload', sent, { token: ada.token });
    await convert();
    return data._id;
  };
  const change = (id: string, body: object, sent: Record<string, Blob> = {}) =>
    testHost.call(
      'PUT /performer/performer-assets/videos/edit/:id',
      { params: { id }, files: { ...noFiles, ...sent }, body },
      { token: ada.token },
    );
  /** Converts waiting files, as a worker would. */
  const convert = async () => {
    const waiting = await testHost.ctx.db.select({ id: files.id }).from(files).where(eq(files.status, 'created'));
    for (const { id } of waiting) await runJob(testHost, 'files/convert', { fileId: id });
  };
  const see = (id: string, token: string | null = null) => testHost.call('GET /performer-assets/videos/:id', { params: { id } }, { token });
  const own = async (id: string) =>
    (await testHost.call('GET /performer/performer-assets/videos/:id/view', { params: { id } }, { token: ada.token })).data;
  const listed = async () =>
    (await testHost.call('GET /performer-assets/videos/search', { query: { performerId: ada.id } })).data.data.length;

  test('stays hidden when it can be played, until the person in it agrees', async () => {
    const id = await upload({ audience: 'paid', price: 5 });
    expect(await own(id)).toMatchObject({ state: 'awaiting-consent', video: { status: 'finished' }, people: [{ consent: 'asked' }] });
    for (const token of [null, fan.token]) expect((await see(id, token)).errorBody.error).toBe('video_not_found');
    expect(await listed()).toBe(0);
    const buy = () => testHost.call('POST /wallet/charges/video/:id', { params: { id }, body: {} }, { token: fan.token });
    expect((await buy()).errorBody.error).toBe('video_not_found');
    expect((await see(id, bruno.token)).data).toMatchObject({ isLocked: false });

    await respond(id, 'accept');
    expect((await see(id)).data).toMatchObject({ isLocked: true, participants: [{ username: 'bruno' }] });
    expect([await listed(), await lastNotification(ada)]).toEqual([1, 'agreed to be shown in your video.']);
    expect((await buy()).status).toBe(200);
    const fileId = (await see(id, fan.token)).data.video?._id ?? '';
    const file = async () => (await testHost.call('GET /files/:id/status', { params: { id: fileId } }, { token: fan.token })).status;
    expect(await file()).toBe(200);

    await respond(id, 'refuse');
    expect((await see(id, fan.token)).errorBody.error).toBe('video_not_found');
    testHost.clock.advance({ seconds: 2 });
    expect([await file(), await listed()]).toEqual([404, 0]);
    expect((await change(id, { participantIds: '' })).errorBody.error).toBe('consent_refused');
  });

  test('asks again when its video file is replaced, but not when only its title changes', async () => {
    const id = await upload();
    await respond(id, 'accept');
    expect((await change(id, { title: 'Pas de deux' })).data.state).toBe('published');
    await change(id, {}, { video: await film() });
    await convert();
    expect(await own(id)).toMatchObject({ state: 'awaiting-consent', people: [{ consent: 'asked' }] });
    expect((await see(id)).errorBody.error).toBe('video_not_found');
    expect((await respond(id, 'accept')).status).toBe(200);
    expect((await see(id)).data.state).toBe('published');
  });
});
