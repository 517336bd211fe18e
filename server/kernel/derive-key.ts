/** Derives one key per purpose from the site's secret: a leaked key reveals nothing about the others. */
import { createHmac, hkdfSync } from 'node:crypto';

const key_bytes = 32;

/** A cache with one entry per purpose: a list of posts signs a hundred URLs with the same key. */
const derived = new Map<string, Buffer>();

/** The key for the purpose `label`, a constant: HKDF with SHA-256, no salt, 32 bytes. Deterministic. */
export function deriveKey(appSecret: string, label: string): Buffer {
  const name = `${label}\0${appSecret}`;
  const key = derived.get(name) ?? Buffer.from(hkdfSync('sha256', appSecret, '', label, key_bytes));
  derived.set(name, key);
  return key;
}

/** HMAC-SHA-256 of a text with the key for `label`, as base64url. */
export const keyedDigest = (appSecret: string, label: string, text: string): string =>
  createHmac('sha256', deriveKey(appSecret, label)).update(text).digest('base64url');
