/** Endpoints of orders. */
import { serve } from '../../platform/http/serve';
import { changeDeliveryAddress } from './change';
import { searchOrders, viewOrder } from './find';

export const orderRoutes = serve({
  'GET /orders/search': ({ actor, query }, ctx) => searchOrders(ctx, actor, { ...query, performerId: actor.id }),
  'GET /orders/users/search': ({ actor, query }, ctx) => searchOrders(ctx, actor, { ...query, userId: actor.id }),
  'GET /admin/orders/search': ({ actor, query }, ctx) => searchOrders(ctx, actor, query),
  'GET /orders/:id': ({ actor, params }, ctx) => viewOrder(ctx, actor, params.id),
  'PUT /orders/:id/update/delivery-address': ({ actor, params, body }, ctx) =>
    changeDeliveryAddress(ctx, actor, params.id, body.deliveryAddressId),
});
