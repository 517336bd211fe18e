/** Endpoints of the address book. */
import { serve } from '../../platform/http/serve';
import { addAddress, changeAddress, removeAddress, searchAddresses } from './addresses';

export const addressRoutes = serve({
  'POST /addresses/create': ({ actor, body }, ctx) => addAddress(ctx, actor.id, body),
  'PUT /addresses/:id': ({ actor, params, body }, ctx) => changeAddress(ctx, actor.id, params.id, body),
  'GET /addresses/search': ({ actor, query }, ctx) => searchAddresses(ctx, actor.id, query),
  'DELETE /addresses/:id': async ({ actor, params }, ctx) => {
    await removeAddress(ctx, actor.id, params.id);
    return { deleted: true };
  },
});
