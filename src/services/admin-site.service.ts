/** What operators write for everybody. */
import type { BodyOf, CallOptions, QueryOf } from './call';
import { service } from './service';

export const adminSiteService = service((call) => ({
  pages: (query: QueryOf<'GET /admin/posts/search'>) => call('GET /admin/posts/search', { query }),
  page: (id: string) => call('GET /admin/posts/:id', { params: { id } }),
  createPage: (body: BodyOf<'POST /admin/posts'>) => call('POST /admin/posts', { body }),
  changePage: (id: string, body: BodyOf<'PUT /admin/posts/:id'>) => call('PUT /admin/posts/:id', { params: { id }, body }),
  deletePage: (id: string) => call('DELETE /admin/posts/:id', { params: { id } }),
  promos: (query: QueryOf<'GET /admin/site-promos/search'>) => call('GET /admin/site-promos/search', { query }),
  createPromo: (body: BodyOf<'POST /admin/site-promos'>, image: Blob, options?: CallOptions) =>
    call('POST /admin/site-promos', { body, files: { image } }, options),
  changePromo: (id: string, body: BodyOf<'PUT /admin/site-promos/:id'>, image?: Blob, options?: CallOptions) =>
    call('PUT /admin/site-promos/:id', { params: { id }, body, files: { image } }, options),
  deletePromo: (id: string) => call('DELETE /admin/site-promos/:id', { params: { id } }),
  words: () => call('GET /admin/keyword-filters', {}),
  replaceWords: (words: BodyOf<'PUT /admin/keyword-filters'>['words']) => call('PUT /admin/keyword-filters', { body: { words } }),
  mailTemplates: () => call('GET /admin/mail-templates', {}),
  mailTemplate: (name: string, query: QueryOf<'GET /admin/mail-templates/:name/preview'> = {}) =>
    call('GET /admin/mail-templates/:name/preview', { params: { name }, query }),
  testMailTemplate: (name: string, body: BodyOf<'POST /admin/mail-templates/:name/test'>) =>
    call('POST /admin/mail-templates/:name/test', { params: { name }, body }),
  menus: () => call('GET /admin/menus', {}),
  replaceMenus: (menus: BodyOf<'PUT /admin/menus'>['menus']) => call('PUT /admin/menus', { body: { menus } }),
}));
