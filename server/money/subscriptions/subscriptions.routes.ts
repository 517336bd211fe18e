/** Endpoints for subscriptions. The payments module has those that subscribe and change the payment source. */
import { serve } from '../../platform/http/serve';
import { assertKnownPaymentSource, cancelSubscription } from './cancel';
import { extendSubscription } from './extend';
import { searchSubscriptions } from './find';

export const subscriptionRoutes = serve({
  'GET /subscriptions/user/search': ({ actor, query }, ctx) =>
    searchSubscriptions(ctx, { kind: 'fan', id: actor.id }, { ...query, userId: actor.id }),
  'GET /subscriptions/performer/search': ({ actor, query }, ctx) =>
    searchSubscriptions(ctx, { kind: 'performer' }, { ...query, performerId: actor.id }),
  'POST /payment/:gateway/cancel-subscription/:id': ({ actor, client, params, body }, ctx) => {
    assertKnownPaymentSource(ctx, params.gateway);
    return cancelSubscription(ctx, actor, client, params.id, body.reason);
  },
  'GET /admin/subscriptions/search': ({ query }, ctx) => searchSubscriptions(ctx, { kind: 'operator' }, query),
  'POST /admin/subscriptions/:id/cancel': ({ actor, client, params, body }, ctx) =>
    cancelSubscription(ctx, actor, client, params.id, body.reason),
  'POST /admin/subscriptions/:id/extend': ({ actor, client, params, body }, ctx) =>
    extendSubscription(ctx, actor, client, params.id, body.days),
});
