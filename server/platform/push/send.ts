/** Sends web push messages, encrypted for the browser and signed with the site's VAPID key. */
import { ECDH } from 'node:crypto';
import type { Context } from '../context';
import { postExternal } from '../outgoing/post';
import { pushKeys } from './keys';

export interface PushMessage {
  title: string;
  body: string;
  /** The language and writing direction of the body; default: English. */
  lang?: string;
  dir?: 'ltr' | 'rtl';
  /** A path of the site. */
  link: string;
  /** A UUID. A message replaces an earlier one with the same tag. */
  tag: string;
}
export interface DeviceKeys {
  p256dh: string;
  auth: string;
}

/** How long the push service stores a message for an offline device. */
const ttl_s = 86_400;
const authLength_bytes = 16;
/** Statuses for an expired subscription. */
const expiredStatuses = [404, 410];
const isAccepted = (status: number): boolean => status >= 200 && status < 300;

/** Whether the keys are valid: a point of the curve, and a secret of 16 bytes. */
export function isDeviceKeys({ p256dh, auth }: DeviceKeys): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'hex', 'uncompressed');
  } catch {
    return false;
  }
  return Buffer.from(p256dh, 'base64url')[0] === 4 && Buffer.from(auth, 'base64url').length === authLength_bytes;
}

/** The contact for the push service's operators. */
const contactOf = (mailFrom: string): string => `mailto:${/<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom}`;

/** Sends a message to a device; returns `gone` if the subscription has expired. Throws if the service rejects the message. */
export async function sendPush(
  { config }: Pick<Context, 'config'>,
  { endpoint, p256dh, auth }: { endpoint: string } & DeviceKeys,
  message: PushMessage,
): Promise<'accepted' | 'gone'> {
  const { default: webPush } = await import('web-push');
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
    vapidDetails: { subject: contactOf(config.mailFrom), ...pushKeys(config.appSecret) },
    TTL: ttl_s,
    urgency: 'normal',
    contentEncoding: 'aes128gcm',
    // A topic may have at most 32 characters.
    topic: message.tag.replaceAll('-', ''),
  });
  const status = await postExternal(config.pushApiBase, { endpoint, headers, body });
  if (expiredStatuses.includes(status)) return 'gone';
  if (!isAccepted(status)) throw new Error(`the push service responded with status ${String(status)}`);
  return 'accepted';
}
