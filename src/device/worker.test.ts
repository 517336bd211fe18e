/** The site's worker, run in a small stand-in of its world: what it shows of pushes, and what it opens without a connection. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

const source = readFileSync('public/sw.js', 'utf8');
const origin = 'https://site.example';

interface Tab {
  url: string;
  focus: jest.Mock;
  navigate: jest.Mock;
}
const tabAt = (path: string, leads = true): Tab => {
  const tab: Tab = { url: origin + path, focus: jest.fn(async () => tab), navigate: jest.fn() };
  tab.navigate.mockImplementation(async () => {
    if (!leads) throw new TypeError('Held by another worker');
    return tab;
  });
  return tab;
};

type Listener = (event: object) => void;

interface Net {
  fetch?: (request: object) => Promise<string>;
  /** What the caches hold, by address without its query. */
  kept?: Record<string, string>;
  onLine?: boolean;
}

function worker(tabs: Tab[] = [], { fetch = () => Promise.reject(new TypeError('Failed to fetch')), kept = {}, onLine = true }: Net = {}) {
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
  const match = (address: string, options?: object) => Promise.resolve(kept[options ? new URL(address).pathname : address]);
  runInNewContext(source, { self, URL, Set, fetch, caches: { match }, navigator: { onLine } });
  /** What a request is answered; undefined where the browser is left to ask by itself. */
  const ask = (request: object, ids: object = {}): Promise<unknown> | undefined => {
    let answered: Promise<unknown> | undefined;
    const event = {
      request: { method: 'GET', mode: 'no-cors', ...request },
      ...ids,
      respondWith: (given: Promise<unknown>) => (answered = given),
    };
    listeners.get('fetch')?.(event);
    return answered;
  };
  /** Tells the worker of an event, and waits for as long as the worker asks for. */
  const tell = async (type: string, event: object = {}) => {
    let until: unknown;
    listeners.get(type)?.({ ...event, waitUntil: (work: unknown) => (until = work) });
    await until;
  };
  return { self, shown, clients, tell, ask };
}
const pushOf = (text: string) => ({ data: { json: () => JSON.parse(text) as unknown } });
const click = (link?: unknown) => ({ notification: { close: jest.fn(), data: { link } } });

test('shows what was pushed in a language of its own as that language is written', async () => {
  const { shown, tell } = worker();
  await tell('push', pushOf(JSON.stringify({ title: 'Ada', body: '⟦⟧', tag: '1', link: '/', lang: 'ar', dir: 'rtl' })));
  await tell('push', pushOf(JSON.stringify({ title: 'Ada', body: 'Hi', tag: '1', link: '/' })));
  expect(shown.mock.calls).toMatchObject([
    ['Ada', { body: '⟦⟧', lang: 'ar', dir: 'rtl' }],
    ['Ada', { body: 'Hi', lang: 'en', dir: 'ltr' }],
  ]);
});

test('shows what was pushed, one of a tag in place of the other', async () => {
  const { shown, tell } = worker();
  await tell('push', pushOf(JSON.stringify({ title: 'Ada', body: 'wrote to you.', tag: 'message:1', link: '/messages/1' })));
  expect(shown).toHaveBeenCalledWith(
    'Ada',
    expect.objectContaining({ body: 'wrote to you.', tag: 'message:1', data: { link: '/messages/1' } }),
  );
});

test.each([
  ['nothing', { data: null }],
  ['what cannot be read', pushOf('{')],
])('shows that there is something when %s was pushed', async (_what, event) => {
  const { shown, tell } = worker();
  await tell('push', event);
  expect(shown).toHaveBeenCalledWith('Something new', expect.objectContaining({ data: { link: '/notifications' } }));
});

test('a press leads an open tab of the site there', async () => {
  const tab = tabAt('/home');
  const { clients, tell } = worker([tab]);
  const event = click('/post/1');
  await tell('notificationclick', event);
  expect(event.notification.close).toHaveBeenCalled();
  expect(tab.focus).toHaveBeenCalled();
  expect(tab.navigate).toHaveBeenCalledWith(`${origin}/post/1`);
  expect(clients.openWindow).not.toHaveBeenCalled();
});

test('a tab that is there already is only brought forward', async () => {
  const [other, there] = [tabAt('/home'), tabAt('/post/1')];
  const { tell } = worker([other, there]);
  await tell('notificationclick', click('/post/1'));
  expect(there.focus).toHaveBeenCalled();
  expect(there.navigate).not.toHaveBeenCalled();
  expect(other.focus).not.toHaveBeenCalled();
});

test.each([
  ['no tab is open', []],
  ['the tab cannot be led', [tabAt('/home', false)]],
])('a press opens the site when %s', async (_why, tabs) => {
  const { clients, tell } = worker(tabs);
  await tell('notificationclick', click('/post/1'));
  expect(clients.openWindow).toHaveBeenCalledWith(`${origin}/post/1`);
});

test.each(['https://elsewhere.example/x', '//elsewhere.example/x', 'javascript:alert(1)', undefined])(
  'a press never leaves the site: %s',
  async (link) => {
    const { clients, tell } = worker();
    await tell('notificationclick', click(link));
    const [[address] = []] = clients.openWindow.mock.calls as unknown as [string][];
    expect(new URL(String(address)).origin).toBe(origin);
  },
);

test('it takes over at once', async () => {
  const { self, clients, tell } = worker();
  await tell('install');
  await tell('activate');
  expect(self.skipWaiting).toHaveBeenCalled();
  expect(clients.claim).toHaveBeenCalled();
});

describe('without a connection', () => {
  const page = { mode: 'navigate', url: `${origin}/home` };
  const code = { url: `${origin}/_next/static/chunks/a.js` };
  const shell = { '/offline': 'the kept page', '/_next/static/chunks/a.js': 'kept code', '/media/f1/small': 'kept picture' };

  test('whatever a server answers is shown, a closed site too', async () => {
    const { ask } = worker([], { fetch: () => Promise.resolve('503 we will be back'), kept: shell });
    expect(await ask(page)).toBe('503 we will be back');
  });

  test('a page that nothing answers is the kept one, and its code and pictures are kept ones', async () => {
    const { ask } = worker([], { kept: shell });
    expect(ask(code, { clientId: 'tab-1' })).toBeUndefined();
    expect(await ask(page, { resultingClientId: 'tab-1' })).toBe('the kept page');
    expect(await ask(code, { clientId: 'tab-1' })).toBe('kept code');
    expect(await ask({ url: 'https://host.example/media/f1/small?signature=old' }, { clientId: 'tab-1' })).toBe('kept picture');
    expect(ask({ url: 'https://host.example/users/me' }, { clientId: 'tab-1' })).toBeUndefined();
    expect(ask(code, { clientId: 'tab-2' })).toBeUndefined();
  });

  test('a page that stands open gets kept pictures when the browser knows that it is offline', async () => {
    const { ask } = worker([], { kept: shell, onLine: false });
    expect(await ask({ url: 'https://host.example/media/f1/small?signature=a' }, { clientId: 'tab-1' })).toBe('kept picture');
    await expect(ask({ url: 'https://host.example/media/f2/full?signature=a' }, { clientId: 'tab-1' })).rejects.toThrow('Failed to fetch');
  });

  test('where nothing is kept, and for what is sent, the browser says itself that it failed', async () => {
    const { ask } = worker();
    await expect(ask(page)).rejects.toThrow('Failed to fetch');
    expect(ask({ ...page, method: 'POST' })).toBeUndefined();
  });
});
