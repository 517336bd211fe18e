/** Endpoint of tips. */
import { serve } from '../../platform/http/serve';
import { tip } from './tips';

export const tipRoutes = serve({
  'POST /wallet/charges/tip/:id': ({ actor, client, params, body, once }) => once((tx) => tip(tx, actor, client, params.id, body)),
});
