/** The endpoint of the operators' overview. */
import { serve } from '../../platform/http/serve';
import { statistics } from './statistics';

export const statisticsRoutes = serve({
  'GET /admin/statistics': ({ actor, query }, ctx) => statistics(ctx, actor, query),
});
