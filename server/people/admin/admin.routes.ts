/** The operators' endpoints. */
import { serve } from '../../platform/http/serve';
import { closedCountries, closeSiteTo } from '../../modules/admin/countries';
import { readMail, searchMails } from './mails';
import { changeClearing, changeCommission, changePerformer, decidePerformer, reviewPerformer, searchAllPerformers } from './performers';
import { changeSetting, listSettings, sendTestMail, uploadSettingImage } from '../../site/admin/settings';
import { tryGateway, tryGeo, tryLive, tryStorage } from '../../site/admin/connection-tests';
import { restoreUser, suspendUser } from '../../safety/moderation/suspensions';
import { changeUser, endUserSessions, resetUserSecondStep, searchUsers, userDetail } from './users';

export const adminRoutes = serve({
  'GET /admin/settings': ({ query }, ctx) => Promise.resolve(listSettings(ctx, query.group)),
  'PUT /admin/settings/:key': ({ actor, client, params, body }, ctx) => changeSetting(ctx, actor, client, params.key, body.value),
  'POST /admin/settings/mail-test': ({ body }, ctx) => sendTestMail(ctx, body.to),
  'POST /admin/settings/storage-test': (_request, ctx) => tryStorage(ctx),
  'POST /admin/settings/gateway-test': (_request, ctx) => tryGateway(ctx),
  'POST /admin/settings/geo-test': ({ body }, ctx) => tryGeo(ctx, body.address),
  'POST /admin/settings/live-test': (_request, ctx) => tryLive(ctx),
  'POST /admin/settings/images/upload': ({ actor, client, body, files }, ctx) =>
    uploadSettingImage(ctx, actor, client, body.key, files.file),
  'GET /admin/blocked-countries': (_request, ctx) => closedCountries(ctx),
  'PUT /admin/blocked-countries': ({ actor, client, body }, ctx) => closeSiteTo(ctx, actor, client, body.countryCodes),
  'GET /admin/users/search': ({ query }, ctx) => searchUsers(ctx, query),
  'GET /admin/users/:id': ({ params }, ctx) => userDetail(ctx, params.id),
  'PUT /admin/users/:id': ({ actor, client, params, body }, ctx) => changeUser(ctx, actor, client, params.id, body),
  'POST /admin/users/:id/suspend': ({ actor, client, params, body }, ctx) => suspendUser(ctx, actor, client, params.id, body.reason),
  'POST /admin/users/:id/restore': ({ actor, client, params }, ctx) => restoreUser(ctx, actor, client, params.id),
  'DELETE /admin/users/:id/sessions': async ({ actor, client, params }, ctx) => ({
    ended: await endUserSessions(ctx, actor, client, params.id),
  }),
  'POST /admin/users/:id/two-factor/reset': ({ actor, client, params }, ctx) => resetUserSecondStep(ctx, actor, client, params.id),
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
