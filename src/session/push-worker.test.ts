/** The worker that shows pushes, run in a small stand-in of its world. */
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

function worker(tabs: Tab[] = []) {
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
  runInNewContext(source, { self, URL });
  /** Tells the worker of an event, and waits for as long as the worker asks for. */
  const tell = async (type: string, event: object = {}) => {
    let until: unknown;
    listeners.get(type)?.({ ...event, waitUntil: (work: unknown) => (until = work) });
    await until;
  };
  return { self, shown, clients, tell, listens: () => [...listeners.keys()] };
}
const pushOf = (text: string) => ({ data: { json: () => JSON.parse(text) as unknown } });
const click = (link?: unknown) => ({ notification: { close: jest.fn(), data: { link } } });

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

test('it takes over at once, and answers no requests', async () => {
  const { self, clients, tell, listens } = worker();
  await tell('install');
  await tell('activate');
  expect(self.skipWaiting).toHaveBeenCalled();
  expect(clients.claim).toHaveBeenCalled();
  expect(listens()).toEqual(['install', 'activate', 'push', 'notificationclick']);
});
