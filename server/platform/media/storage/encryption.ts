/**
 * Encryption at rest (documents, payout details, pending sign-ins): AES-256-GCM with the location as associated data, so that moved
 * ciphertext does not decrypt.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from '../../../kernel/derive-key';

const cipher = 'aes-256-gcm';
const label = 'footlight documents';
const version = 1;
const nonce_bytes = 12;
const tag_bytes = 16;
const head_bytes = 1 + nonce_bytes + tag_bytes;

/** The encryption key of documents. */
export function documentKey(appSecret: string): Buffer {
  return deriveKey(appSecret, label);
}

/** Encrypts `bytes` for `location`: a storage key, or another identifier. The result is version, nonce, tag and ciphertext. */
export function encrypt(key: Uint8Array, location: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(nonce_bytes);
  const encryption = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(location));
  const sealed = Buffer.concat([encryption.update(bytes), encryption.final()]);
  return Buffer.concat([Buffer.from([version]), nonce, encryption.getAuthTag(), sealed]);
}

/** Decrypts the result of `encrypt`. Throws if it was altered or belongs to another location. */
export function decrypt(key: Uint8Array, location: string, sealed: Uint8Array): Buffer {
  const whole = Buffer.from(sealed);
  if (whole.length < head_bytes || whole[0] !== version) throw new Error('not encrypted by this site');
  const nonce = whole.subarray(1, 1 + nonce_bytes);
  const decryption = createDecipheriv(cipher, key, nonce, { authTagLength: tag_bytes }).setAAD(Buffer.from(location));
  decryption.setAuthTag(whole.subarray(1 + nonce_bytes, head_bytes));
  return Buffer.concat([decryption.update(whole.subarray(head_bytes)), decryption.final()]);
}
