/** The site's service worker in a fake global scope: the notifications it shows, and the pages it serves offline. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

const source = readFileSync('public/sw.js', 'utf8');
const origin = 'https://site.example';

interface Tab {
  url: string;
  focus: jest.Mock;
  navigate: jest.Mock;
}
const tabAt = (path: string, canNavigate = true): Tab => {
  const tab: Tab = { url: origin + path, focus: jest.fn(async () => tab), navigate: jest.fn() };
  tab.navigate.mockImplementation(async () => {
    if (!canNavigate) throw new TypeError('Controlled by another worker');
    return tab;
  });
  return tab;
};

type Listener = (event: object) => void;

interface Network {
  fetch?: (request: object) => Promise<string>;
  /** The caches' content by URL without its query. */
  cached?: Record<string, string>;
  onLine?: boolean;
}

function worker(
  tabs: Tab[] = [],
  { fetch = () => Promise.reject(new TypeError('Failed to fetch')), cached = {}, onLine = true }: Network = {},
) {
  const listeners = new Map<string, Listener>();
  const shown = jest.fn(async () => undefined);
  const clients = { matchAll: async () => tabs, openWindow: jest.fn(async () => null), claim: jest.fn(async () => undefined) };
  const self = {
    location: { origin },
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    registration: { showNotification: shown },
    skipWaiting: jest.fn(async () => undefined),
    clients,
  };
  const match = (address: string, options?: object) => Promise.resolve(cached[options ? new URL(address).pathname : address]);
  runInNewContext(source, { self, URL, Set, fetch, caches: { match }, navigator: { onLine } });
  /** Dispatches a fetch event. Returns the worker's response; undefined where the worker leaves the request to the browser. */
  const dispatchFetch = (request: object, ids: object = {}): Promise<unknown> | undefined => {
    let response: Promise<unknown> | undefined;
    const event = {
      request: { method: 'GET', mode: 'no-cors', ...request },
      ...ids,
      respondWith: (promise: Promise<unknown>) => (response = promise),
    };
    listeners.get('fetch')?.(event);
    return response;
  };
  /** Dispatches an event, and waits for its `waitUntil`. */
  const dispatch = async (type: string, event: object = {}) => {
    let until: unknown;
    listeners.get(type)?.({ ...event, waitUntil: (work: unknown) => (until = work) });
    await until;
  };
  return { self, shown, clients, dispatch, dispatchFetch };
}
const pushOf = (text: string) => ({ data: { json: () => JSON.parse(text) as unknown } });
const click = (link?: unknown) => ({ notification: { close: jest.fn(), data: { link } } });

test('shows a push in another language with its text direction', async () => {
  const { shown, dispatch } = worker();
  await dispatch('push', pushOf(JSON.stringify({ title: 'Ada', body: '⟦⟧', tag: '1', link: '/', lang: 'ar', dir: 'rtl' })));
  await dispatch('push', pushOf(JSON.stringify({ title: 'Ada', body: 'Hi', tag: '1', link: '/' })));
  expect(shown.mock.calls).toMatchObject([
    ['Ada', { body: '⟦⟧', lang: 'ar', dir: 'rtl' }],
    ['Ada', { body: 'Hi', lang: 'en', dir: 'ltr' }],
  ]);
});

test('shows a push with its tag, so that it replaces the previous one', async () => {
  const { shown, dispatch } = worker();
  await dispatch('push', pushOf(JSON.stringify({ title: 'Ada', body: 'wrote to you.', tag: 'message:1', link: '/messages/1' })));
  expect(shown).toHaveBeenCalledWith(
    'Ada',
    expect.objectContaining({ body: 'wrote to you.', tag: 'message:1', data: { link: '/messages/1' } }),
  );
});

test.each([
  ['nothing', { data: null }],
  ['invalid JSON', pushOf('{')],
])('shows a generic notification when %s was pushed', async (_what, event) => {
  const { shown, dispatch } = worker();
  await dispatch('push', event);
  expect(shown).toHaveBeenCalledWith('Something new', expect.objectContaining({ data: { link: '/notifications' } }));
});

