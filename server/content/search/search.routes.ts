/** Endpoints of the site-wide search. */
import { serve } from '../../platform/http/serve';
import { visitorOf } from '../../people/blocking/blocking';
import { publicAddresses } from './addresses';
import { popularKeywords, searchSite } from './search';

export const searchRoutes = serve({
  'POST /search/keywords': ({ actor, client, body }, ctx) => searchSite(ctx, actor, client, body.keyword),
  'GET /search/list/keywords': ({ query }, ctx) => popularKeywords(ctx, query),
  'GET /search/addresses': ({ actor, client, query }, ctx) => publicAddresses(ctx, visitorOf(actor, client), query),
});
