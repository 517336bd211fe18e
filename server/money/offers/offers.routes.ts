/** Endpoints for a performer's promotions. */
import { serve } from '../../platform/http/serve';
import { changePromotion, createPromotion, endPromotion, ownPromotions } from './promotions';

export const offerRoutes = serve({
  'GET /performer/promotions': ({ actor }, ctx) => ownPromotions(ctx, actor.id),
  'POST /performer/promotions': ({ actor, body }, ctx) => createPromotion(ctx, actor.id, body),
  'PUT /performer/promotions/:id': ({ actor, params, body }, ctx) => changePromotion(ctx, actor.id, params.id, body),
  'DELETE /performer/promotions/:id': async ({ actor, params }, ctx) => {
    await endPromotion(ctx, actor.id, params.id);
    return { deleted: true as const };
  },
});
