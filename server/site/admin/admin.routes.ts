/** The operators' endpoints of settings and blocked countries. */
import { serve } from '../../platform/http/serve';
import { readBlockedCountries, replaceBlockedCountries } from './countries';
import { changeSetting, listSettings, sendTestMail, uploadSettingImage } from './settings';
import { testGateway, testGeo, testLive, testFileStorage } from './connection-tests';

export const adminRoutes = serve({
  'GET /admin/settings': ({ query }, ctx) => Promise.resolve(listSettings(ctx, query.group)),
  'PUT /admin/settings/:key': ({ actor, client, params, body }, ctx) => changeSetting(ctx, actor, client, params.key, body.value),
  'POST /admin/settings/mail-test': ({ body }, ctx) => sendTestMail(ctx, body.to),
  'POST /admin/settings/storage-test': (_request, ctx) => testFileStorage(ctx),
  'POST /admin/settings/gateway-test': (_request, ctx) => testGateway(ctx),
  'POST /admin/settings/geo-test': ({ body }, ctx) => testGeo(ctx, body.address),
  'POST /admin/settings/live-test': (_request, ctx) => testLive(ctx),
  'POST /admin/settings/images/upload': ({ actor, client, body, files }, ctx) =>
    uploadSettingImage(ctx, actor, client, body.key, files.file),
  'GET /admin/blocked-countries': (_request, ctx) => readBlockedCountries(ctx),
  'PUT /admin/blocked-countries': ({ actor, client, body }, ctx) => replaceBlockedCountries(ctx, actor, client, body.countryCodes),
});
