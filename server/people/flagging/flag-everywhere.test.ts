/**
 * Every endpoint that stores text for others: a text with a flagged word is stored as written and reported once. An endpoint without a case
 * here does not compile.
 */
import { eq } from 'drizzle-orm';
import { checkedTextFields, type CheckedEndpointName } from '@contract/checked-texts';
import { reports } from '@server/platform/db/schema/safety';
import { addAddress } from '../../../tests/kit/people/addresses';
import { fillWallet } from '../../../tests/kit/money/ledger';
import { blobOf, videoFile } from '../../../tests/kit/files/media-clips';
import { password, signUpFan, signUpOperator, signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { publishPost } from '../../../tests/kit/content/posts';
import { addProduct, buyOne } from '../../../tests/kit/content/products';
import { publishItem } from '../../../tests/kit/content/published-item';
import { goLive, openLiveTestHost, type LiveTestHost } from '../../../tests/kit/live/shows';
import { sendMessage, openConversation } from '../../../tests/kit/talk/conversations';
import type { TestHost } from '../../../tests/kit/host/test-host';

type TestPerson = Awaited<ReturnType<typeof signUpFan>>;

let liveTestHost: LiveTestHost;
let testHost: TestHost;
let fan: TestPerson;
let performer: TestPerson;
/** A performer without a show. */
let beginner: TestPerson;
let show: Awaited<ReturnType<typeof goLive>>;

beforeAll(async () => {
  liveTestHost = await openLiveTestHost();
  ({ testHost } = liveTestHost);
  const operator = await signUpOperator(testHost);
  [fan, performer, beginner] = [await signUpFan(testHost), await signUpPerformer(testHost), await signUpPerformer(testHost)];
  await fillWallet(testHost, fan.id, 100_000n);
  show = await goLive(liveTestHost, performer);
  const list = [{ text: 'meet me', match: 'part' as const, action: 'report' as const }];
  await testHost.call('PUT /admin/keyword-filters', { body: { words: list } }, { token: operator.token });
});
afterAll(() => testHost.close());

const asPerformer = () => ({ token: performer.token });
const asFan = () => ({ token: fan.token });
const comment = async () =>
  (
    await testHost.call(
      'POST /comments',
      { body: { objectType: 'feed', objectId: await publishItem(testHost, performer), content: 'Plain' } },
      asFan(),
    )
  ).data._id;
const photo = async (title: string) =>
  testHost.call(
    'POST /performer/performer-assets/photos/upload',
    { files: { photo: await sampleImage(64, 48) }, body: { title, audience: 'public' } },
    asPerformer(),
  );
const sendMassMessage = (text: string, scheduledAt?: string) =>
  testHost.call(
    'POST /mass-messages',
    { body: { text, include: ['followers'], ...(scheduledAt !== undefined && { scheduledAt }) } },
    asPerformer(),
  );
const delivery = async () => ({ deliveryAddressId: await addAddress(testHost, fan), phoneNumber: '+49 30 1234' });
const newcomer = (name: string) => ({ email: `${name}@example.com`, password, username: name });

type CallResult = Promise<{ status: number; errorBody: unknown }>;
interface EndpointCase {
  /** Who calls the endpoint; a new person for registrations. */
  by: 'fan' | 'performer' | 'beginner' | 'newcomer';
  /** The target of the report. */
  target: string;
  write: (words: string) => CallResult;
}

const cases: Record<CheckedEndpointName, EndpointCase> = {
  'POST /auth/users/register': {
    by: 'newcomer',
    target: 'user',
    write: (name) => testHost.call('POST /auth/users/register', { body: { ...newcomer('newfan'), name } }),
  },
  'POST /auth/performers/register': {
    by: 'newcomer',
    target: 'performer',
    write: async (name) => {
      const identityDocument = await sampleImage();
      return testHost.call('POST /auth/performers/register', {
        body: { ...newcomer('newperformer'), name, dateOfBirth: '1990-05-05', gender: 'female', country: 'DE' },
        files: { idVerification: identityDocument, documentVerification: identityDocument },
      });
    },
  },
  'PUT /users': { by: 'fan', target: 'user', write: (name) => testHost.call('PUT /users', { body: { name } }, asFan()) },
  'PUT /performers/:id': {
    by: 'performer',
    target: 'performer',
    write: (bio) => testHost.call('PUT /performers/:id', { params: { id: 'me' }, body: { bio } }, asPerformer()),
  },
  'POST /performer/feeds': {
    by: 'performer',
    target: 'feed',
    write: (text) => testHost.call('POST /performer/feeds', { body: { type: 'text', text } }, asPerformer()),
  },
  'PUT /performer/feeds/:id': {
    by: 'performer',
    target: 'feed',
    write: async (text) => {
      const { _id: id } = await publishPost(testHost, performer);
      return testHost.call('PUT /performer/feeds/:id', { params: { id }, body: { text } }, asPerformer());
    },
  },
  'POST /performer/feeds/polls': {
    by: 'performer',
    target: 'performer',
    write: (words) =>
      testHost.call('POST /performer/feeds/polls', { body: { question: 'Where?', options: ['Here', words] } }, asPerformer()),
  },
  'POST /performer/performer-assets/galleries': {
    by: 'performer',
    target: 'gallery',
    write: (title) => testHost.call('POST /performer/performer-assets/galleries', { body: { title, audience: 'public' } }, asPerformer()),
  },
  'PUT /performer/performer-assets/galleries/:id': {
    by: 'performer',
    target: 'gallery',
    write: async (title) => {
      const id = await publishItem(testHost, performer, 'gallery');
      return testHost.call('PUT /performer/performer-assets/galleries/:id', { params: { id }, body: { title } }, asPerformer());
    },
  },
  'POST /performer/performer-assets/photos/upload': { by: 'performer', target: 'photo', write: photo },
  'PUT /performer/performer-assets/photos/:id': {
    by: 'performer',
    target: 'photo',
    write: async (title) => {
      const { _id: id } = (await photo('Plain')).data;
      return testHost.call('PUT /performer/performer-assets/photos/:id', { params: { id }, body: { title } }, asPerformer());
    },
  },
  'POST /performer/performer-assets/videos/upload': {
    by: 'performer',
    target: 'video',
    write: async (title) => {
      const files = { video: await blobOf(await videoFile(), 'film.mp4'), teaser: undefined, thumbnail: undefined };
      return testHost.call('POST /performer/performer-assets/videos/upload', { files, body: { title, audience: 'public' } }, asPerformer());
    },
  },
  'PUT /performer/performer-assets/videos/edit/:id': {
    by: 'performer',
    target: 'video',
    write: async (title) => {
      const id = await publishItem(testHost, performer, 'video');
      const files = { video: undefined, teaser: undefined, thumbnail: undefined };
      return testHost.call('PUT /performer/performer-assets/videos/edit/:id', { params: { id }, files, body: { title } }, asPerformer());
    },
  },
  'POST /performer/performer-assets/products': {
    by: 'performer',
    target: 'product',
    write: async (description) => {
      const body = { name: 'Print', description, type: 'physical' as const, price: 5, stock: 3 };
      const files = { image: await sampleImage(), digitalFile: undefined };
      return testHost.call('POST /performer/performer-assets/products', { files, body }, asPerformer());
    },
  },
  'PUT /performer/performer-assets/products/:id': {
    by: 'performer',
    target: 'product',
    write: async (name) => {
      const { _id: id } = await addProduct(testHost, performer);
      const files = { image: undefined, digitalFile: undefined };
      return testHost.call('PUT /performer/performer-assets/products/:id', { params: { id }, files, body: { name } }, asPerformer());
    },
  },
  'PUT /orders/:id/update': {
    by: 'performer',
    target: 'performer',
    write: async (note) => {
      const id = await buyOne(testHost, fan, await addProduct(testHost, performer));
      return testHost.call('PUT /orders/:id/update', { params: { id }, body: { deliveryStatus: 'shipping', note } }, asPerformer());
    },
  },
  'PUT /conversations/stream/:id/update': {
    by: 'performer',
    target: 'stream',
    write: (name) =>
      testHost.call('PUT /conversations/stream/:id/update', { params: { id: show.conversationId }, body: { name } }, asPerformer()),
  },
  'POST /messages/conversations/:id': {
    by: 'fan',
    target: 'message',
    write: async (text) => sendMessage(testHost, fan, await openConversation(testHost, fan, performer), { text }),
  },
  'PUT /messages/:id': {
    by: 'fan',
    target: 'message',
    write: async (text) => {
      const message = await sendMessage(testHost, fan, await openConversation(testHost, fan, performer), { text: 'Plain' });
      return testHost.call('PUT /messages/:id', { params: { id: message.data._id }, body: { text } }, { token: fan.token });
    },
  },
  'POST /messages/stream/:id': {
    by: 'performer',
    target: 'performer',
    write: (text) => testHost.call('POST /messages/stream/:id', { params: { id: show.conversationId }, body: { text } }, asPerformer()),
  },
  'POST /mass-messages': { by: 'performer', target: 'performer', write: sendMassMessage },
  'PUT /mass-messages/:id': {
    by: 'performer',
    target: 'performer',
    write: async (text) => {
      const { _id: id } = (await sendMassMessage('Plain', new Date(testHost.clock.now().getTime() + 3_600_000).toISOString())).data;
      return testHost.call('PUT /mass-messages/:id', { params: { id }, body: { text } }, asPerformer());
    },
  },
  'PUT /streaming/tip-menu': {
    by: 'performer',
    target: 'stream',
    write: (title) => testHost.call('PUT /streaming/tip-menu', { body: { items: [{ title, price: 20 }] } }, asPerformer()),
  },
  'POST /streaming/live': {
    by: 'beginner',
    target: 'stream',
    write: (title) => testHost.call('POST /streaming/live', { body: { title, description: '', isFree: true } }, { token: beginner.token }),
  },
  'PUT /streaming/live/:id': {
    by: 'performer',
    target: 'stream',
    write: (description) => testHost.call('PUT /streaming/live/:id', { params: { id: show._id }, body: { description } }, asPerformer()),
  },
  'PUT /streaming/live/:id/tip-goal': {
    by: 'performer',
    target: 'stream',
    write: (title) =>
      testHost.call('PUT /streaming/live/:id/tip-goal', { params: { id: show._id }, body: { goal: { title, amount: 50 } } }, asPerformer()),
  },
  'POST /streaming/private-requests': {
    by: 'fan',
    target: 'user',
    write: async (note) => {
      const performer = await signUpPerformer(testHost);
      const body = { privateEnabled: true, privateMinutePrice: 3, privateMinimumMinutes: 2 };
      await testHost.call('PUT /streaming/update', { body }, { token: performer.token });
      return testHost.call('POST /streaming/private-requests', { body: { performerId: performer.id, note } }, asFan());
    },
  },
  'POST /comments': {
    by: 'fan',
    target: 'comment',
    write: async (content) =>
      testHost.call('POST /comments', { body: { objectType: 'feed', objectId: await publishItem(testHost, performer), content } }, asFan()),
  },
  'PUT /comments/:id': {
    by: 'fan',
    target: 'comment',
    write: async (content) => {
      const id = await comment();
      return testHost.call('PUT /comments/:id', { params: { id }, body: { content }, files: { file: undefined } }, asFan());
    },
  },
  'POST /wallet/charges/tip/:id': {
    by: 'fan',
    target: 'user',
    write: (text) => testHost.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body: { price: 20, text } }, asFan()),
  },
  'POST /wallet/charges/product/:id': {
    by: 'fan',
    target: 'user',
    write: async (userNote) => {
      const { _id: id } = await addProduct(testHost, performer);
      return testHost.call('POST /wallet/charges/product/:id', { params: { id }, body: { userNote, ...(await delivery()) } }, asFan());
    },
  },
  'POST /wallet/charges/cart': {
    by: 'fan',
    target: 'user',
    write: async (userNote) => {
      const { _id: productId } = await addProduct(testHost, performer);
      const lines = [{ productId, quantity: 1 }];
      return testHost.call('POST /wallet/charges/cart', { body: { lines, userNote, ...(await delivery()) } }, asFan());
    },
  },
};

