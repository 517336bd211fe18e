/** The endpoints of pages, menus, mail templates and blocked words. */
import { serve } from '../../platform/http/serve';
import { listMenus, replaceMenus } from './menus';
import { listTemplates, previewTemplate, testTemplate } from './templates';
import { replaceBlockedWords } from './words';
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
  'GET /admin/keyword-filters': (_request, ctx) => Promise.resolve({ words: ctx.words.all() }),
  'PUT /admin/keyword-filters': async ({ actor, client, body }, ctx) => ({
    words: await replaceBlockedWords(ctx, actor, client, body.words),
  }),
  'GET /admin/mail-templates': (_request, ctx) => Promise.resolve(listTemplates(ctx)),
  'GET /admin/mail-templates/:name/preview': async ({ params, query }, ctx) =>
    Promise.resolve(previewTemplate(ctx, params.name, query.language)),
  'POST /admin/mail-templates/:name/test': ({ params, body }, ctx) => testTemplate(ctx, params.name, body),
  'GET /admin/menus': (_request, ctx) => listMenus(ctx),
  'PUT /admin/menus': ({ actor, client, body }, ctx) => replaceMenus(ctx, actor, client, body.menus),
});
