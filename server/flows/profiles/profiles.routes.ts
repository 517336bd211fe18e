/** Endpoint of a performer's page, which combines the profile with the performer's offers. */
import { offersTo } from '../../money/offers/page-offers';
import { viewPerformer } from '../../people/performers/view';
import { serve } from '../../platform/http/serve';

export const profileRoutes = serve({
  'GET /performers/:id': ({ actor, client, params }, ctx) => viewPerformer(ctx, actor, client, params.id, offersTo),
});
