/** Live credentials as signed tokens (HMAC-SHA256). */
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { isSameSecret } from '../../../kernel/constant-time';
import { ConnectRequest } from '@sfu/wire';

const LiveToken = ConnectRequest.omit({ offer: true }).extend({ expires_ms: z.number().int() });

/** The permission to join a room. */
export type LiveToken = z.infer<typeof LiveToken>;

const tokenLengthMax = 1_000;

const signatureOf = (key: Buffer, payload: string): string => createHmac('sha256', key).update(payload).digest('base64url');

/** Encodes a token and signs it with `key`. */
export function writeToken(key: Buffer, token: LiveToken): string {
  const payload = Buffer.from(JSON.stringify(token)).toString('base64url');
  return `${payload}.${signatureOf(key, payload)}`;
}

/** The content of a token; null unless it was signed with `key` and has not expired. */
export function readToken(key: Buffer, token: string, now: Date): LiveToken | null {
  const parsed = readSigned(key, token);
  return parsed !== null && now.getTime() < parsed.expires_ms ? parsed : null;
}

/** The content of a token, even when it has expired; null unless it was signed with `key`. Never use it to admit a participant. */
export function readSigned(key: Buffer, token: string): LiveToken | null {
  if (token.length > tokenLengthMax) return null;
  const [payload = '', signature = '', ...rest] = token.split('.');
  // Base64 has several encodings of the same bytes. Signing the encoded payload makes only our encoding valid.
  if (rest.length > 0 || !isSameSecret(signature, signatureOf(key, payload))) return null;
  const parsed = LiveToken.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return parsed.success ? parsed.data : null;
}
