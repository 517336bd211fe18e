/** Second steps for tests: an authenticator app that holds a secret, on the clock of the world. */
import { Secret, TOTP } from 'otpauth';
import { password } from '../kit/people/people';
import type { World } from '../kit/host/test-host';

const period_s = 30;

/** The code that an app with this secret shows at a moment. */
export const codeAt = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

export interface App {
  secret: string;
  /** The code of now. */
  code(): string;
  /** A code that nobody has used: the clock goes on to its time. */
  nextCode(): string;
}

export function appWith(world: World, secret: string): App {
  const code = (): string => codeAt(secret, world.clock.now());
  return {
    secret,
    code,
    nextCode: () => {
      world.clock.advance({ seconds: period_s });
      return code();
    },
  };
}

/** Switches the second step on for the session's account, as its settings do. */
export async function switchOn(world: World, token: string): Promise<App & { recoveryCodes: string[] }> {
  await world.call('POST /auth/reauthenticate', { body: { password } }, { token });
  const { status, data, refusal } = await world.call('POST /auth/two-factor/setup', {}, { token });
  if (status !== 200) throw new Error(`no secret: ${JSON.stringify(refusal)}`);
  const app = appWith(world, data.secret);
  const on = await world.call('POST /auth/two-factor/enable', { body: { code: app.nextCode() } }, { token });
  if (on.status !== 200) throw new Error(`not switched on: ${JSON.stringify(on.refusal)}`);
  return { ...app, recoveryCodes: on.data.recoveryCodes };
}

/** The ticket of a sign-in with the password, which waits for its second step. */
export async function firstStep(world: World, username: string, remember = false): Promise<string> {
  return (await world.call('POST /auth/login', { body: { username, password, remember } })).data.ticket;
}
