/** The signature of a delivery, which proves sender and time to the receiver. */
import { createHmac } from 'node:crypto';
import { deriveKey } from '../../kernel/derive-key';
import { encrypt, decrypt } from '../../platform/media/storage/encryption';

const label = 'footlight webhooks';
export const signatureHeader = 'footlight-signature';

const associatedData = (webhookId: string): string => `webhook:${webhookId}`;

/** Encrypts a secret for storage, bound to its webhook. */
export const sealSecret = (appSecret: string, webhookId: string, secret: string): Buffer =>
  encrypt(deriveKey(appSecret, label), associatedData(webhookId), Buffer.from(secret));

/** Decrypts a stored secret. */
export const openSecret = (appSecret: string, webhookId: string, sealed: Uint8Array): string =>
  decrypt(deriveKey(appSecret, label), associatedData(webhookId), sealed).toString();

/** The header's value: the Unix time in seconds, and the HMAC-SHA-256 of that time, a dot and the body. */
export function signatureOf(secret: string, body: string, at: Date): string {
  const second = Math.floor(at.getTime() / 1000);
  const mac = createHmac('sha256', secret)
    .update(`${String(second)}.${body}`)
    .digest('hex');
  return `t=${String(second)},v1=${mac}`;
}
