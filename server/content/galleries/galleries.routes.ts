/** Endpoints of galleries and photos. */
import { serve } from '../../platform/http/serve';
import { withDelegateNames } from '../../people/delegation/creators';
import { changeGallery, createGallery, deleteGallery, ownGallery, searchGalleries, searchOwnGalleries, viewGallery } from './gallery';
import { addPhoto, changePhoto, deletePhoto, searchOwnPhotos, searchPhotos, setCover } from './photos';

export const galleryRoutes = serve({
  'POST /performer/performer-assets/galleries': ({ actor, body }, ctx) => createGallery(ctx, actor, body),
  'GET /performer/performer-assets/galleries/search': async ({ actor, query }, ctx) =>
    withDelegateNames(ctx, actor.id, await searchOwnGalleries(ctx, actor, query)),
  'GET /performer/performer-assets/galleries/:id/view': ({ actor, params }, ctx) => ownGallery(ctx, actor, params.id),
  'PUT /performer/performer-assets/galleries/:id': ({ actor, params, body }, ctx) => changeGallery(ctx, actor, params.id, body),
  'DELETE /performer/performer-assets/galleries/:id': async ({ actor, params }, ctx) => {
    await deleteGallery(ctx, actor, params.id);
    return { deleted: true };
  },
  'GET /performer-assets/galleries/search': ({ actor, client, query }, ctx) => searchGalleries(ctx, actor, client, query),
  'GET /performer-assets/galleries/:id': ({ actor, client, params }, ctx) => viewGallery(ctx, actor, client, params.id),
  'POST /performer/performer-assets/photos/upload': ({ actor, files, body, once }, ctx) => addPhoto(ctx, actor, files.photo, body, once),
  'GET /performer/performer-assets/photos/search': async ({ actor, query }, ctx) =>
    withDelegateNames(ctx, actor.id, await searchOwnPhotos(ctx, actor, query)),
  'PUT /performer/performer-assets/photos/:id': ({ actor, params, body }, ctx) => changePhoto(ctx, actor, params.id, body),
  'DELETE /performer/performer-assets/photos/:id': async ({ actor, params }, ctx) => {
    await deletePhoto(ctx, actor, params.id);
    return { deleted: true };
  },
  'POST /performer/performer-assets/photos/set-cover/:id': ({ actor, params }, ctx) => setCover(ctx, actor, params.id),
  'GET /performer-assets/photos': ({ actor, client, query }, ctx) => searchPhotos(ctx, actor, client, query),
  'GET /performer-assets/photos/:performerId': ({ actor, client, params, query }, ctx) =>
    searchPhotos(ctx, actor, client, { ...query, performerId: params.performerId }),
});
