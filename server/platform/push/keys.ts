/** The site's own keys for push messages (VAPID): made of its secret, so that they are there from the first start and stay. */
import { createECDH } from 'node:crypto';
import { deriveKey } from '../../kernel/derive-key';

const label = 'footlight web push';
const curve = 'prime256v1';

export interface PushKeys {
  /** The point, uncompressed, as base64url: what browsers subscribe with. */
  publicKey: string;
  /** The number, as base64url. */
  privateKey: string;
}

/** The pair of a site. The same secret gives the same pair. */
export function pushKeys(appSecret: string): PushKeys {
  // Nearly every number of 256 bits is a key of this curve; the label of the next try differs.
  for (let attempt = 0; ; attempt += 1) {
    const ecdh = createECDH(curve);
    try {
      ecdh.setPrivateKey(deriveKey(appSecret, attempt === 0 ? label : `${label} ${String(attempt)}`));
    } catch {
      continue;
    }
    return { publicKey: ecdh.getPublicKey('base64url', 'uncompressed'), privateKey: ecdh.getPrivateKey('base64url') };
  }
}
