/** Endpoints for refunds: an operator's refund of a charge, and the update of an order. */
import { serve } from '../../platform/http/serve';
import { updateOrder } from './orders';
import { refundCharge } from './refunds';

export const refundRoutes = serve({
  'PUT /orders/:id/update': ({ actor, client, params, body, once }) => once((tx) => updateOrder(tx, actor, client, params.id, body)),
  'POST /admin/charges/:id/refund': ({ actor, client, params, body, once }) =>
    once((tx) => refundCharge(tx, actor, client, params.id, body)),
});
