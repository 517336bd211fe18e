/** Keys for one purpose each, all from the site's one secret: learning one of them tells nothing of the others. */
import { hkdfSync } from 'node:crypto';

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
