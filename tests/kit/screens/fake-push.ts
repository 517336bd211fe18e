/** Web Push for tests of the web app, because jsdom has none: the requests that the page made, and the state. */
interface Subscription {
  endpoint: string;
  unsubscribe: () => Promise<boolean>;
  toJSON: () => unknown;
}

export interface PushState {
  subscription: Subscription | null;
  /** The application server keys of the subscriptions. */
  keys: string[];
  workers: string[];
  /** How many subscriptions were ended. */
  ended: number;
}

const defineProperty = (target: object, name: string, value: unknown) => Object.defineProperty(target, name, { value, configurable: true });

/** Installs Web Push; while the permission is `default`, the permission prompt results in `promptResult`. */
export function installPush({
  permission = 'default',
  promptResult = 'granted',
}: { permission?: string; promptResult?: string } = {}): PushState {
  const state: PushState = { subscription: null, keys: [], workers: [], ended: 0 };
  const pushManager = {
    getSubscription: async () => state.subscription,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      state.keys.push(Buffer.from(applicationServerKey).toString('base64url'));
      const endpoint = `https://push.example/${String(state.keys.length)}`;
      const unsubscribe = async () => {
        state.subscription = null;
        state.ended += 1;
        return true;
      };
      state.subscription = { endpoint, unsubscribe, toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }) };
      return state.subscription;
    },
  };
  const registration = { pushManager };
  defineProperty(navigator, 'serviceWorker', {
    register: async (path: string) => {
      state.workers.push(path);
      return registration;
    },
    ready: Promise.resolve(registration),
    getRegistration: async () => (state.workers.length > 0 ? registration : undefined),
  });
  const notification = {
    permission,
    requestPermission: async () => {
      if (notification.permission === 'default') notification.permission = promptResult;
      return notification.permission;
    },
  };
  defineProperty(window, 'PushManager', pushManager);
  defineProperty(globalThis, 'Notification', notification);
  return state;
}

/** Removes Web Push, and clears what the page stored about it. */
export function uninstallPush(): void {
  localStorage.clear();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(window, 'PushManager');
  Reflect.deleteProperty(globalThis, 'Notification');
}
