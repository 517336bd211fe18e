/**
 * A fan and a performer with everything that one of them can see of the other: content, messages, comments, purchases,
 * notifications, and a running show. Both have also commented and chatted on the pages of a second performer.
 */
import { eq } from 'drizzle-orm';
import { performers } from '@server/platform/db/schema/performers';
import { fillWallet } from '../money/ledger';
import { addAddress } from '../people/addresses';
import { addAppearance } from '../people/appearances';
import { sampleImage, signUpFan, signUpOperator, signUpPerformer } from '../people/people';
import { addSubscription, publishPost, uploadPhoto } from '../content/posts';
import { addProduct, buyOne } from '../content/products';
import { publishItem } from '../content/published-item';
import { scheduleShow } from '../live/tickets';
import { goLive, openLiveTestHost, type LiveTestHost } from '../live/shows';
import { uploadMessagePhoto, sendMessage, openConversation } from '../talk/conversations';
import type { TestHost } from '../host/test-host';

type Account = Awaited<ReturnType<typeof signUpFan>>;
type ContentIds = Awaited<ReturnType<typeof createContent>>;
type Ids = ContentIds & Awaited<ReturnType<typeof createHistory>> & Awaited<ReturnType<typeof startShows>> & { home: string };

/** Who sends the request. The guest is in the fan's country. */
export type ViewerRole = 'fan' | 'guest' | 'performer';

export interface Pair extends LiveTestHost {
  fan: Account;
  performer: Account;
  other: Account;
  operator: Account;
  /** Ids by resource; `slug…` are the slugs of the performer's items. */
  id: Ids;
  /** Texts in a response that reveal the performer or the fan. */
  marks: Record<'fan' | 'performer', string[]>;
}

/** The address and country of the fan and the guest; everyone else is in DE. */
export const fanLocation = { address: '198.51.100.7', country: 'FR' };
export const trustedProxies = { TRUSTED_PROXIES: '127.0.0.1,::1' };
export const geo = { countryOf: (address: string) => Promise.resolve(address === fanLocation.address ? fanLocation.country : 'DE') };
/** The header that makes a request come from the fan's address. */
export const fromFanLocation = { 'x-forwarded-for': fanLocation.address };

const comment = async (testHost: TestHost, account: Account, objectType: 'feed' | 'comment', objectId: string): Promise<string> => {
  const { data } = await testHost.call('POST /comments', { body: { objectType, objectId, content: 'Lovely' } }, { token: account.token });
  return data._id;
};

/** Creates the performer's content; returns the ids. */
async function createContent(testHost: TestHost, performer: Account) {
  const poll = await testHost.call(
    'POST /performer/feeds/polls',
    { body: { question: 'Which?', options: ['One', 'Two'] } },
    { token: performer.token },
  );
  const feed = await publishPost(testHost, performer, { text: 'Zephyr', pollId: poll.data._id });
  const soldPost = await publishPost(testHost, performer, { text: 'Zephyr sold', audience: 'paid', price: 1 });
  const unsold = await publishPost(testHost, performer, { text: 'Zephyr unsold', audience: 'paid', price: 1 });
  const photoFile = await uploadPhoto(testHost, performer);
  const photoPost = await publishPost(testHost, performer, {
    type: 'photo',
    fileIds: [photoFile],
    audience: 'subscribers',
    text: 'Zephyr',
  });
  const ticketed = await scheduleShow(testHost, performer, { title: 'Zephyr live' });
  const [video, gallery] = [
    await publishItem(testHost, performer, 'video', { audience: 'paid', price: 100n }, 'Zephyr film'),
    await publishItem(testHost, performer, 'gallery', { audience: 'paid', price: 100n }, 'Zephyr album'),
  ];
  await testHost.call(
    'POST /performer/performer-assets/photos/upload',
    { files: { photo: await sampleImage(64, 48) }, body: { audience: 'public' } },
    { token: performer.token },
  );
  const product = await addProduct(testHost, performer, { name: 'Zephyr print', type: 'physical' });
  const file = await addProduct(testHost, performer, { name: 'Zephyr songs', type: 'digital', price: 1 });
  return {
    feed: feed._id,
    sold: soldPost._id,
    unsold: unsold._id,
    ticketed: ticketed._id,
    photoPost: photoPost._id,
    photoFile,
    video,
    gallery,
    product: product._id,
    file: file._id,
    slugFeed: feed.slug,
    slugProduct: product.slug,
    option: poll.data.options[0]?._id ?? '',
  };
}

