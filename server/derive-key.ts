/** Keys for one purpose each, all from the site's one secret: learning one of them tells nothing of the others. */
import { hkdfSync } from 'node:crypto';

const key_bytes = 32;

/** The key for what `label` names: HKDF with SHA-256, no salt, 32 bytes. The same secret and label give the same key. */
export function deriveKey(appSecret: string, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, '', label, key_bytes));
}
