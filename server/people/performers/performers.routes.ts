/** The performers' endpoints. */
import { fail } from '../../kernel/api-error';
import { Continuing, serve } from '../../platform/http/serve';
import { fileAnswer } from '../../platform/media/files';
import { publicAddress } from '../../platform/media/signed-links';
import { currentUser, uploadAvatar } from '../accounts/accounts';
import { visitorOf } from '../blocking/blocking';
import { replacePicture } from '../../modules/people/people';
import { provenAuthority } from '../../modules/second-step/second-step';
import { assertProven } from '../sessions/sessions';
import { changeProfile } from './change';
import { handInDocument } from './documents';
import { randomPerformers, topPerformers } from './find';
import { ownProfile } from './private-profile';
import { choosePayout, setBanking } from './payout';
import { searchPerformers } from './search';
import { viewPerformer } from './view';
import { replaceWelcomeVideo } from './welcome';

/** The performer's own id; another's is refused with not_owner. */
function ownId(actor: { id: string }, id: string): string {
  return id === 'me' || id === actor.id ? actor.id : fail('not_owner');
}

export const performerRoutes = serve({
  'GET /performers/user/search': ({ actor, client, query }, ctx) => searchPerformers(ctx, visitorOf(actor, client), query),
  'GET /performers/search/random': ({ actor, client, query }, ctx) => randomPerformers(ctx, visitorOf(actor, client), query),
  'GET /performers/top': ({ actor, client, query }, ctx) => topPerformers(ctx, visitorOf(actor, client), query),
  'GET /performers/me': ({ actor }, ctx) => ownProfile(ctx, actor.id),
  'GET /performers/:id': ({ actor, client, params }, ctx) => viewPerformer(ctx, actor, client, params.id),
  'PUT /performers/:id': async ({ actor, client, params, body }, ctx) => {
    const id = ownId(actor, params.id);
    await changeProfile(ctx, id, body, await provenAuthority(ctx, actor, body));
    return currentUser(ctx, id, client);
  },
  'PUT /performers/:id/banking-settings': async ({ actor, params, body }, ctx) => {
    const id = ownId(actor, params.id);
    await assertProven(ctx, actor);
    const { banking } = await setBanking(ctx, id, body);
    return { banking };
  },
  'PUT /performers/:id/payment-gateway-settings': async ({ actor, params, body }, ctx) => {
    const id = ownId(actor, params.id);
    await assertProven(ctx, actor);
    return { payoutMethods: await choosePayout(ctx, id, body) };
  },
  'POST /performers/avatar/upload': ({ actor, files }, ctx) => uploadAvatar(ctx, actor.id, files.avatar),
  'POST /performers/cover/upload': async ({ actor, files }, ctx) => {
    const stored = await replacePicture(ctx, actor.id, 'cover', files.cover);
    return { ...fileAnswer(ctx, stored, null), cover: publicAddress(ctx.config.apiUrl, stored.id, 'full') };
  },
  'POST /performers/welcome-video/upload': async ({ actor, files }, ctx) =>
    new Continuing(fileAnswer(ctx, await replaceWelcomeVideo(ctx, actor.id, files['welcome-video']), actor)),
  'POST /performers/documents/upload': async ({ actor, body, files }, ctx) =>
    fileAnswer(ctx, await handInDocument(ctx, actor.id, body.type, files.file), actor),
});
