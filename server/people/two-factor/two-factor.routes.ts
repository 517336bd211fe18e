/** The endpoints of the second step. */
import { serve } from '../../platform/http/serve';
import { giveSecondStep } from './complete-sign-in';
import { removeDevice } from './devices';
import { beginSetup, renewCodes, secondStepOf, switchOff, switchOn } from './setup';

export const secondStepRoutes = serve({
  'GET /auth/two-factor': ({ actor }, ctx) => secondStepOf(ctx, actor.id),
  'POST /auth/two-factor/setup': ({ actor }, ctx) => beginSetup(ctx, actor),
  'POST /auth/two-factor/enable': async ({ actor, body }, ctx) => ({ recoveryCodes: await switchOn(ctx, actor, body.code) }),
  'POST /auth/two-factor/disable': async ({ actor, body }, ctx) => {
    await switchOff(ctx, actor, body.code);
    return { enabled: false };
  },
  'POST /auth/two-factor/recovery-codes': async ({ actor }, ctx) => ({ recoveryCodes: await renewCodes(ctx, actor) }),
  'POST /auth/two-factor/login': ({ client, body, respond }, ctx) => giveSecondStep(ctx, client, body, respond),
  'DELETE /auth/two-factor/devices/:id': async ({ actor, params }, ctx) => {
    await removeDevice(ctx, actor.id, params.id);
    return { removed: true };
  },
});
