/** Videos. */
import type { BodyOf, CallOptions, FilesOf, QueryOf } from './call';
import { service } from './service';

type Upload = 'POST /performer/performer-assets/videos/upload';
type Edit = 'PUT /performer/performer-assets/videos/edit/:id';

export const videoService = service((call) => ({
  search: (query: QueryOf<'GET /performer-assets/videos/search'>) => call('GET /performer-assets/videos/search', { query }),
  /** By id or slug. */
  view: (id: string) => call('GET /performer-assets/videos/:id', { params: { id } }),
  upload: (files: FilesOf<Upload>, body: BodyOf<Upload>, options?: CallOptions) =>
    call('POST /performer/performer-assets/videos/upload', { files, body }, options),
  own: (query: QueryOf<'GET /performer/performer-assets/videos/search'>) =>
    call('GET /performer/performer-assets/videos/search', { query }),
  viewOwn: (id: string) => call('GET /performer/performer-assets/videos/:id/view', { params: { id } }),
  update: (id: string, files: FilesOf<Edit>, body: BodyOf<Edit>, options?: CallOptions) =>
    call('PUT /performer/performer-assets/videos/edit/:id', { params: { id }, files, body }, options),
  removeFile: (id: string, body: BodyOf<'DELETE /performer/performer-assets/videos/remove-file/:id'>) =>
    call('DELETE /performer/performer-assets/videos/remove-file/:id', { params: { id }, body }),
  remove: (id: string) => call('DELETE /performer/performer-assets/videos/:id', { params: { id } }),
}));
