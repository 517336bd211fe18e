/** Endpoints of videos. */
import { AcceptedResponse, serve } from '../../platform/http/serve';
import { withDelegateNames } from '../../people/delegation/creators';
import { ReplayedResponse } from '../../platform/idempotency/idempotency';
import { addVideo, changeVideo, deleteVideo, ownVideo, removeVideoFile, searchOwnVideos, searchVideos, viewVideo } from './videos';

export const videoRoutes = serve({
  'POST /performer/performer-assets/videos/upload': async ({ actor, files, body, once }, ctx) => {
    const added = await addVideo(ctx, actor, files, body, once);
    return added instanceof ReplayedResponse ? added : new AcceptedResponse(added);
  },
  'PUT /performer/performer-assets/videos/edit/:id': async ({ actor, params, files, body }, ctx) => {
    const video = await changeVideo(ctx, actor, params.id, files, body);
    return files.video ? new AcceptedResponse(video) : video;
  },
  'DELETE /performer/performer-assets/videos/remove-file/:id': ({ actor, params, body }, ctx) =>
    removeVideoFile(ctx, actor, params.id, body.type),
  'DELETE /performer/performer-assets/videos/:id': async ({ actor, params }, ctx) => {
    await deleteVideo(ctx, actor, params.id);
    return { deleted: true };
  },
  'GET /performer/performer-assets/videos/:id/view': ({ actor, params }, ctx) => ownVideo(ctx, actor, params.id),
  'GET /performer/performer-assets/videos/search': async ({ actor, query }, ctx) =>
    withDelegateNames(ctx, actor.id, await searchOwnVideos(ctx, actor, query)),
  'GET /performer-assets/videos/search': ({ actor, client, query }, ctx) => searchVideos(ctx, actor, client, query),
  'GET /performer-assets/videos/:id': ({ actor, client, params }, ctx) => viewVideo(ctx, actor, client, params.id),
});
