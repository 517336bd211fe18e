/** Authentication of mail services by the shared secret: an HMAC of the body, or the password of HTTP Basic authentication. */
import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { second_ms } from '@contract/kernel/units';
import { isSameSecret } from '../../kernel/constant-time';

/** The same format as the signature of outgoing webhooks. */
const header = 'footlight-signature';
const freshFor_ms = 300 * second_ms;

/** Whether the header `t=<second>,v1=<hex>` is the HMAC-SHA-256 of the second, a dot and the body, and at most five minutes old. */
export function isSigned(secret: string, headers: IncomingHttpHeaders, body: Buffer, now: Date): boolean {
  const [, second = '', mac = ''] = /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec(String(headers[header] ?? '')) ?? [];
  const expected = createHmac('sha256', secret).update(`${second}.`).update(body).digest('hex');
  return isSameSecret(mac, expected) && Math.abs(now.getTime() - Number(second) * second_ms) <= freshFor_ms;
}

/** Whether the password of HTTP Basic authentication is the secret. The username is ignored. */
export function isPassword(secret: string, { authorization = '' }: IncomingHttpHeaders): boolean {
  const [, encoded = ''] = /^basic\s+([\w+/=]{1,1000})$/i.exec(authorization) ?? [];
  const pair = Buffer.from(encoded, 'base64').toString();
  return isSameSecret(pair.slice(pair.indexOf(':') + 1), secret);
}
