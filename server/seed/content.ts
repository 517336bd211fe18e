/** Demo content: what performers have published, and reactions to it. */
import type { ItemChanges } from '@contract/content/content';
import { day_ms } from '@contract/kernel/units';
import type { FeedType } from '@contract/kernel/values/feeds';
import type { UnlockType } from '@contract/kernel/values/money';
import { inTransaction, type Context } from '../platform/context';
import type { Actor } from '../platform/http/actor';
import type { IncomingFile } from '../platform/media/files';
import { unlock } from '../flows/purchases/unlock';
import { addComment } from '../content/comments/write';
import { createFeed } from '../content/feeds/write';
import { createPoll, vote } from '../content/feeds/polls';
import { uploadForFeed } from '../content/feeds/upload';
import { addFollow } from '../people/follows/follows';
import { addPhoto } from '../content/galleries/photos';
import { createGallery } from '../content/galleries/gallery';
import { addReaction } from '../content/reactions/reactions';
import { addVideo } from '../content/videos/videos';
import { withAudio, withVideo } from './clips';
import { withPhotos } from './pictures';
import { actorOf, daysAgo, minutesAgo, seedClient } from './accounts';

/** A performer with published content. */
export interface Publisher {
  id: string;
  /** Pictures to post. */
  photos: readonly string[];
}

/** The people of this demo content. */
export interface ContentCast {
  /** Has content of every kind. */
  full: Publisher;
  /** Plays music. */
  musical: Publisher;
  /** Have posted images; some are followed by the first fan. */
  others: readonly (Publisher & { caption: string; isFollowed: boolean; postedDaysAgo: number })[];
  /** Ids of fans: the first has tokens. */
  fans: readonly [string, ...string[]];
}

const clip_s = 5;
const tune_s = 12;

/** The actor of a performer. */
export const asPerformer = (ctx: Context, { id }: Publisher): Actor => ({
  ...actorOf(ctx, id, 'user'),
  role: 'performer',
  isPerformer: true,
});

/** Runs a change in one transaction, without an idempotency key. */
export const inOneTransaction =
  (ctx: Context) =>
  <A>(work: (tx: Context) => Promise<A>): Promise<A> =>
    inTransaction(ctx, work);

type Post = ItemChanges & { text: string; isPinned?: boolean; pollId?: string };

async function post(ctx: Context, performer: Actor, type: FeedType, body: Post, files: readonly string[] = []): Promise<string> {
  return (await createFeed(ctx, performer, { type, fileIds: [...files], ...body }))._id;
}

async function uploadPhotos(ctx: Context, performer: Actor, photos: readonly IncomingFile[]): Promise<string[]> {
  const ids: string[] = [];
  for (const file of photos) ids.push((await uploadForFeed(ctx, performer, 'feed-photo', file, inOneTransaction(ctx)))._id);
  return ids;
}

async function fillGallery(
  ctx: Context,
  performer: Actor,
  terms: ItemChanges & { title: string; description: string },
  photos: readonly IncomingFile[],
): Promise<string> {
  const { _id } = await createGallery(ctx, performer, terms);
  for (const file of photos) await addPhoto(ctx, performer, file, { galleryId: _id }, inOneTransaction(ctx));
  return _id;
}

interface AdaPosts {
  welcome: string;
  pollPost: string;
  options: readonly string[];
  soldGallery: string;
}

/**
 * Ada's page: text, photos with a poll, items for subscribers and for sale, videos, galleries, and a post scheduled for the day after
 * tomorrow.
 */