/** Endpoints whose text is a name: names are stored with single spaces. */
const nameEndpoints: ReadonlySet<CheckedEndpointName> = new Set([
  'POST /auth/users/register',
  'POST /auth/performers/register',
  'PUT /users',
]);

test.each(Object.keys(checkedTextFields) as CheckedEndpointName[])(
  '%s: a flagged text is stored as written and reported once',
  async (name) => {
    const { by, target, write } = cases[name];
    // A target has at most one open report, so earlier ones are closed.
    await testHost.ctx.db.update(reports).set({ status: 'dismissed' }).where(eq(reports.status, 'open'));
    // Each text is different, because a text that was already decided on is not reported again.
    const words = `M\u0435et  me at ${String(Object.keys(cases).indexOf(name))}`;
    expect(await write(words)).not.toHaveProperty('errorBody.error');
    const found = await testHost.ctx.db.select().from(reports).where(eq(reports.status, 'open'));
    const people = { fan, performer, beginner, newcomer: { id: expect.any(String) as string } };
    const owner = people[by].id;
    expect(found).toEqual([expect.objectContaining({ target, ownerId: owner, reporterId: null, reason: 'other', description: '' })]);
    const title = words.replace('  ', ' ');
    expect(found[0]?.evidence).toMatchObject({ text: nameEndpoints.has(name) ? title : words, title });
    expect(found[0]?.evidence.facts[0]).toEqual({ label: 'Flagged words', value: '“meet me”' });
  },
);
