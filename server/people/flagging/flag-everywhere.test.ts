/**
 * Every endpoint that takes words for others: words of which operators want to hear stand as they were written, and are reported
 * once, whatever they were written in. An endpoint that joins the list and has no story here does not compile.
 */
import { eq } from 'drizzle-orm';
import { saidIn, type SaidName } from '@contract/checked-texts';
import { reports } from '@server/platform/db/schema/schema';
import { homeOf } from '../../../tests/kit/people/addresses';
import { fillWallet } from '../../../tests/support/books';
import { blobOf, videoFile } from '../../../tests/kit/files/media-clips';
import { password, signUpFan, signUpOperator, signUpPerformer, somePicture } from '../../../tests/kit/people/people';
import { publishPost } from '../../../tests/support/posts';
import { addProduct, buyOne } from '../../../tests/kit/content/products';
import { published } from '../../../tests/kit/content/published-item';
import { goLive, openLiveWorld, type LiveWorld } from '../../../tests/kit/live/shows';
import { say, talkOf } from '../../../tests/support/talk';
import type { World } from '../../../tests/kit/host/test-host';

type Somebody = Awaited<ReturnType<typeof signUpFan>>;

let opened: LiveWorld;
let world: World;
let fan: Somebody;
let performer: Somebody;
/** Hers is no show yet. */
let beginner: Somebody;
let show: Awaited<ReturnType<typeof goLive>>;

beforeAll(async () => {
  opened = await openLiveWorld();
  ({ world } = opened);
  const operator = await signUpOperator(world);
  [fan, performer, beginner] = [await signUpFan(world), await signUpPerformer(world), await signUpPerformer(world)];
  await fillWallet(world, fan.id, 100_000n);
  show = await goLive(opened, performer);
  const list = [{ text: 'meet me', match: 'part' as const, action: 'report' as const }];
  await world.call('PUT /admin/keyword-filters', { body: { words: list } }, { token: operator.token });
}, 60_000);
afterAll(() => world.close());

const hers = () => ({ token: performer.token });
const his = () => ({ token: fan.token });
const comment = async () =>
  (
    await world.call(
      'POST /comments',
      { body: { objectType: 'feed', objectId: await published(world, performer), content: 'Plain' } },
      his(),
    )
  ).data._id;
const photo = async (title: string) =>
  world.call(
    'POST /performer/performer-assets/photos/upload',
    { files: { photo: await somePicture(64, 48) }, body: { title, audience: 'public' } },
    hers(),
  );
const mass = (text: string, scheduledAt?: string) =>
  world.call('POST /mass-messages', { body: { text, include: ['followers'], ...(scheduledAt !== undefined && { scheduledAt }) } }, hers());
const toHome = async () => ({ deliveryAddressId: await homeOf(world, fan), phoneNumber: '+49 30 1234' });
const newcomer = (name: string) => ({ email: `${name}@example.com`, password, username: name });

type Written = Promise<{ status: number; refusal: unknown }>;
interface Story {
  /** Who answers for it; somebody new where she registers. */
  by: 'fan' | 'performer' | 'beginner' | 'newcomer';
  /** What is reported. */
  target: string;
  write: (words: string) => Written;
}

