/** Credentials as text: what they are for, and a signature that only this site can make. */
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { isSameSecret } from '../../../same-secret';
import { EntryOrder } from '../../../streaming/embedded/wire';

const LiveToken = EntryOrder.omit({ offer: true }).extend({ expires_ms: z.number().int() });

/** A right to enter, as the host gave it. */
export type LiveToken = z.infer<typeof LiveToken>;

const lengthMax = 1_000;

const signatureOf = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

/** A right to enter as text, signed with `key`. */
export function writeToken(key: Buffer, token: LiveToken): string {
  const text = Buffer.from(JSON.stringify(token)).toString('base64url');
  return `${text}.${signatureOf(key, text)}`;
}

/** What a token says; null unless it was signed with `key` and its time has not passed. */
export function readToken(key: Buffer, token: string, now: Date): LiveToken | null {
  const read = readSigned(key, token);
  return read !== null && now.getTime() < read.expires_ms ? read : null;
}

/** What a token says, also after its time; null unless it was signed with `key`. Not for letting anybody in. */
export function readSigned(key: Buffer, token: string): LiveToken | null {
  if (token.length > lengthMax) return null;
  const [text = '', signature = '', ...rest] = token.split('.');
  // Base64 has several spellings of the same bytes: only ours counts.
  if (rest.length > 0 || !isSameSecret(signature, signatureOf(key, text))) return null;
  const read = LiveToken.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  return read.success ? read.data : null;
}
