/** Endpoints for purchases with tokens, and the list of purchases. */
import { serve } from '../../platform/http/serve';
import { buyProduct, buyProducts } from './buy';
import { payEntry } from './entry';
import { searchPurchases } from './find';
import { unlockMessage } from './message';
import { buyTicket, returnTicket } from './ticket';
import { unlock } from './unlock';

export const purchaseRoutes = serve({
  'POST /wallet/charges/feed/:id': ({ actor, client, params, body, once }) =>
    once((tx) => unlock(tx, actor, client, 'feed', params.id, body.expectedPrice)),
  'POST /wallet/charges/video/:id': ({ actor, client, params, body, once }) =>
    once((tx) => unlock(tx, actor, client, 'video', params.id, body.expectedPrice)),
  'POST /wallet/charges/gallery/:id': ({ actor, client, params, body, once }) =>
    once((tx) => unlock(tx, actor, client, 'gallery', params.id, body.expectedPrice)),
  'POST /wallet/charges/product/:id': ({ actor, client, params, body, once }) =>
    once((tx) => buyProduct(tx, actor, client, { productId: params.id, quantity: body.quantity }, body)),
  'POST /wallet/charges/cart': ({ actor, client, body, once }) =>
    once((tx) => buyProducts(tx, actor, client, body, (index) => `lines.${String(index)}`)),
  'POST /wallet/charges/message/:id': ({ actor, client, params, body, once }) =>
    once((tx) => unlockMessage(tx, actor, client, params.id, body.expectedPrice)),
  'POST /wallet/charges/stream/:id': ({ actor, client, params, body, once }) =>
    once((tx) => payEntry(tx, actor, client, params.id, body.expectedPrice)),
  'POST /wallet/charges/ticket/:id': ({ actor, client, params, body, once }) =>
    once((tx) => buyTicket(tx, actor, client, params.id, body.expectedPrice)),
  'POST /wallet/charges/ticket/:id/return': ({ actor, client, params, once }) => once((tx) => returnTicket(tx, actor, client, params.id)),
  'GET /wallet/purchases': ({ actor, client, query }, ctx) => searchPurchases(ctx, actor, client, query),
});
