/** Keys for one purpose each, all from the site's one secret: learning one of them tells nothing of the others. */
import { createHmac, hkdfSync } from 'node:crypto';

const key_bytes = 32;

/** As many as there are purposes. A list of posts signs a hundred addresses with the same one. */
const derived = new Map<string, Buffer>();

/** The key for what `label` names, a constant: HKDF with SHA-256, no salt, 32 bytes. The same secret and label give the same key. */
export function deriveKey(appSecret: string, label: string): Buffer {
  const name = `${label}\0${appSecret}`;
  const key = derived.get(name) ?? Buffer.from(hkdfSync('sha256', appSecret, '', label, key_bytes));
  derived.set(name, key);
  return key;
}

/** The digest of a text that only this site can make: HMAC with SHA-256 under the key for `label`, as text fit for addresses. */
export const keyedDigest = (appSecret: string, label: string, text: string): string =>
  createHmac('sha256', deriveKey(appSecret, label)).update(text).digest('base64url');
