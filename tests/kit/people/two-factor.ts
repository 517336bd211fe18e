/** Two-factor authentication for tests: an authenticator app with a secret, on the test clock. */
import { Secret, TOTP } from 'otpauth';
import { password } from './people';
import type { TestHost } from '../host/test-host';

const period_s = 30;

/** The code that an app with this secret shows at a moment. */
export const totpAt = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

export interface AuthenticatorApp {
  secret: string;
  /** The current code. */
  code(): string;
  /** A code that has not been used: advances the clock to its period. */
  nextCode(): string;
}

export function authenticatorApp(testHost: TestHost, secret: string): AuthenticatorApp {
  const code = (): string => totpAt(secret, testHost.clock.now());
  return {
    secret,
    code,
    nextCode: () => {
      testHost.clock.advance({ seconds: period_s });
      return code();
    },
  };
}

/** Enables two-factor authentication for the session's account, as its settings do. */
export async function enableTwoFactor(testHost: TestHost, token: string): Promise<AuthenticatorApp & { recoveryCodes: string[] }> {
  await testHost.call('POST /auth/reauthenticate', { body: { password } }, { token });
  const { status, data, errorBody } = await testHost.call('POST /auth/two-factor/setup', {}, { token });
  if (status !== 200) throw new Error(`no secret: ${JSON.stringify(errorBody)}`);
  const app = authenticatorApp(testHost, data.secret);
  const enabled = await testHost.call('POST /auth/two-factor/enable', { body: { code: app.nextCode() } }, { token });
  if (enabled.status !== 200) throw new Error(`two-factor authentication was not enabled: ${JSON.stringify(enabled.errorBody)}`);
  return { ...app, recoveryCodes: enabled.data.recoveryCodes };
}

/** The ticket of a sign-in with the password, which waits for the second factor. */
export async function signInWithPassword(testHost: TestHost, username: string, remember = false): Promise<string> {
  return (await testHost.call('POST /auth/login', { body: { username, password, remember } })).data.ticket;
}