test('a click navigates an open tab of the site', async () => {
  const tab = tabAt('/home');
  const { clients, dispatch } = worker([tab]);
  const event = click('/post/1');
  await dispatch('notificationclick', event);
  expect(event.notification.close).toHaveBeenCalled();
  expect(tab.focus).toHaveBeenCalled();
  expect(tab.navigate).toHaveBeenCalledWith(`${origin}/post/1`);
  expect(clients.openWindow).not.toHaveBeenCalled();
});

test('a tab that already shows the page is only focused', async () => {
  const [other, target] = [tabAt('/home'), tabAt('/post/1')];
  const { dispatch } = worker([other, target]);
  await dispatch('notificationclick', click('/post/1'));
  expect(target.focus).toHaveBeenCalled();
  expect(target.navigate).not.toHaveBeenCalled();
  expect(other.focus).not.toHaveBeenCalled();
});

test.each([
  ['no tab is open', []],
  ['the tab cannot navigate', [tabAt('/home', false)]],
])('a click opens a new window when %s', async (_why, tabs) => {
  const { clients, dispatch } = worker(tabs);
  await dispatch('notificationclick', click('/post/1'));
  expect(clients.openWindow).toHaveBeenCalledWith(`${origin}/post/1`);
});

test.each(['https://elsewhere.example/x', '//elsewhere.example/x', 'javascript:alert(1)', undefined])(
  'a click never leaves the site: %s',
  async (link) => {
    const { clients, dispatch } = worker();
    await dispatch('notificationclick', click(link));
    const [[address] = []] = clients.openWindow.mock.calls as unknown as [string][];
    expect(new URL(String(address)).origin).toBe(origin);
  },
);

test('activates immediately, without waiting for old tabs to close', async () => {
  const { self, clients, dispatch } = worker();
  await dispatch('install');
  await dispatch('activate');
  expect(self.skipWaiting).toHaveBeenCalled();
  expect(clients.claim).toHaveBeenCalled();
});

describe('without a connection', () => {
  const page = { mode: 'navigate', url: `${origin}/home` };
  const code = { url: `${origin}/_next/static/chunks/a.js` };
  const shell = { '/offline': 'the cached page', '/_next/static/chunks/a.js': 'cached code', '/media/f1/small': 'cached image' };

  test('shows any response of the server, even 503 maintenance', async () => {
    const { dispatchFetch } = worker([], { fetch: () => Promise.resolve('503 we will be back'), cached: shell });
    expect(await dispatchFetch(page)).toBe('503 we will be back');
  });

  test('serves the cached page, its code and its images when the server cannot be reached', async () => {
    const { dispatchFetch } = worker([], { cached: shell });
    expect(dispatchFetch(code, { clientId: 'tab-1' })).toBeUndefined();
    expect(await dispatchFetch(page, { resultingClientId: 'tab-1' })).toBe('the cached page');
    expect(await dispatchFetch(code, { clientId: 'tab-1' })).toBe('cached code');
    expect(await dispatchFetch({ url: 'https://host.example/media/f1/small?signature=old' }, { clientId: 'tab-1' })).toBe('cached image');
    expect(dispatchFetch({ url: 'https://host.example/users/me' }, { clientId: 'tab-1' })).toBeUndefined();
    expect(dispatchFetch(code, { clientId: 'tab-2' })).toBeUndefined();
  });

  test('serves cached images to an open page when the browser is offline', async () => {
    const { dispatchFetch } = worker([], { cached: shell, onLine: false });
    expect(await dispatchFetch({ url: 'https://host.example/media/f1/small?signature=a' }, { clientId: 'tab-1' })).toBe('cached image');
    await expect(dispatchFetch({ url: 'https://host.example/media/f2/full?signature=a' }, { clientId: 'tab-1' })).rejects.toThrow(
      'Failed to fetch',
    );
  });

  test('passes on the network error without a cached page, and ignores POST', async () => {
    const { dispatchFetch } = worker();
    await expect(dispatchFetch(page)).rejects.toThrow('Failed to fetch');
    expect(dispatchFetch({ ...page, method: 'POST' })).toBeUndefined();
  });
});
