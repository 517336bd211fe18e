/** Endpoints of performers. */
import { AcceptedResponse, serve } from '../../platform/http/serve';
import { fileResponse } from '../../platform/media/files';
import { publicMediaUrl } from '../../platform/media/signed-links';
import { uploadAvatar } from '../accounts/avatar';
import { visitorOf } from '../blocking/blocking';
import { replaceProfileImage } from '../people/profile-images';
import { assertReauthenticated } from '../sessions/sessions';
import { uploadDocument } from './documents';
import { randomPerformers, topPerformers } from './find';
import { resolveOwnId, ownProfile } from './private-profile';
import { choosePayoutMethod, setBanking } from './payout';
import { searchPerformers } from './search';
import { replaceWelcomeVideo } from './welcome';

export const performerRoutes = serve({
  'GET /performers/user/search': ({ actor, client, query }, ctx) => searchPerformers(ctx, visitorOf(actor, client), query),
  'GET /performers/search/random': ({ actor, client, query }, ctx) => randomPerformers(ctx, visitorOf(actor, client), query),
  'GET /performers/top': ({ actor, client, query }, ctx) => topPerformers(ctx, visitorOf(actor, client), query),
  'GET /performers/me': ({ actor }, ctx) => ownProfile(ctx, actor.id),
  'PUT /performers/:id/banking-settings': async ({ actor, params, body }, ctx) => {
    const id = resolveOwnId(actor, params.id);
    await assertReauthenticated(ctx, actor);
    const { banking } = await setBanking(ctx, id, body);
    return { banking };
  },
  'PUT /performers/:id/payment-gateway-settings': async ({ actor, params, body }, ctx) => {
    const id = resolveOwnId(actor, params.id);
    await assertReauthenticated(ctx, actor);
    return { payoutMethods: await choosePayoutMethod(ctx, id, body) };
  },
  'POST /performers/avatar/upload': ({ actor, files }, ctx) => uploadAvatar(ctx, actor.id, files.avatar),
  'POST /performers/cover/upload': async ({ actor, files }, ctx) => {
    const stored = await replaceProfileImage(ctx, actor.id, 'cover', files.cover);
    return { ...fileResponse(ctx, stored, null), cover: publicMediaUrl(ctx.config.apiUrl, stored.id, 'full') };
  },
  'POST /performers/welcome-video/upload': async ({ actor, files }, ctx) =>
    new AcceptedResponse(fileResponse(ctx, await replaceWelcomeVideo(ctx, actor.id, files['welcome-video']), actor)),
  'POST /performers/documents/upload': async ({ actor, body, files }, ctx) =>
    fileResponse(ctx, await uploadDocument(ctx, actor.id, body.type, files.file), actor),
});
