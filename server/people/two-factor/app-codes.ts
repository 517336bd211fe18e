/** Codes of an authenticator app (TOTP, RFC 6238): six digits that change every half minute, each of which counts once. */
import { Secret, TOTP } from 'otpauth';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../../platform/context';
import { deriveKey } from '../../kernel/derive-key';
import { seal, unseal } from '../../media/sealed';

const label = 'footlight second steps';
const secret_bytes = 20;
const period_s = 30;
/** Clocks of phones go wrong: so many steps before and after the present one count too. */
const window = 1;

type World = Pick<Context, 'config'>;

const keyOf = ({ config }: World): Buffer => deriveKey(config.appSecret, label);
const placeOf = (accountId: string): string => `totp:${accountId}`;

const appOf = (secret: Secret, site: string, person: string): TOTP =>
  new TOTP({ issuer: site, label: person, secret, algorithm: 'SHA1', digits: limits.secondStep.digits, period: period_s });

/** A new secret, as it is typed into an app and as it is stored. */
export function newSecret(ctx: Pick<Context, 'config' | 'chance'>, accountId: string): { secret: string; sealed: string } {
  const bytes = Buffer.from(ctx.chance.secret(), 'base64url').subarray(0, secret_bytes);
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer });
  return { secret: secret.base32, sealed: seal(keyOf(ctx), placeOf(accountId), bytes).toString('base64') };
}

/** What a picture for the app's camera says. */
export function addressForApp(secret: string, site: string, person: string): string {
  return appOf(Secret.fromBase32(secret), site, person).toString();
}

/** The time step whose code this is, or null when it is none of now. */
export function stepOf(ctx: Pick<Context, 'config' | 'clock'>, accountId: string, sealed: string, code: string): number | null {
  const bytes = unseal(keyOf(ctx), placeOf(accountId), Buffer.from(sealed, 'base64'));
  const now_ms = ctx.clock.now().getTime();
  const delta = appOf(new Secret({ buffer: new Uint8Array(bytes).buffer }), '', '').validate({ token: code, timestamp: now_ms, window });
  return delta === null ? null : Math.floor(now_ms / 1000 / period_s) + delta;
}