async function fillPage(ctx: Context, publisher: Publisher): Promise<AdaPosts> {
  const ada = asPerformer(ctx, publisher);
  return withPhotos(publisher.photos, async (photos) => {
    const [lighthouse, chairs, morning, barre, wings, leap, light, costumes] = photos;
    if (!lighthouse || !chairs || !morning || !barre || !wings || !leap || !light || !costumes) throw new Error('a picture is missing');
    const welcome = await post(
      daysAgo(ctx, 96),
      ada,
      'photo',
      {
        text: 'Welcome! Rehearsals on weekdays, a long video every Sunday, and the mistakes in between.',
        audience: 'public',
        isPinned: true,
      },
      await uploadPhotos(ctx, ada, [leap]),
    );
    const poll = await createPoll(ctx, ada, { question: 'Which piece next?', options: ['The lighthouse', 'Four chairs'] });
    const pollPost = await post(
      daysAgo(ctx, 2),
      ada,
      'photo',
      { text: 'Two sketches for spring. You choose.', audience: 'public', pollId: poll._id, tags: ['sketch', 'dance'] },
      await uploadPhotos(ctx, ada, [lighthouse, chairs]),
    );
    await post(
      daysAgo(ctx, 12),
      ada,
      'photo',
      {
        text: 'The studio at seven in the morning, before anybody is awake enough to be careful.',
        audience: 'subscribers',
        tags: ['studio'],
      },
      await uploadPhotos(ctx, ada, [morning, barre]),
    );
    await post(
      daysAgo(ctx, 41),
      ada,
      'photo',
      { text: 'Opening night, from the wings.', audience: 'paid', price: 500n, tags: ['stage'] },
      await uploadPhotos(ctx, ada, [wings]),
    );
    await post(ctx, ada, 'text', {
      text: 'Tickets for the spring run are out the day after tomorrow.',
      audience: 'public',
      scheduledAt: new Date(ctx.clock.now().getTime() + 2 * day_ms),
    });
    await post(ctx, ada, 'text', { text: 'Notes on the second act', status: 'draft' });
    for (const [title, still, terms] of [
      ['Warming up', morning, { audience: 'public', tags: ['dance'] }],
      ['The second act, whole', wings, { audience: 'paid', price: 1200n, tags: ['dance', 'stage'] }],
    ] as const)
      await withVideo(ctx, still, clip_s, (video) =>
        addVideo(
          ctx,
          ada,
          { video },
          { title, description: 'Filmed by whoever held the camera.', ...terms, tags: [...terms.tags] },
          inOneTransaction(ctx),
        ),
      );
    await fillGallery(ctx, ada, { title: 'Rehearsal room', description: 'A year in one room.', audience: 'public', tags: ['studio'] }, [
      morning,
      barre,
      leap,
      light,
      chairs,
      lighthouse,
    ]);
    const soldGallery = await fillGallery(
      ctx,
      ada,
      { title: 'Backstage', description: 'What the audience never sees.', audience: 'paid', price: 800n, tags: ['stage'] },
      [costumes, wings, leap],
    );
    return { welcome, pollPost, options: poll.options.map(({ _id }) => _id), soldGallery };
  });
}

async function postPhotos(
  ctx: Context,
  { caption, postedDaysAgo, ...publisher }: Publisher & { caption: string; postedDaysAgo: number },
): Promise<void> {
  const performer = asPerformer(ctx, publisher);
  await withPhotos(publisher.photos, async (photos) => {
    const files = await uploadPhotos(ctx, performer, photos);
    await post(daysAgo(ctx, postedDaysAgo), performer, 'photo', { text: caption, audience: 'public' }, files);
  });
}

async function fillMusicPage(ctx: Context, publisher: Publisher): Promise<void> {
  const bruno = asPerformer(ctx, publisher);
  await postPhotos(ctx, { ...publisher, caption: 'Four pedals, in the order that the neighbour likes best.', postedDaysAgo: 33 });
  await withAudio(ctx, tune_s, async (audio) => {
    const { _id } = await uploadForFeed(ctx, bruno, 'feed-audio', audio, inOneTransaction(ctx));
    await post(daysAgo(ctx, 8), bruno, 'audio', { text: 'A loop that my neighbour does not mind.', audience: 'public', tags: ['guitar'] }, [
      _id,
    ]);
  });
  await post(minutesAgo(ctx, 190), bruno, 'text', { text: 'Requests for tonight go under this post.', audience: 'followers' });
}

/** Fills the pages and lets fans react. Files are stored and converted, so it runs outside a transaction. */
export async function seedContent(ctx: Context, { full, musical, others, fans }: ContentCast): Promise<void> {
  const { welcome, pollPost, options, soldGallery } = await fillPage(ctx, full);
  await fillMusicPage(ctx, musical);
  for (const other of others) await postPhotos(ctx, other);

  const [first, ...rest] = fans;
  const finn = actorOf(ctx, first, 'user');
  const pollTarget = { objectType: 'feed' satisfies UnlockType, objectId: pollPost } as const;
  for (const { id, isFollowed } of others) if (isFollowed) await addFollow(ctx, first, id);
  for (const [index, id] of fans.entries()) {
    const fan = actorOf(ctx, id, 'user');
    await addReaction(ctx, id, { ...pollTarget, action: 'like' });
    const option = options[index % options.length];
    if (option !== undefined) await vote(ctx, fan, seedClient, option);
  }
  await addReaction(ctx, first, { ...pollTarget, action: 'bookmark' });
  await addComment(ctx, finn, seedClient, { objectType: 'feed', objectId: welcome, content: 'The mistakes are the best part.' });
  for (const id of rest) await addComment(ctx, actorOf(ctx, id, 'user'), seedClient, { ...pollTarget, content: 'The lighthouse, please!' });
  if (ctx.gateways.sandbox !== null) await inTransaction(ctx, (tx) => unlock(tx, finn, seedClient, 'gallery', soldGallery, undefined));
}
