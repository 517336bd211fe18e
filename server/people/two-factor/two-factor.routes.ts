/** Endpoints of two-factor, and of passkey sign-in, which counts as both factors. */
import { serve } from '../../platform/http/serve';
import { completePasskeySignIn, completeTwoFactorSignIn } from './complete-sign-in';
import { removeDevice } from './devices';
import { beginSetup, replaceRecoveryCodes, twoFactorStatus, disableTwoFactor, enableTwoFactor } from './setup';

export const twoFactorRoutes = serve({
  'GET /auth/two-factor': ({ actor }, ctx) => twoFactorStatus(ctx, actor.id),
  'POST /auth/two-factor/setup': ({ actor }, ctx) => beginSetup(ctx, actor),
  'POST /auth/two-factor/enable': async ({ actor, body }, ctx) => ({ recoveryCodes: await enableTwoFactor(ctx, actor, body.code) }),
  'POST /auth/two-factor/disable': async ({ actor, body }, ctx) => {
    await disableTwoFactor(ctx, actor, body.code);
    return { enabled: false };
  },
  'POST /auth/two-factor/recovery-codes': async ({ actor }, ctx) => ({ recoveryCodes: await replaceRecoveryCodes(ctx, actor) }),
  'POST /auth/passkeys/login': ({ client, body, cookieSetter }, ctx) => completePasskeySignIn(ctx, client, body, cookieSetter),
  'POST /auth/two-factor/login': ({ client, body, cookieSetter }, ctx) => completeTwoFactorSignIn(ctx, client, body, cookieSetter),
  'DELETE /auth/two-factor/devices/:id': async ({ actor, params }, ctx) => {
    await removeDevice(ctx, actor.id, params.id);
    return { removed: true };
  },
});
