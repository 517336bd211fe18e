/** The site's VAPID keys for push messages, derived from its secret, so that they are available from the first start and stable. */
import { createECDH } from 'node:crypto';
import { deriveKey } from '../../kernel/derive-key';

const label = 'footlight web push';
const curve = 'prime256v1';

export interface PushKeys {
  /** The uncompressed point as base64url, for subscriptions in browsers. */
  publicKey: string;
  /** The scalar as base64url. */
  privateKey: string;
}

/** The key pair of a site. Deterministic for a secret. */
export function pushKeys(appSecret: string): PushKeys {
  // Nearly every 256-bit number is a valid key of this curve. Otherwise another label is tried.
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
