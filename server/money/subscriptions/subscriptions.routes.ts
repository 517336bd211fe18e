/** The endpoints of subscriptions. Beginning one is a payment: it stands there. */
import { serve } from '../../platform/http/serve';
import { cardToPay } from '../../modules/payments/payments';
import { assertPaysHere, cancelSubscription } from '../../modules/subscriptions/cancel';
import { changeSubscription } from './change';
import { extendSubscription } from './extend';
import { searchSubscriptions } from './find';

export const subscriptionRoutes = serve({
  'GET /subscriptions/user/search': ({ actor, query }, ctx) =>
    searchSubscriptions(ctx, { kind: 'fan', id: actor.id }, { ...query, userId: actor.id }),
  'GET /subscriptions/performer/search': ({ actor, query }, ctx) =>
    searchSubscriptions(ctx, { kind: 'performer' }, { ...query, performerId: actor.id }),
  'POST /payment/:gateway/cancel-subscription/:id': ({ actor, client, params, body }, ctx) => {
    assertPaysHere(ctx, params.gateway);
    return cancelSubscription(ctx, actor, client, params.id, body.reason);
  },
  'PUT /subscriptions/:id': ({ actor, params, body }, ctx) => changeSubscription(ctx, actor, params.id, body, cardToPay),
  'GET /admin/subscriptions/search': ({ query }, ctx) => searchSubscriptions(ctx, { kind: 'operator' }, query),
  'POST /admin/subscriptions/:id/cancel': ({ actor, client, params, body }, ctx) =>
    cancelSubscription(ctx, actor, client, params.id, body.reason),
  'POST /admin/subscriptions/:id/extend': ({ actor, client, params, body }, ctx) =>
    extendSubscription(ctx, actor, client, params.id, body.days),
});
