/** Operator endpoints for accounts, performers and mails. */
import { serve } from '../../platform/http/serve';
import { readMail, searchMails } from './mails';
import { changeClearing, changeCommission, changePerformer, decidePerformer, reviewPerformer, searchAllPerformers } from './performers';
import { changeUser, revokeUserSessions, resetUserTwoFactor, searchUsers, userDetail } from './users';

export const peopleAdminRoutes = serve({
  'GET /admin/users/search': ({ query }, ctx) => searchUsers(ctx, query),
  'GET /admin/users/:id': ({ params }, ctx) => userDetail(ctx, params.id),
  'PUT /admin/users/:id': ({ actor, client, params, body }, ctx) => changeUser(ctx, actor, client, params.id, body),
  'DELETE /admin/users/:id/sessions': async ({ actor, client, params }, ctx) => ({
    ended: await revokeUserSessions(ctx, actor, client, params.id),
  }),
  'POST /admin/users/:id/two-factor/reset': ({ actor, client, params }, ctx) => resetUserTwoFactor(ctx, actor, client, params.id),
  'GET /admin/performers/search': ({ query }, ctx) => searchAllPerformers(ctx, query),
  'GET /admin/performers/:id': ({ actor, client, params }, ctx) => reviewPerformer(ctx, actor, client, params.id),
  'PUT /admin/performers/:id': ({ actor, client, params, body }, ctx) => changePerformer(ctx, actor, client, params.id, body),
  'POST /admin/performers/:id/verification': ({ actor, client, params, body: { decision, note = '' } }, ctx) =>
    decidePerformer(ctx, actor, client, params.id, decision === 'approved' ? { decision } : { decision, note }),
  'PUT /admin/performers/:id/commission': ({ actor, client, params, body }, ctx) =>
    changeCommission(ctx, actor, client, params.id, body.rate),
  'PUT /admin/performers/:id/clearing': ({ actor, client, params, body }, ctx) => changeClearing(ctx, actor, client, params.id, body.days),
  'GET /admin/mails/search': ({ query }, ctx) => searchMails(ctx, query),
  'GET /admin/mails/:id': ({ actor, client, params }, ctx) => readMail(ctx, actor, client, params.id),
});
