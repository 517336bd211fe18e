/** Searching the whole site by a word. */
import type { QueryOf } from './call';
import { service } from './service';

export const searchService = service((call) => ({
  totals: (keyword: string) => call('POST /search/keywords', { body: { keyword } }),
  addresses: (query: QueryOf<'GET /search/addresses'>) => call('GET /search/addresses', { query }),
  keywords: (query: QueryOf<'GET /search/list/keywords'>) => call('GET /search/list/keywords', { query }),
}));
