/** The endpoints of orders. */
import { serve } from '../../platform/http/serve';
import { redirectOrder, searchOrders, viewOrder } from './orders';
import { updateOrder } from '../../flows/refunds/orders';

export const orderRoutes = serve({
  'GET /orders/search': ({ actor, query }, ctx) => searchOrders(ctx, actor, { ...query, performerId: actor.id }),
  'GET /orders/users/search': ({ actor, query }, ctx) => searchOrders(ctx, actor, { ...query, userId: actor.id }),
  'GET /admin/orders/search': ({ actor, query }, ctx) => searchOrders(ctx, actor, query),
  'GET /orders/:id': ({ actor, params }, ctx) => viewOrder(ctx, actor, params.id),
  'PUT /orders/:id/update': ({ actor, client, params, body, once }) => once((tx) => updateOrder(tx, actor, client, params.id, body)),
  'PUT /orders/:id/update/delivery-address': ({ actor, params, body }, ctx) => redirectOrder(ctx, actor, params.id, body.deliveryAddressId),
});
