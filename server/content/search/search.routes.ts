/** The endpoints of searching the whole site. */
import { serve } from '../../platform/http/serve';
import { visitorOf } from '../../people/blocking/blocking';
import { publicAddresses } from './addresses';
import { knownKeywords, searchSite } from './search';

export const searchRoutes = serve({
  'POST /search/keywords': ({ actor, client, body }, ctx) => searchSite(ctx, actor, client, body.keyword),
  'GET /search/list/keywords': ({ query }, ctx) => knownKeywords(ctx, query),
  'GET /search/addresses': ({ actor, client, query }, ctx) => publicAddresses(ctx, visitorOf(actor, client), query),
});
