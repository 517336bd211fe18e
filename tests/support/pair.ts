/**
 * A fan and a performer with everything between them that one may see of the other: what she shows, what both have said, bought
 * and been told of, and a show that runs. A second performer is there on whose pages the two meet.
 */
import { eq } from 'drizzle-orm';
import { performers, videoParticipants } from '@server/platform/db/schema/schema';
import { fillWallet } from './books';
import { homeOf } from '../kit/people/addresses';
import { somePicture, signUpFan, signUpOperator, signUpPerformer } from '../kit/people/people';
import { letSubscribe, publishPost, uploadPhoto } from './posts';
import { addProduct, buyOne } from '../kit/content/products';
import { published } from '../kit/content/published-item';
import { goLive, openLiveWorld, type LiveWorld } from '../kit/live/shows';
import { photoOf, say, talkOf } from './talk';
import type { World } from '../kit/host/test-host';

type Somebody = Awaited<ReturnType<typeof signUpFan>>;
type Things = Awaited<ReturnType<typeof shownThings>>;
type Ids = Things & Awaited<ReturnType<typeof history>> & Awaited<ReturnType<typeof shows>> & { home: string };

/** Who looks. The guest comes from where the fan is. */
export type Eye = 'fan' | 'guest' | 'performer';

export interface Pair extends LiveWorld {
  fan: Somebody;
  performer: Somebody;
  other: Somebody;
  operator: Somebody;
  /** Ids, by what they are of; `slug…` are the speaking names of what she shows. */
  id: Ids;
  /** By what an answer is known to show the performer, or the fan. */
  marks: Record<'fan' | 'performer', string[]>;
}

/** Where the fan and the guest are, and where everybody else is. */
export const away = { address: '198.51.100.7', country: 'FR' };
export const trusting = { TRUSTED_PROXIES: '127.0.0.1,::1' };
export const geo = { countryOf: (address: string) => Promise.resolve(address === away.address ? away.country : 'DE') };
/** The header by which a request comes from where the fan is. */
export const fromAway = { 'x-forwarded-for': away.address };

const comment = async (world: World, who: Somebody, objectType: 'feed' | 'comment', objectId: string): Promise<string> => {
  const { data } = await world.call('POST /comments', { body: { objectType, objectId, content: 'Lovely' } }, { token: who.token });
  return data._id;
};

/** What the performer shows: answers the ids. */
async function shownThings(world: World, performer: Somebody) {
  const poll = await world.call(
    'POST /performer/feeds/polls',
    { body: { question: 'Which?', options: ['One', 'Two'] } },
    { token: performer.token },
  );
  const feed = await publishPost(world, performer, { text: 'Zephyr', pollId: poll.data._id });
  const sold = await publishPost(world, performer, { text: 'Zephyr sold', audience: 'paid', price: 1 });
  const unsold = await publishPost(world, performer, { text: 'Zephyr unsold', audience: 'paid', price: 1 });
  const photoFile = await uploadPhoto(world, performer);
  const pictured = await publishPost(world, performer, { type: 'photo', fileIds: [photoFile], audience: 'subscribers', text: 'Zephyr' });
  const [video, gallery] = [
    await published(world, performer, 'video', { audience: 'paid', price: 100n }, 'Zephyr film'),
    await published(world, performer, 'gallery', { audience: 'paid', price: 100n }, 'Zephyr album'),
  ];
  await world.call(
    'POST /performer/performer-assets/photos/upload',
    { files: { photo: await somePicture(64, 48) }, body: { audience: 'public' } },
    { token: performer.token },
  );
  const product = await addProduct(world, performer, { name: 'Zephyr print', type: 'physical' });
  const file = await addProduct(world, performer, { name: 'Zephyr songs', type: 'digital', price: 1 });
  return {
    ...{
      feed: feed._id,
      sold: sold._id,
      unsold: unsold._id,
      pictured: pictured._id,
      photoFile,
      video,
      gallery,
      product: product._id,
      file: file._id,
    },
    ...{ slugFeed: feed.slug, slugProduct: product.slug, option: poll.data.options[0]?._id ?? '' },
  };
}

