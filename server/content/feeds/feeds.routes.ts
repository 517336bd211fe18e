/** The endpoints of posts and polls. */
import { AcceptedResponse, serve } from '../../platform/http/serve';
import { withDelegateNames } from '../../people/delegation/creators';
import { ReplayedResponse } from '../../platform/idempotency/idempotency';
import type { FileResponse } from '../../platform/media/files';
import type { FeedResponse } from '../items/feed-rows';
import { listFeeds, searchFeeds, viewFeed } from './find';
import { ownFeed, ownFeeds } from './own-posts';
import { createPoll, vote } from './polls';
import { uploadForFeed } from './upload';
import { cancelShow, changeFeed, createFeed, removeFeed } from './write';

/** Responds with 202 while the file or post is being processed. */
const acceptedUnlessStored = (file: FileResponse | ReplayedResponse): FileResponse | ReplayedResponse | AcceptedResponse<FileResponse> =>
  file instanceof ReplayedResponse || file.status === 'finished' ? file : new AcceptedResponse(file);
const acceptedUnlessReady = (feed: FeedResponse): FeedResponse | AcceptedResponse<FeedResponse> =>
  feed.state === 'processing' ? new AcceptedResponse(feed) : feed;

export const feedRoutes = serve({
  'POST /performer/feeds/photo/upload': async ({ actor, files, once }, ctx) =>
    acceptedUnlessStored(await uploadForFeed(ctx, actor, 'feed-photo', files.file, once)),
  'POST /performer/feeds/thumbnail/upload': async ({ actor, files, once }, ctx) =>
    acceptedUnlessStored(await uploadForFeed(ctx, actor, 'feed-thumbnail', files.file, once)),
  'POST /performer/feeds/video/upload': async ({ actor, files, once }, ctx) =>
    acceptedUnlessStored(await uploadForFeed(ctx, actor, 'feed-video', files.file, once)),
  'POST /performer/feeds/teaser/upload': async ({ actor, files, once }, ctx) =>
    acceptedUnlessStored(await uploadForFeed(ctx, actor, 'feed-teaser', files.file, once)),
  'POST /performer/feeds/audio/upload': async ({ actor, files, once }, ctx) =>
    acceptedUnlessStored(await uploadForFeed(ctx, actor, 'feed-audio', files.file, once)),
  'POST /performer/feeds/polls': ({ actor, body }, ctx) => createPoll(ctx, actor, body),
  'POST /performer/feeds': async ({ actor, body }, ctx) => acceptedUnlessReady(await createFeed(ctx, actor, body)),
  'GET /performer/feeds': async ({ actor, query }, ctx) => withDelegateNames(ctx, actor.id, await ownFeeds(ctx, actor, query)),
  'GET /performer/feeds/:id': ({ actor, params }, ctx) => ownFeed(ctx, actor, params.id),
  'PUT /performer/feeds/:id': async ({ actor, params, body }, ctx) => acceptedUnlessReady(await changeFeed(ctx, actor, params.id, body)),
  'DELETE /performer/feeds/:id': async ({ actor, params }, ctx) => {
    await removeFeed(ctx, actor.id, params.id);
    return { deleted: true };
  },
  'POST /performer/feeds/:id/cancel-show': ({ actor, params }, ctx) => cancelShow(ctx, actor, params.id),
  'GET /user/feeds': ({ actor, client, query }, ctx) => listFeeds(ctx, actor, client, query),
  'GET /user/feeds/search/:username': ({ actor, client, params, query }, ctx) => searchFeeds(ctx, actor, client, params.username, query),
  'GET /user/feeds/:id': ({ actor, client, params }, ctx) => viewFeed(ctx, actor, client, params.id),
  'POST /user/feeds/vote/:id': ({ actor, client, params }, ctx) => vote(ctx, actor, client, params.id),
});
