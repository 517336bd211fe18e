/** Authentication of mail services by the shared secret: an HMAC of the body, or the password of HTTP Basic authentication. */
import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { second_ms } from '@contract/kernel/units';
import { isSameSecret } from '../../kernel/constant-time';

/** The same format as the signature of outgoing webhooks. */
const signatureHeader = 'footlight-signature';
const maxAge_ms = 300 * second_ms;

/** Whether the header `t=<second>,v1=<hex>` has the HMAC-SHA-256 of the second, a dot and the body, and is at most five minutes old. */
export function hasValidSignature(secret: string, headers: IncomingHttpHeaders, body: Buffer, now: Date): boolean {
  const [, second = '', mac = ''] = /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec(String(headers[signatureHeader] ?? '')) ?? [];
  const expected = createHmac('sha256', secret).update(`${second}.`).update(body).digest('hex');
  return isSameSecret(mac, expected) && Math.abs(now.getTime() - Number(second) * second_ms) <= maxAge_ms;
}

/** Whether the password of HTTP Basic authentication is the secret. The username is ignored. */
export function hasValidPassword(secret: string, { authorization = '' }: IncomingHttpHeaders): boolean {
  const [, encoded = ''] = /^basic\s+([\w+/=]{1,1000})$/i.exec(authorization) ?? [];
  const credentials = Buffer.from(encoded, 'base64').toString();
  return isSameSecret(credentials.slice(credentials.indexOf(':') + 1), secret);
}
