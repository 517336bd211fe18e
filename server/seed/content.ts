/** What the people of the cast have published, and how others answered it. */
import type { ItemChanges } from '@contract/content/content';
import { day_ms } from '@contract/kernel/units';
import type { FeedType, UnlockType } from '@contract/values';
import { inTransaction, type Context } from '../platform/context';
import type { Actor } from '../platform/http/actor';
import type { IncomingFile } from '../platform/media/files';
import { unlock } from '../money/charges/charges';
import { addComment } from '../modules/comments/comments';
import { createFeed, createPoll, uploadForFeed, vote } from '../modules/feeds/feeds';
import { addFollow } from '../people/follows/follows';
import { addPhoto, createGallery } from '../content/galleries/galleries';
import { addReaction } from '../content/reactions/reactions';
import { addVideo } from '../content/videos/videos';
import type { Palette } from './cast';
import { withSound, withVideo } from './clips';
import { withPhotos } from './pictures';
import { actorOf, here } from './accounts';

/** Somebody of the cast who publishes. */
export interface Publisher {
  id: string;
  palette: Palette;
}

/** Who takes part. */
export interface Company {
  /** Has a bit of everything. */
  full: Publisher;
  /** Plays music. */
  musical: Publisher;
  /** Posted a picture each. */
  others: readonly (Publisher & { line: string })[];
  /** Ids of fans: the first has tokens. */
  fans: readonly [string, ...string[]];
}

const clip_s = 5;
const tune_s = 12;

/** A publisher at work. */
export const asPerformer = (ctx: Context, { id }: Publisher): Actor => ({
  ...actorOf(ctx, id, 'user'),
  role: 'performer',
  isPerformer: true,
});

/** In one transaction, without the key of an intention. */
export const inOne =
  (ctx: Context) =>
  <A>(work: (tx: Context) => Promise<A>): Promise<A> =>
    inTransaction(ctx, work);

type Post = ItemChanges & { text: string; isPinned?: boolean; pollId?: string };

async function post(ctx: Context, performer: Actor, type: FeedType, body: Post, files: readonly string[] = []): Promise<string> {
  return (await createFeed(ctx, performer, { type, fileIds: [...files], ...body }))._id;
}

async function photosOf(ctx: Context, performer: Actor, photos: readonly IncomingFile[]): Promise<string[]> {
  const ids: string[] = [];
  for (const file of photos) ids.push((await uploadForFeed(ctx, performer, 'feed-photo', file, inOne(ctx)))._id);
  return ids;
}

async function fillGallery(
  ctx: Context,
  performer: Actor,
  terms: ItemChanges & { title: string; description: string },
  photos: readonly IncomingFile[],
): Promise<string> {
  const { _id } = await createGallery(ctx, performer, terms);
  for (const file of photos) await addPhoto(ctx, performer, file, { galleryId: _id }, inOne(ctx));
  return _id;
}

interface Shown {
  welcome: string;
  asked: string;
  options: readonly string[];
  soldGallery: string;
}

