/** Consent of people with an account: request, answer and withdrawal, on every kind of item. */
import { eq } from 'drizzle-orm';
import { items } from '@server/platform/db/schema/content';
import { fillWallet } from '../../../tests/kit/money/ledger';
import { signUpFan, signUpOperator, signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { publishPost, uploadPhoto } from '../../../tests/kit/content/posts';
import { publishItem } from '../../../tests/kit/content/published-item';
import { fewestQueries } from '../../../tests/kit/host/queries';
import { notificationInboxOf } from '../../../tests/kit/talk/notifications';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let [ada, bruno, fan] = [] as unknown as [Person, Person, Person];
type Person = Awaited<ReturnType<typeof signUpPerformer>>;
beforeAll(async () => {
  testHost = await openTestHost();
  [ada, bruno, fan] = [await signUpPerformer(testHost, 'ada'), await signUpPerformer(testHost, 'bruno'), await signUpFan(testHost)];
});
afterAll(() => testHost.close());

const appearances = async ({ token }: Person, state?: 'asked' | 'accepted' | 'refused') =>
  (await testHost.call('GET /appearances', { query: state === undefined ? {} : { state } }, { token })).data;
const appearanceIn = async (person: Person, itemId: string) => {
  const found = (await appearances(person)).data.find(({ item }) => item._id === itemId);
  if (!found) throw new Error('the person does not appear in the item');
  return found;
};
const respond = async (person: Person, itemId: string, answer: 'accept' | 'refuse' | 'not-me', version?: number) => {
  const shown = await appearanceIn(person, itemId);
  return testHost.call(
    'POST /appearances/:id/answer',
    { params: { id: shown._id }, body: { answer, version: version ?? shown.version } },
    { token: person.token },
  );
};
const ownPost = async (id: string) => (await testHost.call('GET /performer/feeds/:id', { params: { id } }, { token: ada.token })).data;
const seePost = (id: string, token: string | null = null) => testHost.call('GET /user/feeds/:id', { params: { id } }, { token });
const change = (id: string, body: object, { token } = ada) =>
  testHost.call('PUT /performer/feeds/:id', { params: { id }, body }, { token });
const consentNotifications = async (person: Person) =>
  (await notificationInboxOf(testHost, person)).filter(({ type }) => type === 'consent');

test('a post that shows another creator waits for their consent, and is published when they accept', async () => {
  const post = await publishPost(testHost, ada, { participantIds: [bruno.id] });
  expect(post).toMatchObject({
    state: 'awaiting-consent',
    participants: [],
    people: [{ person: { username: 'bruno' }, consent: 'asked' }],
  });
  expect((await seePost(post._id)).errorBody.error).toBe('feed_not_found');
  expect((await consentNotifications(bruno))[0]).toMatchObject({ text: 'asked for your consent to be shown.', link: '/creator/consent' });
  const { data, waiting } = await appearances(bruno, 'asked');
  expect([data.length, waiting]).toEqual([1, 1]);
  expect(data[0]).toMatchObject({ consent: 'asked', version: 1, link: `/post/${post._id}`, item: { kind: 'feed', text: 'Hello.' } });
  expect((await respond(bruno, post._id, 'accept')).data.consent).toBe('accepted');
  expect((await seePost(post._id)).data).toMatchObject({ state: 'published', participants: [{ username: 'bruno' }], people: null });
  expect((await consentNotifications(ada))[0]).toMatchObject({ text: 'agreed to be shown in your post.', link: `/post/${post._id}` });
});

test('the person shown sees the post before it is published and without paying, unlike others', async () => {
  const post = await publishPost(testHost, ada, { audience: 'paid', price: 5, participantIds: [bruno.id], text: 'x'.repeat(400) });
  expect((await seePost(post._id, bruno.token)).data).toMatchObject({ isLocked: false, isCut: false });
  for (const token of [null, fan.token]) expect((await seePost(post._id, token)).errorBody.error).toBe('feed_not_found');
  await respond(bruno, post._id, 'accept');
  expect((await seePost(post._id, fan.token)).data).toMatchObject({ isLocked: true, isCut: true });
});

test('a withdrawal unpublishes the post for everyone including buyers, and a new consent restores it', async () => {
  const photoId = await uploadPhoto(testHost, ada);
  const sold = { type: 'photo', audience: 'paid', price: 5 } as const;
  const { _id: id } = await publishPost(testHost, ada, { ...sold, fileIds: [photoId], participantIds: [bruno.id] });
  await respond(bruno, id, 'accept');
  await fillWallet(testHost, fan.id, 10_000n);
  await testHost.call('POST /wallet/charges/feed/:id', { params: { id }, body: {} }, { token: fan.token });
  const fileId = (await seePost(id, fan.token)).data.files[0]?._id ?? '';
  const fetched = async () => (await testHost.call('GET /files/:id/status', { params: { id: fileId } }, { token: fan.token })).status;
  expect(await fetched()).toBe(200);

  await respond(bruno, id, 'refuse');
  expect((await seePost(id, fan.token)).errorBody.error).toBe('feed_not_found');
  testHost.clock.advance({ seconds: 2 });
  expect(await fetched()).not.toBe(200);
  expect((await testHost.call('GET /wallet/purchases', { query: {} }, { token: fan.token })).data.data[0]?.item).toBeNull();
  expect(await ownPost(id)).toMatchObject({ state: 'consent-refused', people: [{ consent: 'withdrawn' }] });
  expect((await appearances(bruno, 'refused')).data.map(({ item }) => item._id)).toContain(id);
  expect((await consentNotifications(ada))[0]?.text).toBe('withdrew consent to be shown in your post. We took it down.');
  // The name cannot be removed in order to publish anyway.
  expect((await change(id, { participantIds: [] })).errorBody.error).toBe('consent_refused');

  await respond(bruno, id, 'accept');
  expect((await seePost(id, fan.token)).data).toMatchObject({ state: 'published', isLocked: false });
});

test('a person who says that it is not them is removed, and cannot be named there again', async () => {
  const { _id: id } = await publishPost(testHost, ada, { participantIds: [bruno.id] });
  await respond(bruno, id, 'not-me');
  expect((await seePost(id)).data).toMatchObject({ state: 'published', participants: [] });
  expect((await change(id, { participantIds: [bruno.id] })).errorBody.error).toBe('person_not_shown');
  expect((await appearances(bruno)).data.some(({ item }) => item._id === id)).toBe(false);
});

test('an unanswered person can be removed, and naming them again asks again', async () => {
  const { _id: id } = await publishPost(testHost, ada, { participantIds: [bruno.id] });
  expect((await change(id, { participantIds: [] })).data).toMatchObject({ state: 'published', people: [] });
  expect((await change(id, { participantIds: [bruno.id] })).data).toMatchObject({ state: 'awaiting-consent' });
  expect((await appearanceIn(bruno, id)).version).toBe(2);
});

test('changing the files asks again, and an answer to the old version is rejected', async () => {
  const files = [await uploadPhoto(testHost, ada), await uploadPhoto(testHost, ada)];
  const { _id: id } = await publishPost(testHost, ada, { type: 'photo', fileIds: files.slice(0, 1), participantIds: [bruno.id] });
  await respond(bruno, id, 'accept');
  expect((await change(id, { title: 'Other words', participantIds: [bruno.id] })).data.state).toBe('published');
  expect((await change(id, { fileIds: files })).data).toMatchObject({ state: 'awaiting-consent', people: [{ consent: 'asked' }] });
  expect((await respond(bruno, id, 'accept', 1)).errorBody.error).toBe('appearance_changed');
  expect((await respond(bruno, id, 'accept')).status).toBe(200);
  expect((await ownPost(id)).state).toBe('published');
});

test('a photo that is added to a gallery after the answer asks separately', async () => {
  const { data: gallery } = await testHost.call(
    'POST /performer/performer-assets/galleries',
    { body: { title: 'Together', audience: 'public', participantIds: [bruno.id] } },
    { token: ada.token },
  );
  const addPhoto = async () => {
    const files = { photo: await sampleImage(64, 48) };
    return (
      await testHost.call(
        'POST /performer/performer-assets/photos/upload',
        { files, body: { galleryId: gallery._id } },
        { token: ada.token },
      )
    ).data;
  };
  const first = await addPhoto();
  expect(first).toMatchObject({ state: 'published', people: [] });
  expect((await respond(bruno, gallery._id, 'accept', 1)).errorBody.error).toBe('appearance_changed');
  await respond(bruno, gallery._id, 'accept');
  const later = await addPhoto();
  expect(later).toMatchObject({ state: 'awaiting-consent', people: [{ consent: 'asked' }] });
  const shown = async () =>
    (await testHost.call('GET /performer-assets/photos', { query: { galleryId: gallery._id } })).data.data.map(({ _id }) => _id);
  expect(await shown()).toEqual([first._id]);
  expect((await appearanceIn(bruno, later._id)).link).toBe(`/gallery/${gallery._id}`);
  await respond(bruno, later._id, 'accept');
  expect((await shown()).sort()).toEqual([first._id, later._id].sort());
  await respond(bruno, gallery._id, 'refuse');
  // A photo that leaves the gallery keeps the refusal.
  const moveOut = { params: { id: first._id }, body: { galleryId: null, audience: 'public' } } as const;
  expect((await testHost.call('PUT /performer/performer-assets/photos/:id', moveOut, { token: ada.token })).data).toMatchObject({
    state: 'consent-refused',
    galleryId: null,
    people: [{ person: { username: 'bruno' }, consent: 'withdrawn' }],
  });
  expect((await testHost.call('GET /performer-assets/galleries/:id', { params: { id: gallery._id } })).errorBody.error).toBe(
    'gallery_not_found',
  );
  expect((await testHost.call('GET /performer-assets/photos/:performerId', { params: { performerId: ada.id } })).data.data).toEqual([]);
});

test('publishers consent by publishing, and cannot name a person who blocks them', async () => {
  expect(await publishPost(testHost, ada, { participantIds: [ada.id] })).toMatchObject({
    state: 'published',
    participants: [{ username: 'ada' }],
  });
  const files = [await uploadPhoto(testHost, ada), await uploadPhoto(testHost, ada)];
  const { _id: own } = await publishPost(testHost, ada, { type: 'photo', fileIds: files.slice(0, 1), participantIds: [ada.id] });
  expect((await change(own, { fileIds: files })).data.state).toBe('published');
  const cora = await signUpPerformer(testHost, 'cora');
  await testHost.call('POST /block/users', { body: { targetId: ada.id } }, { token: cora.token });
  const rejected = await testHost.call(
    'POST /performer/feeds',
    { body: { type: 'text', text: 'Hi', participantIds: [cora.id] } },
    { token: ada.token },
  );
  expect(rejected.errorBody.error).toBe('performer_not_found');
});

test('only the person shown can answer, and concurrent answers leave consent and listing consistent', async () => {
  const { _id: id } = await publishPost(testHost, ada, { participantIds: [bruno.id] });
  const { _id: shown, version } = await appearanceIn(bruno, id);
  const submitAnswer = (answer: 'accept' | 'refuse', { token } = bruno) =>
    testHost.call('POST /appearances/:id/answer', { params: { id: shown }, body: { answer, version } }, { token });
  expect((await submitAnswer('accept', ada)).errorBody.error).toBe('appearance_not_found');
  await Promise.all(Array.from({ length: 20 }, (_, index) => submitAnswer(index % 2 === 0 ? 'accept' : 'refuse')));
  const [row] = await testHost.ctx.db.select().from(items).where(eq(items.id, id));
  const { consent } = await appearanceIn(bruno, id);
  expect([row?.consent, row?.isListed]).toEqual(consent === 'accepted' ? ['given', true] : ['refused', false]);
});

test('lists use the same number of queries for one item with people as for many', async () => {
  const operator = await signUpOperator(testHost);
  const [one, many] = [await signUpPerformer(testHost, 'one'), await signUpPerformer(testHost, 'many')];
  const publishWith = (performer: Person) => publishItem(testHost, performer, 'video', { audience: 'public', participantIds: [bruno.id] });
  await publishWith(one);
  for (let count = 0; count < 6; count += 1) await publishWith(many);
  const cost = (performerId: string) =>
    fewestQueries(testHost, () =>
      testHost.call('GET /performer-assets/videos/search', { query: { performerId } }, { token: operator.token }),
    );
  expect(await cost(many.id)).toBe(await cost(one.id));
});
