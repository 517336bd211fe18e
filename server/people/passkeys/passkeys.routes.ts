/** The endpoints of passkeys. */
import { serve } from '../../platform/http/serve';
import { arriveByKey } from '../../modules/second-step/second-step';
import { addPasskey, listPasskeys, newKeyOptions, proofOptions, removePasskey, renamePasskey } from './passkeys';

export const passkeyRoutes = serve({
  'GET /auth/passkeys': ({ actor }, ctx) => listPasskeys(ctx, actor.id),
  'POST /auth/passkeys/options': ({ actor }, ctx) => newKeyOptions(ctx, actor),
  'POST /auth/passkeys': ({ actor, body }, ctx) => addPasskey(ctx, actor, body),
  'PUT /auth/passkeys/:id': ({ actor, params, body }, ctx) => renamePasskey(ctx, actor.id, params.id, body.name),
  'DELETE /auth/passkeys/:id': async ({ actor, params }, ctx) => {
    await removePasskey(ctx, actor, params.id);
    return { removed: true };
  },
  'POST /auth/passkeys/login-options': (_request, ctx) => proofOptions(ctx),
  'POST /auth/passkeys/login': ({ client, body, respond }, ctx) => arriveByKey(ctx, client, body, respond),
});
