/** Sending a message to a browser by the push service of its maker: encrypted for that browser, signed with the site's own key. */
import { ECDH } from 'node:crypto';
import type { Context } from '../context';
import { postOutside } from '../outgoing/post';
import { pushKeys } from './keys';

export interface PushMessage {
  title: string;
  body: string;
  /** The language of the body and which way it is written; without them it is English. */
  lang?: string;
  dir?: 'ltr' | 'rtl';
  /** A path of the site. */
  link: string;
  /** A message takes the place of an earlier one of the same tag. A UUID. */
  tag: string;
}
export interface DeviceKeys {
  p256dh: string;
  auth: string;
}

/** How long a service keeps a message for a device that is off. */
const kept_s = 86_400;
const authLength = 16;
/** What services answer of a device that is no more. */
const gone = [404, 410];
const taken = (status: number): boolean => status >= 200 && status < 300;

/** Whether these are keys that something can be encrypted for: a point of the curve, and a secret of 16 bytes. */
export function isDeviceKeys({ p256dh, auth }: DeviceKeys): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'hex', 'uncompressed');
  } catch {
    return false;
  }
  return Buffer.from(p256dh, 'base64url')[0] === 4 && Buffer.from(auth, 'base64url').length === authLength;
}

/** Whom a push service writes to when something is wrong. */
const contactOf = (mailFrom: string): string => `mailto:${/<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom}`;

/** Sends a message to a device; `gone` when there is no such device any more. Throws when the service did not take it. */
export async function sendPush(
  { config }: Pick<Context, 'config'>,
  { endpoint, p256dh, auth }: { endpoint: string } & DeviceKeys,
  message: PushMessage,
): Promise<'taken' | 'gone'> {
  const { default: webPush } = await import('web-push');
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
    vapidDetails: { subject: contactOf(config.mailFrom), ...pushKeys(config.appSecret) },
    TTL: kept_s,
    urgency: 'normal',
    contentEncoding: 'aes128gcm',
    // As long as a topic may be.
    topic: message.tag.replaceAll('-', ''),
  });
  const status = await postOutside(config.pushApiBase, { endpoint, headers, body });
  if (gone.includes(status)) return 'gone';
  if (!taken(status)) throw new Error(`the push service answered ${String(status)}`);
  return 'taken';
}
