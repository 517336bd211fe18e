/** Endpoints of passkeys. Passkey sign-in is with the other sign-in endpoints. */
import { serve } from '../../platform/http/serve';
import { addPasskey, listPasskeys, registrationOptions, authenticationOptions, removePasskey, renamePasskey } from './passkeys';

export const passkeyRoutes = serve({
  'GET /auth/passkeys': ({ actor }, ctx) => listPasskeys(ctx, actor.id),
  'POST /auth/passkeys/options': ({ actor }, ctx) => registrationOptions(ctx, actor),
  'POST /auth/passkeys': ({ actor, body }, ctx) => addPasskey(ctx, actor, body),
  'PUT /auth/passkeys/:id': ({ actor, params, body }, ctx) => renamePasskey(ctx, actor.id, params.id, body.name),
  'DELETE /auth/passkeys/:id': async ({ actor, params }, ctx) => {
    await removePasskey(ctx, actor, params.id);
    return { removed: true };
  },
  'POST /auth/passkeys/login-options': (_request, ctx) => authenticationOptions(ctx),
});
