/** The endpoints of posts and polls. */
import { Continuing, serve } from '../../platform/http/serve';
import { withMakers } from '../../modules/helping/helping';
import { Replayed } from '../../platform/idempotency/idempotency';
import type { FileAnswer } from '../../platform/media/files';
import type { FeedAnswer } from '../../modules/items/items';
import { listFeeds, ownFeed, ownFeeds, searchFeeds, viewFeed } from './find';
import { createPoll, vote } from './polls';
import { uploadForFeed } from '../../modules/feeds/upload';
import { changeFeed, createFeed, removeFeed } from './write';

/** What is still being made ready is answered as work that goes on. */
const whenStored = (file: FileAnswer | Replayed): FileAnswer | Replayed | Continuing<FileAnswer> =>
  file instanceof Replayed || file.status === 'finished' ? file : new Continuing(file);
const whenReady = (feed: FeedAnswer): FeedAnswer | Continuing<FeedAnswer> => (feed.state === 'processing' ? new Continuing(feed) : feed);

export const feedRoutes = serve({
  'POST /performer/feeds/photo/upload': async ({ actor, files, once }, ctx) =>
    whenStored(await uploadForFeed(ctx, actor, 'feed-photo', files.file, once)),
  'POST /performer/feeds/thumbnail/upload': async ({ actor, files, once }, ctx) =>
    whenStored(await uploadForFeed(ctx, actor, 'feed-thumbnail', files.file, once)),
  'POST /performer/feeds/video/upload': async ({ actor, files, once }, ctx) =>
    whenStored(await uploadForFeed(ctx, actor, 'feed-video', files.file, once)),
  'POST /performer/feeds/teaser/upload': async ({ actor, files, once }, ctx) =>
    whenStored(await uploadForFeed(ctx, actor, 'feed-teaser', files.file, once)),
  'POST /performer/feeds/audio/upload': async ({ actor, files, once }, ctx) =>
    whenStored(await uploadForFeed(ctx, actor, 'feed-audio', files.file, once)),
  'POST /performer/feeds/polls': ({ actor, body }, ctx) => createPoll(ctx, actor, body),
  'POST /performer/feeds': async ({ actor, body }, ctx) => whenReady(await createFeed(ctx, actor, body)),
  'GET /performer/feeds': async ({ actor, query }, ctx) => withMakers(ctx, actor.id, await ownFeeds(ctx, actor, query)),
  'GET /performer/feeds/:id': ({ actor, params }, ctx) => ownFeed(ctx, actor, params.id),
  'PUT /performer/feeds/:id': async ({ actor, params, body }, ctx) => whenReady(await changeFeed(ctx, actor, params.id, body)),
  'DELETE /performer/feeds/:id': async ({ actor, params }, ctx) => {
    await removeFeed(ctx, actor.id, params.id);
    return { deleted: true };
  },
  'GET /user/feeds': ({ actor, client, query }, ctx) => listFeeds(ctx, actor, client, query),
  'GET /user/feeds/search/:username': ({ actor, client, params, query }, ctx) => searchFeeds(ctx, actor, client, params.username, query),
  'GET /user/feeds/:id': ({ actor, client, params }, ctx) => viewFeed(ctx, actor, client, params.id),
  'POST /user/feeds/vote/:id': ({ actor, client, params }, ctx) => vote(ctx, actor, client, params.id),
});
