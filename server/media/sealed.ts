/** Secrets at rest (documents, payout details, sign-ins on their way): AES-256-GCM, bound to the place where they lie, so that what is sealed and moved elsewhere does not open. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from '../kernel/derive-key';

const cipher = 'aes-256-gcm';
const label = 'footlight documents';
const version = 1;
const nonce_bytes = 12;
const tag_bytes = 16;
const head_bytes = 1 + nonce_bytes + tag_bytes;

/** The key that documents are sealed with. */
export function documentKey(appSecret: string): Buffer {
  return deriveKey(appSecret, label);
}

/** Seals `bytes` for `place`: a storage key, or whatever names where they belong. Version, nonce and tag stand in front. */
export function seal(key: Uint8Array, place: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(nonce_bytes);
  const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([sealing.update(bytes), sealing.final()]);
  return Buffer.concat([Buffer.from([version]), nonce, sealing.getAuthTag(), sealed]);
}

/** The bytes that `seal` was given. Throws when anything was changed, or lies at another place. */
export function unseal(key: Uint8Array, place: string, sealed: Uint8Array): Buffer {
  const whole = Buffer.from(sealed);
  if (whole.length < head_bytes || whole[0] !== version) throw new Error('not sealed by this host');
  const nonce = whole.subarray(1, 1 + nonce_bytes);
  const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tag_bytes }).setAAD(Buffer.from(place));
  opening.setAuthTag(whole.subarray(1 + nonce_bytes, head_bytes));
  return Buffer.concat([opening.update(whole.subarray(head_bytes)), opening.final()]);
}
