/** Products of stores. */
import type { BodyOf, CallOptions, FilesOf, QueryOf } from './call';
import { service } from './service';

type Add = 'POST /performer/performer-assets/products';
type Edit = 'PUT /performer/performer-assets/products/:id';
type Image = 'POST /performer/performer-assets/products/images/upload';

export const productService = service((call) => ({
  search: (query: QueryOf<'GET /performer-assets/products/search'>) => call('GET /performer-assets/products/search', { query }),
  /** By id or slug. */
  view: (id: string) => call('GET /performer-assets/products/:id', { params: { id } }),
  add: (files: FilesOf<Add>, body: BodyOf<Add>, options?: CallOptions) =>
    call('POST /performer/performer-assets/products', { files, body }, options),
  uploadImage: (files: FilesOf<Image>, options?: CallOptions) =>
    call('POST /performer/performer-assets/products/images/upload', { files }, options),
  own: (query: QueryOf<'GET /performer/performer-assets/products/search'>) =>
    call('GET /performer/performer-assets/products/search', { query }),
  viewOwn: (id: string) => call('GET /performer/performer-assets/products/:id/view', { params: { id } }),
  update: (id: string, files: FilesOf<Edit>, body: BodyOf<Edit>, options?: CallOptions) =>
    call('PUT /performer/performer-assets/products/:id', { params: { id }, files, body }, options),
  remove: (id: string) => call('DELETE /performer/performer-assets/products/:id', { params: { id } }),
  downloadLink: (id: string) => call('GET /performer-assets/products/:id/download-link', { params: { id } }),
}));
