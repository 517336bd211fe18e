/** Galleries and photos. */
import type { BodyOf, CallOptions, FilesOf, QueryOf } from './call';
import { service } from './service';

type PhotoUpload = 'POST /performer/performer-assets/photos/upload';

export const galleryService = service((call) => ({
  search: (query: QueryOf<'GET /performer-assets/galleries/search'>) => call('GET /performer-assets/galleries/search', { query }),
  /** By id or slug. */
  view: (id: string) => call('GET /performer-assets/galleries/:id', { params: { id } }),
  photos: (query: QueryOf<'GET /performer-assets/photos'>) => call('GET /performer-assets/photos', { query }),
  photosOf: (performerId: string, query: QueryOf<'GET /performer-assets/photos/:performerId'>) =>
    call('GET /performer-assets/photos/:performerId', { params: { performerId }, query }),
  create: (body: BodyOf<'POST /performer/performer-assets/galleries'>) => call('POST /performer/performer-assets/galleries', { body }),
  own: (query: QueryOf<'GET /performer/performer-assets/galleries/search'>) =>
    call('GET /performer/performer-assets/galleries/search', { query }),
  viewOwn: (id: string) => call('GET /performer/performer-assets/galleries/:id/view', { params: { id } }),
  update: (id: string, body: BodyOf<'PUT /performer/performer-assets/galleries/:id'>) =>
    call('PUT /performer/performer-assets/galleries/:id', { params: { id }, body }),
  remove: (id: string) => call('DELETE /performer/performer-assets/galleries/:id', { params: { id } }),
  uploadPhoto: (photo: FilesOf<PhotoUpload>['photo'], body: BodyOf<PhotoUpload>, options?: CallOptions) =>
    call('POST /performer/performer-assets/photos/upload', { files: { photo }, body }, options),
  ownPhotos: (query: QueryOf<'GET /performer/performer-assets/photos/search'>) =>
    call('GET /performer/performer-assets/photos/search', { query }),
  updatePhoto: (id: string, body: BodyOf<'PUT /performer/performer-assets/photos/:id'>) =>
    call('PUT /performer/performer-assets/photos/:id', { params: { id }, body }),
  removePhoto: (id: string) => call('DELETE /performer/performer-assets/photos/:id', { params: { id } }),
  setCover: (photoId: string) => call('POST /performer/performer-assets/photos/set-cover/:id', { params: { id: photoId } }),
}));
