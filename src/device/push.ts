/**
 * Web push on this device: the service worker `public/sw.js`, its subscription at the browser's push service, and its registration at
 * the API server. Loaded when the switch is shown, or at sign-out on a device with push.
 */
import { services } from '@web/services/services';
import { storePushOwner, pushOwner } from './push-owner';

/**
 * `unsupported`: no push in this browser · `denied`: the permission is denied · `prompt`: the browser will ask for permission · `off`
 * and `on`: the permission is granted.
 */
export type PushState = 'unsupported' | 'denied' | 'prompt' | 'off' | 'on';

const isSupported = (): boolean =>
  typeof navigator !== 'undefined' && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return registration === undefined ? null : registration.pushManager.getSubscription();
}

/** The state of push for `accountId` on this device. */
export async function readPush(accountId: string): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  if (Notification.permission === 'default') return 'prompt';
  return pushOwner() === accountId && (await currentSubscription()) !== null ? 'on' : 'off';
}

/** The site's public key (VAPID) as bytes. */
function bytesOf(base64Url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}

/** Asks for permission if needed, subscribes, and registers at the server. Returns the new state; rejects if a service fails. */
export async function turnOnPush(accountId: string, publicKey: string): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return readPush(accountId);
  await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  // An existing subscription may belong to another account or to an old key of the site.
  await (await pushManager.getSubscription())?.unsubscribe();
  const created = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) });
  const { keys } = created.toJSON();
  try {
    await services.notifications['POST /notifications/push']({
      body: { endpoint: created.endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } },
    });
  } catch (error) {
    await created.unsubscribe();
    throw error;
  }
  storePushOwner(accountId);
  return 'on';
}

/** Ends push on this device. Never fails. */
async function endSubscription(unregister: (endpoint: string) => Promise<unknown>): Promise<void> {
  storePushOwner(null);
  const existing = isSupported() ? await currentSubscription().catch(() => null) : null;
  if (existing === null) return;
  // Either is enough: without the request, the server's next push fails and it deletes the subscription.
  await Promise.allSettled([existing.unsubscribe(), unregister(existing.endpoint)]);
}

/** Returns the new state. */
export async function turnOffPush(accountId: string): Promise<PushState> {
  await endSubscription((endpoint) => services.notifications['DELETE /notifications/push']({ body: { endpoint } }));
  return readPush(accountId);
}

/** Ends push after sign-out. Without a token, no request is sent to the server. */
export async function removePush(token: string | undefined): Promise<void> {
  await endSubscription(
    async (endpoint) => token === undefined || services.notifications['DELETE /notifications/push']({ body: { endpoint } }, { token }),
  );
}