/** Ada's page: words, photos with a poll, things for subscribers and for sale, videos, galleries, and one for the day after tomorrow. */
async function fillPage(ctx: Context, publisher: Publisher): Promise<Shown> {
  const ada = asPerformer(ctx, publisher);
  return withPhotos(publisher.palette, 6, async (photos) => {
    const [still] = photos;
    if (!still) throw new Error('nothing was painted');
    const welcome = await post(ctx, ada, 'text', {
      text: 'Welcome! Rehearsals on weekdays, a long video every Sunday, and the mistakes in between.',
      audience: 'public',
      isPinned: true,
    });
    const poll = await createPoll(ctx, ada, { question: 'Which piece next?', options: ['The lighthouse', 'Four chairs'] });
    const asked = await post(
      ctx,
      ada,
      'photo',
      { text: 'Two sketches for spring. You choose.', audience: 'public', pollId: poll._id, tags: ['sketch', 'dance'] },
      await photosOf(ctx, ada, photos.slice(0, 2)),
    );
    await post(
      ctx,
      ada,
      'photo',
      {
        text: 'The studio at seven in the morning, before anybody is awake enough to be careful.',
        audience: 'subscribers',
        tags: ['studio'],
      },
      await photosOf(ctx, ada, photos.slice(2, 4)),
    );
    await post(
      ctx,
      ada,
      'photo',
      { text: 'Opening night, from the wings.', audience: 'paid', price: 500n, tags: ['stage'] },
      await photosOf(ctx, ada, photos.slice(4, 5)),
    );
    await post(ctx, ada, 'text', {
      text: 'Tickets for the spring run are out the day after tomorrow.',
      audience: 'public',
      scheduledAt: new Date(ctx.clock.now().getTime() + 2 * day_ms),
    });
    await post(ctx, ada, 'text', { text: 'Notes on the second act', status: 'draft' });
    for (const [title, terms] of [
      ['Warming up', { audience: 'public', tags: ['dance'] }],
      ['The second act, whole', { audience: 'paid', price: 1200n, tags: ['dance', 'stage'] }],
    ] as const)
      await withVideo(ctx, still, clip_s, (video) =>
        addVideo(
          ctx,
          ada,
          { video },
          { title, description: 'Filmed by whoever held the camera.', ...terms, tags: [...terms.tags] },
          inOne(ctx),
        ),
      );
    await fillGallery(
      ctx,
      ada,
      { title: 'Rehearsal room', description: 'A year in one room.', audience: 'public', tags: ['studio'] },
      photos.slice(0, 6),
    );
    const soldGallery = await fillGallery(
      ctx,
      ada,
      { title: 'Backstage', description: 'What the audience never sees.', audience: 'paid', price: 800n, tags: ['stage'] },
      photos.slice(3, 6),
    );
    return { welcome, asked, options: poll.options.map(({ _id }) => _id), soldGallery };
  });
}

async function play(ctx: Context, publisher: Publisher): Promise<void> {
  const bruno = asPerformer(ctx, publisher);
  await withSound(ctx, tune_s, async (sound) => {
    const { _id } = await uploadForFeed(ctx, bruno, 'feed-audio', sound, inOne(ctx));
    await post(ctx, bruno, 'audio', { text: 'A loop that my neighbour does not mind.', audience: 'public', tags: ['guitar'] }, [_id]);
  });
  await post(ctx, bruno, 'text', { text: 'Requests for tonight go under this post.', audience: 'followers' });
}

async function showPhoto(ctx: Context, publisher: Publisher & { line: string }): Promise<void> {
  const performer = asPerformer(ctx, publisher);
  await withPhotos(publisher.palette, 1, async (photos) => {
    await post(ctx, performer, 'photo', { text: publisher.line, audience: 'public' }, await photosOf(ctx, performer, photos));
  });
}

/** Fills the pages and lets fans answer. Files are stored and converted, so it runs outside a transaction. */
export async function publishAround(ctx: Context, { full, musical, others, fans }: Company): Promise<void> {
  const { welcome, asked, options, soldGallery } = await fillPage(ctx, full);
  await play(ctx, musical);
  for (const other of others) await showPhoto(ctx, other);

  const [first, ...rest] = fans;
  const finn = actorOf(ctx, first, 'user');
  const liked = { objectType: 'feed' satisfies UnlockType, objectId: asked } as const;
  for (const { id } of others) await addFollow(ctx, first, id);
  for (const [index, id] of fans.entries()) {
    const fan = actorOf(ctx, id, 'user');
    await addReaction(ctx, id, { ...liked, action: 'like' });
    const option = options[index % options.length];
    if (option !== undefined) await vote(ctx, fan, here, option);
  }
  await addReaction(ctx, first, { ...liked, action: 'bookmark' });
  await addComment(ctx, finn, here, { objectType: 'feed', objectId: welcome, content: 'The mistakes are the best part.' });
  for (const id of rest) await addComment(ctx, actorOf(ctx, id, 'user'), here, { ...liked, content: 'The lighthouse, please!' });
  if (ctx.gateways.sandbox !== null) await inTransaction(ctx, (tx) => unlock(tx, finn, here, 'gallery', soldGallery, undefined));
}
