/** Endpoints of sign-in, registration and sessions. */
import { serve } from '../../platform/http/serve';
import { proposeUsernames, usernameProblem } from '../people/usernames';
import { revokeSession, revokeSessions, listSessions, signOut } from '../sessions/sessions';
import { confirmEmail, requestVerification } from './email-verification';
import { logIn } from './login';
import { changePassword, reauthenticate, requestReset, resetPassword } from './password';
import { registerFan, registerPerformer } from './register';
import { restoreEmail } from './restore-email';
import { beginTwitter, finishTwitter } from './twitter';

/** Loaded lazily: it pulls in the JOSE library, which few sites need. */
const google = () => import('./google');

export const authRoutes = serve({
  'POST /auth/login': ({ client, body, cookieSetter }, ctx) => logIn(ctx, client, body, cookieSetter),
  'POST /auth/twitter/login': ({ body }, ctx) => beginTwitter(ctx, body.callbackUrl),
  'POST /auth/twitter/callback': ({ client, body, cookieSetter }, ctx) => finishTwitter(ctx, client, body, cookieSetter),
  'POST /auth/google/start': async ({ body }, ctx) => (await google()).beginGoogle(ctx, body),
  'POST /auth/google/login': async ({ client, body, cookieSetter }, ctx) =>
    (await google()).signInByGoogleToken(ctx, client, body, cookieSetter),
  'POST /auth/google/token': async ({ client, body, cookieSetter }, ctx) =>
    (await google()).signInByGoogleCode(ctx, client, body, cookieSetter),
  'POST /auth/email-verification': async ({ actor, body }, ctx) => {
    await requestVerification(ctx, actor, body.email);
    return { sent: true };
  },
  'POST /auth/email-verification/confirm': async ({ body }, ctx) => {
    await confirmEmail(ctx, body.token);
    return { isEmailVerified: true };
  },
  'PUT /auth/users/me/password': async ({ actor, body }, ctx) => {
    await changePassword(ctx, actor, body);
    return { updated: true };
  },
  'POST /auth/users/forgot': async ({ body }, ctx) => {
    await requestReset(ctx, body.email, body.recaptchaToken);
    return { sent: true };
  },
  'POST /auth/password-reset': async ({ body }, ctx) => {
    await resetPassword(ctx, body);
    return { updated: true };
  },
  'POST /auth/email-restore': async ({ body }, ctx) => {
    await restoreEmail(ctx, body);
    return { restored: true };
  },
  'POST /auth/users/register': ({ client, body, cookieSetter }, ctx) => registerFan(ctx, client, body, cookieSetter),
  'POST /auth/performers/register': ({ client, body, files, cookieSetter }, ctx) =>
    registerPerformer(ctx, client, body, files, cookieSetter),
  'GET /auth/username': async ({ query }, ctx) => {
    const reason = await usernameProblem(ctx, query.username);
    return { isAvailable: reason === null, reason, proposals: reason === null ? [] : await proposeUsernames(ctx, query.username) };
  },
  'POST /auth/logout': async ({ actor, cookieSetter }, ctx) => {
    await signOut(ctx, actor, cookieSetter);
    return { ended: true };
  },
  'GET /auth/sessions': ({ actor }, ctx) => listSessions(ctx, actor.id, actor.sessionId),
  'DELETE /auth/sessions/:id': async ({ actor, params }, ctx) => {
    await revokeSession(ctx, actor.id, params.id, 'ended');
    return { ended: 1 };
  },
  'DELETE /auth/sessions': async ({ actor }, ctx) => ({
    ended: await revokeSessions(ctx, actor.id, { except: actor.sessionId, reason: 'ended' }),
  }),
  'POST /auth/reauthenticate': async ({ actor, body }, ctx) => ({ until: await reauthenticate(ctx, actor, body) }),
});
