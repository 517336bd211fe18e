/**
 * Pushes to this device: the worker `public/sw.js`, its subscription at the browser's own service, and the host that is told
 * where to push. Loaded when somebody looks at the switch, or leaves a device that has pushes.
 */
import { services } from '@web/services/services';
import { keepPushOwner, pushOwner } from '@web/session/push-owner';

/**
 * `unsupported`: this browser has no pushes · `refused`: it was told to show none of this site · `unasked`: it will ask ·
 * `off` and `on`: it may show them.
 */
export type PushState = 'unsupported' | 'refused' | 'unasked' | 'off' | 'on';

const isSupported = (): boolean =>
  typeof navigator !== 'undefined' && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return registration === undefined ? null : registration.pushManager.getSubscription();
}

/** How pushes to `accountId` stand on this device. */
export async function readPush(accountId: string): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'refused';
  if (Notification.permission === 'default') return 'unasked';
  return pushOwner() === accountId && (await subscription()) !== null ? 'on' : 'off';
}

/** The site's key as the browser wants it. */
function bytesOf(base64Url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}

/** Asks the browser where that is needed, subscribes, and tells the host. Answers how it stands then; throws when a service fails. */
export async function turnOnPush(accountId: string, publicKey: string): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return readPush(accountId);
  await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that stands may be another person's, or of a key that the site has no longer.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) });
  const { keys } = made.toJSON();
  try {
    await services.notifications['POST /notifications/push']({
      body: { endpoint: made.endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } },
    });
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
  keepPushOwner(accountId);
  return 'on';
}

/** Ends pushes here. Never fails. */
async function end(tellHost: (endpoint: string) => Promise<unknown>): Promise<void> {
  keepPushOwner(null);
  const standing = isSupported() ? await subscription().catch(() => null) : null;
  if (standing === null) return;
  // Either is enough: a host that did not hear of it finds the address gone, and one that did pushes no more.
  await Promise.allSettled([standing.unsubscribe(), tellHost(standing.endpoint)]);
}

export async function turnOffPush(accountId: string): Promise<PushState> {
  await end((endpoint) => services.notifications['DELETE /notifications/push']({ body: { endpoint } }));
  return readPush(accountId);
}

/** Ends pushes for somebody who has left. Without her token the host is not told. */
export async function forgetPush(token: string | undefined): Promise<void> {
  await end(
    async (endpoint) => token === undefined || services.notifications['DELETE /notifications/push']({ body: { endpoint } }, { token }),
  );
}
