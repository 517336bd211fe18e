/** The endpoints of the wallet. */
import { serve } from '../../platform/http/serve';
import { walletOf } from '../../money/ledger/chart';
import { boughtDetail } from '../../money/earnings/earnings';
import { statement } from '../../money/ledger/statement';
import { buyProduct, buyProducts } from './buy';
import { payEntry } from '../../modules/charges/entry';
import { chargeLines, searchCharges } from '../../money/charges/find';
import { searchPurchases } from './find';
import { refundCharge } from '../refunds/refunds';
import { spendingOf } from '../../money/charges/spending';
import { unlockMessage } from './message';
import { tip } from '../tips/tips';
import { unlock } from './unlock';

export const chargeRoutes = serve({
  'POST /wallet/charges/tip/:id': ({ actor, client, params, body, once }) => once((tx) => tip(tx, actor, client, params.id, body)),
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
  'GET /wallet/charges/search': ({ actor, query }, ctx) => searchCharges(ctx, 'buyer', { ...query, userId: actor.id }),
  'GET /wallet/purchases': ({ actor, client, query }, ctx) => searchPurchases(ctx, actor, client, query),
  'GET /wallet/statement': ({ actor, query }, ctx) => Promise.resolve(statement(ctx, walletOf(actor.id), query, boughtDetail)),
  'GET /wallet/spending': ({ actor }, ctx) => spendingOf(ctx, actor.id),
  'GET /admin/charges/search': ({ query }, ctx) => searchCharges(ctx, 'operator', query),
  'GET /admin/charges/csv': ({ query }, ctx) => Promise.resolve(chargeLines(ctx, query)),
  'POST /admin/charges/:id/refund': ({ actor, client, params, body, once }) =>
    once((tx) => refundCharge(tx, actor, client, params.id, body)),
});
