/** The endpoints of the site itself. */
import { serve } from '../../platform/http/serve';
import { searchPromos } from './promos';
import { changePromo, createPromo, deletePromo, searchAllPromos } from './promos.admin';
import { readPost, searchPosts, sendContactMessage, settingsByKeys } from './site';

export const siteRoutes = serve({
  'GET /settings/public': (_request, ctx) => Promise.resolve(ctx.settings.publicValues()),
  'POST /settings/keys': ({ body }, ctx) => Promise.resolve(settingsByKeys(ctx, body.keys)),
  'GET /posts/search': ({ query }, ctx) => searchPosts(ctx, query),
  'GET /posts/:id': ({ params }, ctx) => readPost(ctx, params.id),
  'GET /site-promo/search': ({ query }, ctx) => searchPromos(ctx, query),
  'GET /admin/site-promos/search': ({ query }, ctx) => searchAllPromos(ctx, query),
  'POST /admin/site-promos': ({ actor, client, body, files }, ctx) => createPromo(ctx, actor, client, body, files.image),
  'PUT /admin/site-promos/:id': ({ actor, client, params, body, files }, ctx) =>
    changePromo(ctx, actor, client, params.id, body, files.image ?? null),
  'DELETE /admin/site-promos/:id': async ({ actor, client, params }, ctx) => {
    await deletePromo(ctx, actor, client, params.id);
    return { deleted: true };
  },
  'POST /contact': async ({ client, body }, ctx) => {
    await sendContactMessage(ctx, client, body);
    return { sent: true };
  },
});
