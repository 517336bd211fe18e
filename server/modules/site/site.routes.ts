/** The endpoints of the site itself. */
import { serve } from '../../http/serve';
import { searchPromos } from './promos';
import { contact, readPost, searchPosts, settingsByKeys } from './site';

export const siteRoutes = serve({
  'GET /settings/public': (_request, ctx) => Promise.resolve(ctx.settings.visible()),
  'POST /settings/keys': ({ body }, ctx) => Promise.resolve(settingsByKeys(ctx, body.keys)),
  'GET /posts/search': ({ query }, ctx) => searchPosts(ctx, query),
  'GET /posts/:id': ({ params }, ctx) => readPost(ctx, params.id),
  'GET /site-promo/search': ({ query }, ctx) => searchPromos(ctx, query),
  'POST /contact': async ({ body }, ctx) => {
    await contact(ctx, body);
    return { sent: true };
  },
});
