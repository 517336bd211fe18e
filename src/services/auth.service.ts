/** Signing in, registering, sessions and the links that mails carry. */
import type { BodyOf, CallOptions, FilesOf } from './call';
import { service } from './service';

export const authService = service((call) => ({
  login: (body: BodyOf<'POST /auth/login'>) => call('POST /auth/login', { body }),
  beginTwitter: (callbackUrl: string) => call('POST /auth/twitter/login', { body: { callbackUrl } }),
  finishTwitter: (body: BodyOf<'POST /auth/twitter/callback'>) => call('POST /auth/twitter/callback', { body }),
  beginGoogle: (body: BodyOf<'POST /auth/google/start'>) => call('POST /auth/google/start', { body }),
  loginWithGoogle: (body: BodyOf<'POST /auth/google/login'>) => call('POST /auth/google/login', { body }),
  loginWithGoogleCode: (body: BodyOf<'POST /auth/google/token'>) => call('POST /auth/google/token', { body }),
  sendVerification: (email?: string) => call('POST /auth/email-verification', { body: { email } }),
  confirmEmail: (token: string) => call('POST /auth/email-verification/confirm', { body: { token } }),
  changePassword: (body: BodyOf<'PUT /auth/users/me/password'>) => call('PUT /auth/users/me/password', { body }),
  forgotPassword: (body: BodyOf<'POST /auth/users/forgot'>) => call('POST /auth/users/forgot', { body }),
  resetPassword: (body: BodyOf<'POST /auth/password-reset'>) => call('POST /auth/password-reset', { body }),
  registerFan: (body: BodyOf<'POST /auth/users/register'>) => call('POST /auth/users/register', { body }),
  registerPerformer: (
    body: BodyOf<'POST /auth/performers/register'>,
    files: FilesOf<'POST /auth/performers/register'>,
    options?: CallOptions,
  ) => call('POST /auth/performers/register', { body, files }, options),
  checkUsername: (username: string, options?: CallOptions) => call('GET /auth/username', { query: { username } }, options),
  logout: (options?: CallOptions) => call('POST /auth/logout', {}, options),
  sessions: () => call('GET /auth/sessions', {}),
  endSession: (id: string) => call('DELETE /auth/sessions/:id', { params: { id } }),
  endOtherSessions: () => call('DELETE /auth/sessions', {}),
  reauthenticate: (body: BodyOf<'POST /auth/reauthenticate'>) => call('POST /auth/reauthenticate', { body }),
  secondStep: () => call('GET /auth/two-factor', {}),
  beginSecondStep: () => call('POST /auth/two-factor/setup', {}),
  switchSecondStepOn: (code: string) => call('POST /auth/two-factor/enable', { body: { code } }),
  switchSecondStepOff: (code: string) => call('POST /auth/two-factor/disable', { body: { code } }),
  renewRecoveryCodes: () => call('POST /auth/two-factor/recovery-codes', {}),
  giveSecondStep: (body: BodyOf<'POST /auth/two-factor/login'>) => call('POST /auth/two-factor/login', { body }),
  distrustDevice: (id: string) => call('DELETE /auth/two-factor/devices/:id', { params: { id } }),
}));
