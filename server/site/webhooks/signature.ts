/** How messages are signed, so that their receiver knows who sent them and when. */
import { createHmac } from 'node:crypto';
import { deriveKey } from '../../kernel/derive-key';
import { seal, unseal } from '../../media/sealed';

const label = 'footlight webhooks';
export const signatureHeader = 'footlight-signature';

const place = (webhookId: string): string => `webhook:${webhookId}`;

/** A secret as it is stored: sealed for its webhook. */
export const sealSecret = (appSecret: string, webhookId: string, secret: string): Buffer =>
  seal(deriveKey(appSecret, label), place(webhookId), Buffer.from(secret));

/** The secret itself again. */
export const openSecret = (appSecret: string, webhookId: string, sealed: Uint8Array): string =>
  unseal(deriveKey(appSecret, label), place(webhookId), sealed).toString();

/** The header's value: the second of sending, and HMAC-SHA-256 over that second, a dot and the body. */
export function signatureOf(secret: string, body: string, at: Date): string {
  const second = Math.floor(at.getTime() / 1000);
  const mac = createHmac('sha256', secret)
    .update(`${String(second)}.${body}`)
    .digest('hex');
  return `t=${String(second)},v1=${mac}`;
}
