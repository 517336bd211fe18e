/** The captcha's endpoint. */
import { serve } from '@server/platform/http/serve';
import { assertHuman } from './captcha';

export const captchaRoutes = serve({
  'POST /re-captcha/verify': async ({ body }, ctx) => ({ success: true, ...(await assertHuman(ctx, body.token)) }),
});
