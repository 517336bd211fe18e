/** A browser with pushes for tests of the web: jsdom has none. What it was asked, and what it holds. */
interface Subscription {
  endpoint: string;
  unsubscribe: () => Promise<boolean>;
  toJSON: () => unknown;
}

export interface HeldPush {
  subscription: Subscription | null;
  /** Keys of sites that were subscribed with. */
  keys: string[];
  workers: string[];
  /** Subscriptions that were ended. */
  ended: number;
}

const set = (target: object, name: string, value: unknown) => Object.defineProperty(target, name, { value, configurable: true });

/** From now on the browser has pushes; asked for the permission while it is `default`, somebody `answers` so. */
export function browserWithPush({ permission = 'default', answers = 'granted' }: { permission?: string; answers?: string } = {}): HeldPush {
  const held: HeldPush = { subscription: null, keys: [], workers: [], ended: 0 };
  const pushManager = {
    getSubscription: async () => held.subscription,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      held.keys.push(Buffer.from(applicationServerKey).toString('base64url'));
      const endpoint = `https://push.example/${String(held.keys.length)}`;
      const unsubscribe = async () => {
        held.subscription = null;
        held.ended += 1;
        return true;
      };
      held.subscription = { endpoint, unsubscribe, toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }) };
      return held.subscription;
    },
  };
  const registration = { pushManager };
  set(navigator, 'serviceWorker', {
    register: async (path: string) => {
      held.workers.push(path);
      return registration;
    },
    ready: Promise.resolve(registration),
    getRegistration: async () => (held.workers.length > 0 ? registration : undefined),
  });
  const asked = {
    permission,
    requestPermission: async () => {
      if (asked.permission === 'default') asked.permission = answers;
      return asked.permission;
    },
  };
  set(window, 'PushManager', pushManager);
  set(globalThis, 'Notification', asked);
  return held;
}

/** The browser has no pushes again, and remembers nobody's. */
export function browserWithoutPush(): void {
  localStorage.clear();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(window, 'PushManager');
  Reflect.deleteProperty(globalThis, 'Notification');
}
