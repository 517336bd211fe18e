/** Codes of an authenticator app (TOTP, RFC 6238): six digits per 30 seconds, each of which works once. */
import { Secret, TOTP } from 'otpauth';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../../platform/context';
import { deriveKey } from '../../kernel/derive-key';
import { encrypt, decrypt } from '../../platform/media/storage/encryption';

const keyLabel = 'footlight second steps';
const secret_bytes = 20;
const period_s = 30;
/** Allows for clock skew: this many time steps before and after are accepted. */
const window = 1;

type WithConfig = Pick<Context, 'config'>;

const keyOf = ({ config }: WithConfig): Buffer => deriveKey(config.appSecret, keyLabel);
const associatedDataOf = (accountId: string): string => `totp:${accountId}`;

const totpOf = (secret: Secret, site: string, person: string): TOTP =>
  new TOTP({ issuer: site, label: person, secret, algorithm: 'SHA1', digits: limits.twoFactor.digits, period: period_s });

/** A new secret, in Base32 for the app and encrypted for the database. */
export function newSecret(ctx: Pick<Context, 'config' | 'random'>, accountId: string): { secret: string; sealed: string } {
  const bytes = Buffer.from(ctx.random.secret(), 'base64url').subarray(0, secret_bytes);
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer });
  return { secret: secret.base32, sealed: encrypt(keyOf(ctx), associatedDataOf(accountId), bytes).toString('base64') };
}

/** The `otpauth://` URI for the QR code. */
export function otpauthUri(secret: string, site: string, person: string): string {
  return totpOf(Secret.fromBase32(secret), site, person).toString();
}

/** The time step of a code, or null if it is not valid now. */
export function timeStepOf(ctx: Pick<Context, 'config' | 'clock'>, accountId: string, sealed: string, code: string): number | null {
  const bytes = decrypt(keyOf(ctx), associatedDataOf(accountId), Buffer.from(sealed, 'base64'));
  const now_ms = ctx.clock.now().getTime();
  const delta = totpOf(new Secret({ buffer: new Uint8Array(bytes).buffer }), '', '').validate({ token: code, timestamp: now_ms, window });
  return delta === null ? null : Math.floor(now_ms / 1000 / period_s) + delta;
}
