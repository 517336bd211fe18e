/** The endpoints of blocking. */
import { inTransaction } from '../../platform/context';
import { serve } from '../../platform/http/serve';
import { closeCountries } from '../../people/blocking/blocking';
import { blockedPeople, blockPerson, unblockPerson } from './blocks';

export const blockingRoutes = serve({
  'POST /block/countries': async ({ actor, body }, ctx) => ({ countryCodes: await closeCountries(ctx, actor.id, body.countryCodes) }),
  'POST /block/users': ({ actor, body }, ctx) => inTransaction(ctx, (tx) => blockPerson(tx, actor.id, body.targetId, body.reason || null)),
  'DELETE /block/users/:id': async ({ actor, params }, ctx) => {
    await inTransaction(ctx, (tx) => unblockPerson(tx, actor.id, params.id));
    return { unblocked: true };
  },
  'GET /block/users': ({ actor, query }, ctx) => blockedPeople(ctx, actor.id, query),
  'GET /block/countries/check': ({ actor, client: { country } }, ctx) => {
    const blocked = ctx.closedCountries.has(country);
    // What every page asks before it is rendered: a visit that ends here.
    if (blocked && actor?.role !== 'operator') ctx.refusedVisits.note(country);
    return Promise.resolve({ blocked, country });
  },
});
