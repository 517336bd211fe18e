/** Endpoints of blocked countries. */
import { serve } from '../../platform/http/serve';
import { blockCountries } from './blocking';

export const blockingRoutes = serve({
  'POST /block/countries': async ({ actor, body }, ctx) => ({ countryCodes: await blockCountries(ctx, actor.id, body.countryCodes) }),
  'GET /block/countries/check': ({ actor, client: { country } }, ctx) => {
    const blocked = ctx.siteBlockedCountries.has(country);
    // Every page load calls this endpoint first, so a blocked request counts as a rejected visit.
    if (blocked && actor?.role !== 'operator') ctx.rejectedVisits.record(country);
    return Promise.resolve({ blocked, country });
  },
});