const stories: Record<SaidName, Story> = {
  'POST /auth/users/register': {
    ...{ by: 'newcomer', target: 'user' },
    write: (name) => world.call('POST /auth/users/register', { body: { ...newcomer('newfan'), name } }),
  },
  'POST /auth/performers/register': {
    ...{ by: 'newcomer', target: 'performer' },
    write: async (name) => {
      const paper = await somePicture();
      return world.call('POST /auth/performers/register', {
        body: { ...newcomer('newperformer'), name, dateOfBirth: '1990-05-05', gender: 'female', country: 'DE' },
        files: { idVerification: paper, documentVerification: paper },
      });
    },
  },
  'PUT /users': { by: 'fan', target: 'user', write: (name) => world.call('PUT /users', { body: { name } }, his()) },
  'PUT /performers/:id': {
    ...{ by: 'performer', target: 'performer' },
    write: (bio) => world.call('PUT /performers/:id', { params: { id: 'me' }, body: { bio } }, hers()),
  },
  'POST /performer/feeds': {
    ...{ by: 'performer', target: 'feed' },
    write: (text) => world.call('POST /performer/feeds', { body: { type: 'text', text } }, hers()),
  },
  'PUT /performer/feeds/:id': {
    ...{ by: 'performer', target: 'feed' },
    write: async (text) => {
      const { _id: id } = await publishPost(world, performer);
      return world.call('PUT /performer/feeds/:id', { params: { id }, body: { text } }, hers());
    },
  },
  'POST /performer/feeds/polls': {
    ...{ by: 'performer', target: 'performer' },
    write: (words) => world.call('POST /performer/feeds/polls', { body: { question: 'Where?', options: ['Here', words] } }, hers()),
  },
  'POST /performer/performer-assets/galleries': {
    ...{ by: 'performer', target: 'gallery' },
    write: (title) => world.call('POST /performer/performer-assets/galleries', { body: { title, audience: 'public' } }, hers()),
  },
  'PUT /performer/performer-assets/galleries/:id': {
    ...{ by: 'performer', target: 'gallery' },
    write: async (title) => {
      const id = await published(world, performer, 'gallery');
      return world.call('PUT /performer/performer-assets/galleries/:id', { params: { id }, body: { title } }, hers());
    },
  },
  'POST /performer/performer-assets/photos/upload': { by: 'performer', target: 'photo', write: photo },
  'PUT /performer/performer-assets/photos/:id': {
    ...{ by: 'performer', target: 'photo' },
    write: async (title) => {
      const { _id: id } = (await photo('Plain')).data;
      return world.call('PUT /performer/performer-assets/photos/:id', { params: { id }, body: { title } }, hers());
    },
  },
  'POST /performer/performer-assets/videos/upload': {
    ...{ by: 'performer', target: 'video' },
    write: async (title) => {
      const files = { video: await blobOf(await videoFile(), 'film.mp4'), teaser: undefined, thumbnail: undefined };
      return world.call('POST /performer/performer-assets/videos/upload', { files, body: { title, audience: 'public' } }, hers());
    },
  },
  'PUT /performer/performer-assets/videos/edit/:id': {
    ...{ by: 'performer', target: 'video' },
    write: async (title) => {
      const id = await published(world, performer, 'video');
      const files = { video: undefined, teaser: undefined, thumbnail: undefined };
      return world.call('PUT /performer/performer-assets/videos/edit/:id', { params: { id }, files, body: { title } }, hers());
    },
  },
  'POST /performer/performer-assets/products': {
    ...{ by: 'performer', target: 'product' },
    write: async (description) => {
      const body = { name: 'Print', description, type: 'physical' as const, price: 5, stock: 3 };
      const files = { image: await somePicture(), digitalFile: undefined };
      return world.call('POST /performer/performer-assets/products', { files, body }, hers());
    },
  },
  'PUT /performer/performer-assets/products/:id': {
    ...{ by: 'performer', target: 'product' },
    write: async (name) => {
      const { _id: id } = await addProduct(world, performer);
      const files = { image: undefined, digitalFile: undefined };
      return world.call('PUT /performer/performer-assets/products/:id', { params: { id }, files, body: { name } }, hers());
    },
  },
  'PUT /orders/:id/update': {
    ...{ by: 'performer', target: 'performer' },
    write: async (note) => {
      const id = await buyOne(world, fan, await addProduct(world, performer));
      return world.call('PUT /orders/:id/update', { params: { id }, body: { deliveryStatus: 'shipping', note } }, hers());
    },
  },
  'PUT /conversations/stream/:id/update': {
    ...{ by: 'performer', target: 'stream' },
    write: (name) => world.call('PUT /conversations/stream/:id/update', { params: { id: show.conversationId }, body: { name } }, hers()),
  },
  'POST /messages/conversations/:id': {
    ...{ by: 'fan', target: 'message' },
    write: async (text) => say(world, fan, await talkOf(world, fan, performer), { text }),
  },
  'POST /messages/stream/:id': {
    ...{ by: 'performer', target: 'performer' },
    write: (text) => world.call('POST /messages/stream/:id', { params: { id: show.conversationId }, body: { text } }, hers()),
  },
  'POST /mass-messages': { by: 'performer', target: 'performer', write: mass },
  'PUT /mass-messages/:id': {
    ...{ by: 'performer', target: 'performer' },
    write: async (text) => {
      const { _id: id } = (await mass('Plain', new Date(world.clock.now().getTime() + 3_600_000).toISOString())).data;
      return world.call('PUT /mass-messages/:id', { params: { id }, body: { text } }, hers());
    },
  },
  'PUT /streaming/tip-menu': {
    ...{ by: 'performer', target: 'stream' },
    write: (title) => world.call('PUT /streaming/tip-menu', { body: { items: [{ title, price: 20 }] } }, hers()),
  },
  'POST /streaming/live': {
    ...{ by: 'beginner', target: 'stream' },
    write: (title) => world.call('POST /streaming/live', { body: { title, description: '', isFree: true } }, { token: beginner.token }),
  },
  'PUT /streaming/live/:id': {
    ...{ by: 'performer', target: 'stream' },
    write: (description) => world.call('PUT /streaming/live/:id', { params: { id: show._id }, body: { description } }, hers()),
  },
  'PUT /streaming/live/:id/tip-goal': {
    ...{ by: 'performer', target: 'stream' },
    write: (title) =>
      world.call('PUT /streaming/live/:id/tip-goal', { params: { id: show._id }, body: { goal: { title, amount: 50 } } }, hers()),
  },
  'POST /streaming/private-requests': {
    ...{ by: 'fan', target: 'user' },
    write: async (note) => {
      const asked = await signUpPerformer(world);
      const body = { privateEnabled: true, privateMinutePrice: 3, privateMinimumMinutes: 2 };
      await world.call('PUT /streaming/update', { body }, { token: asked.token });
      return world.call('POST /streaming/private-requests', { body: { performerId: asked.id, note } }, his());
    },
  },
  'POST /comments': {
    ...{ by: 'fan', target: 'comment' },
    write: async (content) =>
      world.call('POST /comments', { body: { objectType: 'feed', objectId: await published(world, performer), content } }, his()),
  },
  'PUT /comments/:id': {
    ...{ by: 'fan', target: 'comment' },
    write: async (content) => {
      const id = await comment();
      return world.call('PUT /comments/:id', { params: { id }, body: { content }, files: { file: undefined } }, his());
    },
  },
  'POST /wallet/charges/tip/:id': {
    ...{ by: 'fan', target: 'user' },
    write: (text) => world.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body: { price: 20, text } }, his()),
  },
  'POST /wallet/charges/product/:id': {
    ...{ by: 'fan', target: 'user' },
    write: async (userNote) => {
      const { _id: id } = await addProduct(world, performer);
      return world.call('POST /wallet/charges/product/:id', { params: { id }, body: { userNote, ...(await toHome()) } }, his());
    },
  },
  'POST /wallet/charges/cart': {
    ...{ by: 'fan', target: 'user' },
    write: async (userNote) => {
      const { _id: productId } = await addProduct(world, performer);
      const lines = [{ productId, quantity: 1 }];
      return world.call('POST /wallet/charges/cart', { body: { lines, userNote, ...(await toHome()) } }, his());
    },
  },
};

test.each(Object.keys(saidIn) as SaidName[])(
  '%s: what is reported stands as it was written, and waits for an operator once',
  async (name) => {
    const { by, target, write } = stories[name];
    // Of one thing one report waits: what went before is decided.
    await world.ctx.db.update(reports).set({ status: 'dismissed' }).where(eq(reports.status, 'open'));
    // No two are the same: what was decided does not come back.
    const words = `M\u0435et  me at ${String(Object.keys(stories).indexOf(name))}`;
    expect(await write(words)).not.toHaveProperty('refusal.error');
    const found = await world.ctx.db.select().from(reports).where(eq(reports.status, 'open'));
    const people = { fan, performer, beginner, newcomer: { id: expect.any(String) as string } };
    const owner = people[by].id;
    expect(found).toEqual([expect.objectContaining({ target, ownerId: owner, reporterId: null, reason: 'other', description: '' })]);
    expect(found[0]?.evidence).toMatchObject({ text: words, title: words.replace('  ', ' ') });
    expect(found[0]?.evidence.facts[0]).toEqual({ label: 'Word', value: '“meet me”' });
  },
);