/** Creates the messages, comments and purchases between the two; returns the ids. */
async function createHistory(
  { testHost }: LiveTestHost,
  { fan, performer, other }: Pick<Pair, 'fan' | 'performer' | 'other'>,
  contentIds: ContentIds,
) {
  const asFan = { token: fan.token };
  await fillWallet(testHost, fan.id, 100_000n);
  await addSubscription(testHost, fan, performer);
  for (const [account, target] of [
    [fan, other],
    [performer, other],
  ] as const)
    await addSubscription(testHost, account, target);
  await testHost.call('POST /follows/:id', { params: { id: performer.id } }, asFan);
  for (const [objectType, objectId] of [
    ['feed', contentIds.feed],
    ['video', contentIds.video],
    ['gallery', contentIds.gallery],
    ['product', contentIds.product],
    ['performer', performer.id],
  ] as const)
    await testHost.call('POST /reactions', { body: { objectType, objectId, action: 'bookmark' } }, asFan);
  await testHost.call('POST /wallet/charges/feed/:id', { params: { id: contentIds.sold }, body: {} }, asFan);
  await buyOne(testHost, fan, { _id: contentIds.file, type: 'digital', price: 1 });
  const order = await buyOne(testHost, fan, { _id: contentIds.product, type: 'physical', price: 12.5 });
  const appearanceVideo = await publishItem(testHost, other, 'video', { audience: 'public' }, 'With a guest');
  await addAppearance(testHost, appearanceVideo, performer.id);
  const sharedPost = (await publishPost(testHost, other, { text: 'Where two meet' }))._id;
  const fanComment = await comment(testHost, fan, 'feed', sharedPost);
  const performerComment = await comment(testHost, performer, 'feed', sharedPost);
  const threadRoot = await comment(testHost, fan, 'feed', contentIds.feed);
  await comment(testHost, performer, 'comment', threadRoot);
  const conversation = await openConversation(testHost, fan, performer);
  await sendMessage(testHost, fan, conversation, { text: 'Good evening' });
  const sent = await sendMessage(testHost, performer, conversation, {
    text: 'For you',
    fileIds: [await uploadMessagePhoto(testHost, performer)],
  });
  const priced = await sendMessage(testHost, performer, conversation, {
    text: 'Behind',
    fileIds: [await uploadMessagePhoto(testHost, performer)],
    isSale: true,
    price: 1,
  });
  const list = await testHost.call('POST /performer/lists', { body: { name: 'Dear ones', userIds: [fan.id] } }, { token: performer.token });
  return {
    order,
    appearanceVideo,
    sharedPost,
    fanComment,
    performerComment,
    threadRoot,
    conversation,
    sent: sent.data._id,
    priced: priced.data._id,
    list: list.data._id,
  };
}

/** Starts two shows: the performer's with the fan in it, and the other performer's, in whose chat both have written. */
async function startShows(live: LiveTestHost, { fan, performer, other }: Pick<Pair, 'fan' | 'performer' | 'other'>) {
  const { testHost } = live;
  const [ownShow, otherShow] = [await goLive(live, performer), await goLive(live, other)];
  const chatOf = async (account: Account) =>
    (await testHost.call('GET /conversations/stream/performer/:id', { params: { id: account.id } }, { token: fan.token })).data._id;
  const [chat, otherChat] = [await chatOf(performer), await chatOf(other)];
  for (const [account, id] of [
    [fan, chat],
    [performer, chat],
    [fan, otherChat],
    [performer, otherChat],
  ] as const) {
    const { status, errorBody } = await testHost.call(
      'POST /messages/stream/:id',
      { params: { id }, body: { text: 'Bravo' } },
      { token: account.token },
    );
    if (status >= 400) throw new Error(`the chat message was rejected: ${errorBody.error}`);
  }
  const body = { privateEnabled: true, privateMinutePrice: 3, privateMinimumMinutes: 2 };
  await testHost.call('PUT /streaming/update', { body }, { token: performer.token });
  return { stream: ownShow._id, session: ownShow.sessionId, chat, otherChat, otherStream: otherShow._id };
}

/** Opens the test host with the two people. */
export async function openPair(): Promise<Pair> {
  const live = await openLiveTestHost(trustedProxies, { geo });
  const { testHost } = live;
  const [performer, other] = [await signUpPerformer(testHost, 'zephyrine'), await signUpPerformer(testHost, 'ottilie')];
  const [fan, operator] = [await signUpFan(testHost, 'wilhelmina'), await signUpOperator(testHost)];
  await testHost.ctx.db.update(performers).set({ isFeatured: true }).where(eq(performers.accountId, performer.id));
  const people = { fan, performer, other };
  const contentIds = await createContent(testHost, performer);
  const id = {
    ...contentIds,
    ...(await createHistory(live, people, contentIds)),
    ...(await startShows(live, people)),
    home: await addAddress(testHost, fan),
  };
  return {
    ...live,
    ...people,
    operator,
    id,
    marks: { fan: [fan.id, fan.username], performer: [performer.id, performer.username, id.slugFeed, id.slugProduct] },
  };
}
