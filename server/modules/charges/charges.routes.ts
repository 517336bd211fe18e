/** The endpoints of the wallet. Things to buy are added by the families that sell them; until then there are none. */
import { fail } from '../../failure';
import { serve } from '../../http/serve';
import { walletOf } from '../../ledger/chart';
import { statement } from '../../ledger/statement';
import { chargeLines, searchCharges } from './find';
import { refundCharge } from './refund';
import { spendingOf } from './spending';
import { tip } from './tip';

export const chargeRoutes = serve({
  'POST /wallet/charges/tip/:id': ({ actor, client, params, body, once }) => once((tx) => tip(tx, actor, client, params.id, body)),
  'POST /wallet/charges/feed/:id': ({ once }) => once(() => fail('feed_not_found')),
  'POST /wallet/charges/video/:id': ({ once }) => once(() => fail('video_not_found')),
  'POST /wallet/charges/gallery/:id': ({ once }) => once(() => fail('gallery_not_found')),
  'POST /wallet/charges/product/:id': ({ once }) => once(() => fail('product_not_found')),
  'POST /wallet/charges/message/:id': ({ once }) => once(() => fail('message_not_found')),
  'POST /wallet/charges/stream/:id': ({ once }) => once(() => fail('stream_not_found')),
  'GET /wallet/charges/search': ({ actor, query }, ctx) => searchCharges(ctx, 'buyer', { ...query, userId: actor.id }),
  'GET /wallet/statement': ({ actor, query }, ctx) => Promise.resolve(statement(ctx, walletOf(actor.id), query)),
  'GET /wallet/spending': ({ actor }, ctx) => spendingOf(ctx, actor.id),
  'GET /admin/charges/search': ({ query }, ctx) => searchCharges(ctx, 'operator', query),
  'GET /admin/charges/csv': ({ query }, ctx) => Promise.resolve(chargeLines(ctx, query)),
  'POST /admin/charges/:id/refund': ({ actor, client, params, body, once }) =>
    once((tx) => refundCharge(tx, actor, client, params.id, body)),
});