/** What the two have said and done to each other: answers the ids. */
async function history({ world }: LiveWorld, { fan, performer, other }: Pick<Pair, 'fan' | 'performer' | 'other'>, things: Things) {
  const as = { token: fan.token };
  await fillWallet(world, fan.id, 100_000n);
  await letSubscribe(world, fan, performer);
  for (const [who, whom] of [
    [fan, other],
    [performer, other],
  ] as const)
    await letSubscribe(world, who, whom);
  await world.call('POST /follows/:id', { params: { id: performer.id } }, as);
  for (const [objectType, objectId] of [
    ['feed', things.feed],
    ['video', things.video],
    ['gallery', things.gallery],
    ['product', things.product],
    ['performer', performer.id],
  ] as const)
    await world.call('POST /reactions', { body: { objectType, objectId, action: 'bookmark' } }, as);
  await world.call('POST /wallet/charges/feed/:id', { params: { id: things.sold }, body: {} }, as);
  await buyOne(world, fan, { _id: things.file, type: 'digital', price: 1 });
  const order = await buyOne(world, fan, { _id: things.product, type: 'physical', price: 12.5 });
  const guestFilm = await published(world, other, 'video', { audience: 'public' }, 'With a guest');
  await world.ctx.db.insert(videoParticipants).values({ itemId: guestFilm, performerId: performer.id, ordering: 0 });
  const meeting = (await publishPost(world, other, { text: 'Where two meet' }))._id;
  const fansWord = await comment(world, fan, 'feed', meeting);
  const hersWord = await comment(world, performer, 'feed', meeting);
  const below = await comment(world, fan, 'feed', things.feed);
  await comment(world, performer, 'comment', below);
  const talk = await talkOf(world, fan, performer);
  await say(world, fan, talk, { text: 'Good evening' });
  const sent = await say(world, performer, talk, { text: 'For you', fileIds: [await photoOf(world, performer)] });
  const priced = await say(world, performer, talk, { text: 'Behind', fileIds: [await photoOf(world, performer)], isSale: true, price: 1 });
  const list = await world.call('POST /performer/lists', { body: { name: 'Dear ones', userIds: [fan.id] } }, { token: performer.token });
  return {
    ...{ order, guestFilm, meeting, fansWord, hersWord, below, talk, sent: sent.data._id, priced: priced.data._id },
    list: list.data._id,
  };
}

/** Two shows that run: hers with the fan in it, and one of the other's in whose chat both have written. */
async function shows(live: LiveWorld, { fan, performer, other }: Pick<Pair, 'fan' | 'performer' | 'other'>) {
  const { world } = live;
  const [own, others] = [await goLive(live, performer), await goLive(live, other)];
  const chatOf = async (who: Somebody) =>
    (await world.call('GET /conversations/stream/performer/:id', { params: { id: who.id } }, { token: fan.token })).data._id;
  const [chat, otherChat] = [await chatOf(performer), await chatOf(other)];
  for (const [who, id] of [
    [fan, chat],
    [performer, chat],
    [fan, otherChat],
    [performer, otherChat],
  ] as const) {
    const { status, refusal } = await world.call(
      'POST /messages/stream/:id',
      { params: { id }, body: { text: 'Bravo' } },
      { token: who.token },
    );
    if (status >= 400) throw new Error(`nothing was said: ${refusal.error}`);
  }
  const body = { privateEnabled: true, privateMinutePrice: 3, privateMinimumMinutes: 2 };
  await world.call('PUT /streaming/update', { body }, { token: performer.token });
  return { stream: own._id, session: own.sessionId, chat, otherChat, otherStream: others._id };
}

/** Makes the world of the two. */
export async function openPair(): Promise<Pair> {
  const live = await openLiveWorld(trusting, { geo });
  const { world } = live;
  const [performer, other] = [await signUpPerformer(world, 'zephyrine'), await signUpPerformer(world, 'ottilie')];
  const [fan, operator] = [await signUpFan(world, 'wilhelmina'), await signUpOperator(world)];
  await world.ctx.db.update(performers).set({ isFeatured: true }).where(eq(performers.accountId, performer.id));
  const people = { fan, performer, other };
  const things = await shownThings(world, performer);
  const id = {
    ...things,
    ...(await history(live, people, things)),
    ...(await shows(live, people)),
    home: await homeOf(world, fan),
  };
  return {
    ...{ ...live, ...people, operator, id },
    marks: { fan: [fan.id, fan.username], performer: [performer.id, performer.username, id.slugFeed, id.slugProduct] },
  };
}
