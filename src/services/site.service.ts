/** What every visitor may ask of the site itself. */
import type { BodyOf, QueryOf } from './call';
import { service } from './service';

export const siteService = service((call) => ({
  settings: () => call('GET /settings/public', {}),
  settingsByKey: (keys: string[]) => call('POST /settings/keys', { body: { keys } }),
  posts: (query: QueryOf<'GET /posts/search'>) => call('GET /posts/search', { query }),
  /** By id or speaking name. */
  post: (id: string) => call('GET /posts/:id', { params: { id } }),
  promos: (query: QueryOf<'GET /site-promo/search'>) => call('GET /site-promo/search', { query }),
  contact: (body: BodyOf<'POST /contact'>) => call('POST /contact', { body }),
}));
