/** Endpoints of moderation: suspensions, decisions, appeals and content. */
import { serve } from '../../platform/http/serve';
import { requestAppealLink } from '../../people/appeal-links/appeal-links';
import { createAppeal, appealSuspension, decideAppeal, readSuspension, searchAppeals } from './appeals';
import { restoreContent, hideWithDecision } from './content';
import { deleteContent } from './delete';
import { searchContent } from './find';
import { ownDecision } from './rows';
import { restoreUser, suspendUser } from './suspensions';

export const moderationRoutes = serve({
  'POST /admin/users/:id/suspend': ({ actor, client, params, body }, ctx) => suspendUser(ctx, actor, client, params.id, body.reason),
  'POST /admin/users/:id/restore': ({ actor, client, params }, ctx) => restoreUser(ctx, actor, client, params.id),
  'GET /decisions/:id': ({ actor, params }, ctx) => ownDecision(ctx, actor.id, params.id),
  'POST /appeals': ({ actor, body }, ctx) => createAppeal(ctx, actor.id, body.decisionId, body.text),
  'POST /appeals/suspension/link': async ({ body }, ctx) => {
    await requestAppealLink(ctx, body.email);
    return { sent: true };
  },
  'POST /appeals/suspension/read': ({ body }, ctx) => readSuspension(ctx, body.token),
  'POST /appeals/suspension': ({ body }, ctx) => appealSuspension(ctx, body.token, body.text),
  'GET /admin/appeals/search': ({ actor, query }, ctx) => searchAppeals(ctx, actor, query),
  'POST /admin/appeals/:id/decide': ({ actor, client, params, body }, ctx) => decideAppeal(ctx, actor, client, params.id, body),
  'GET /admin/content/:type/search': ({ params, query }, ctx) => searchContent(ctx, params.type, query),
  'POST /admin/content/:type/:id/hide': ({ actor, client, params, body }, ctx) =>
    hideWithDecision(ctx, { actor, client, ...params, ...body }),
  'POST /admin/content/:type/:id/restore': ({ actor, client, params, body }, ctx) =>
    restoreContent(ctx, { actor, client, ...params, ...body }),
  'DELETE /admin/content/:type/:id': async ({ actor, client, params, body }, ctx) => {
    await deleteContent(ctx, { actor, client, ...params, ...body });
    return { deleted: true };
  },
});
