/** The endpoints of what operators write for everybody. */
import { serve } from '../../http/serve';
import { listMenus, replaceMenus } from './menus';
import { changePost, createPost, deletePost, readAnyPost, searchAllPosts } from './pages';

export const writingRoutes = serve({
  'GET /admin/posts/search': ({ query }, ctx) => searchAllPosts(ctx, query),
  'GET /admin/posts/:id': ({ params }, ctx) => readAnyPost(ctx, params.id),
  'POST /admin/posts': ({ actor, client, body }, ctx) => createPost(ctx, actor, client, body),
  'PUT /admin/posts/:id': ({ actor, client, params, body }, ctx) => changePost(ctx, actor, client, params.id, body),
  'DELETE /admin/posts/:id': async ({ actor, client, params }, ctx) => {
    await deletePost(ctx, actor, client, params.id);
    return { deleted: true };
  },
  'GET /admin/menus': (_request, ctx) => listMenus(ctx),
  'PUT /admin/menus': ({ actor, client, body }, ctx) => replaceMenus(ctx, actor, client, body.menus),
});
