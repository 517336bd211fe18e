/** What stays readable without a connection, for whom, and until when. */
import { waitFor } from '@testing-library/react';
import { services } from '@web/services/services';
import { reachHostAt } from '@web/services/api';
import { makeStore } from '@web/shell/store/store';
import { startSagas } from '@web/shell/store/root-saga';
import { fan } from '../../tests/kit/answers/accounts';
import { browserWithCaches, browserWithoutCaches } from '../../tests/support/browser-caches';
import type { HeldCaches } from '../../tests/support/browser-caches';
import { fakeWorld } from '../../tests/support/fake-world';
import { answer, cutOff, refuse, startTestHost, testHost } from '../../tests/kit/screens/fake-host';
import { endpointKeyText } from '@web/services/use-endpoint';
import { sessionEnded, signedOut } from './store/auth.slice';
import { firstSettings } from './store/first-settings';
import type { CurrentUser } from './intents';
import { forKeeping, isKeptKey, picturesIn } from '@web/device/offline-responses';
import { readLine } from './kept-line';
import { readKept } from './kept-store';
import { removeToken, storeToken } from '@web/services/token';

startTestHost();

const mine = `kept:${fan()._id}`;
const rows = { data: [], total: 7, isMore: false, nextCursor: null };
const list = () => services.conversations['GET /conversations']({ query: { limit: 20 } });
let held: HeldCaches;

beforeAll(() => {
  expect(startSagas).toBeDefined();
});
beforeEach(() => {
  held = browserWithCaches();
  storeToken('present-token', true);
});
afterEach(() => {
  browserWithoutCaches();
  removeToken();
});

/** A browser where `user` is signed in, whose page came with these answers. */
async function open({ user = fan(), firstAnswers = {} }: { user?: CurrentUser; firstAnswers?: Record<string, unknown> } = {}) {
  const { store, gate } = makeStore({ user, settings: firstSettings });
  reachHostAt(testHost);
  answer('GET /users/me', user);
  answer('GET /settings/public', firstSettings);
  gate.open(fakeWorld({ firstAnswers }));
  gate.wake();
  await waitFor(() => expect(store.getState().threads).toBeDefined());
  return store;
}
const addresses = (name: string): string[] => [...(held.get(name)?.held.keys() ?? [])].map(decodeURIComponent);

/** Signed in, and the list of conversations read once. */
async function reading() {
  const store = await open();
  answer('GET /conversations', rows);
  await list();
  await waitFor(() => expect(addresses(mine).join()).toContain('GET /conversations'));
  return store;
}

test('what was read is answered again while the host cannot be reached, and the host goes first when it can', async () => {
  const store = await reading();
  cutOff('GET /conversations');
  expect(await list()).toEqual(rows);
  expect(readLine()).toMatchObject({ isCutOff: true, heardAt: expect.any(String) as string });
  answer('GET /conversations', { ...rows, total: 8 });
  expect(await list()).toMatchObject({ total: 8 });
  expect(readLine().isCutOff).toBe(false);
  refuse('GET /conversations', 'maintenance');
  await expect(list()).rejects.toMatchObject({ error: 'maintenance' });
  store.dispatch(signedOut());
});

test('what was never read, and what is not kept, stays unreachable', async () => {
  const store = await reading();
  cutOff('GET /user/feeds');
  await expect(services.feeds['GET /user/feeds']({ query: { isHome: true, limit: 12 } })).rejects.toMatchObject({ error: 'offline' });
  store.dispatch(signedOut());
});

test('what came with the page is kept like an answer', async () => {
  const query = { limit: 12, isHome: true, type: undefined };
  const page = { data: [], total: 3, nextCursor: null };
  const store = await open({ firstAnswers: { [endpointKeyText('GET /user/feeds', { query })]: page } });
  await waitFor(() => expect(addresses(mine).join()).toContain('isHome'));
  cutOff('GET /user/feeds');
  expect(await services.feeds['GET /user/feeds']({ query })).toEqual(page);
  store.dispatch(signedOut());
});

test.each([
  ['she signs out', signedOut],
  ['her session ends', sessionEnded],
])('everything goes when %s', async (_when, action) => {
  const store = await reading();
  await caches.open('shell:any');
  removeToken();
  store.dispatch(action());
  await waitFor(() => expect([...held.keys()]).toEqual([]));
  cutOff('GET /conversations');
  await expect(list()).rejects.toMatchObject({ error: 'offline' });
});

test('nothing listens to the line any more once the session is over', async () => {
  const listening = new Set<unknown>();
  jest.spyOn(window, 'addEventListener').mockImplementation((name, heard) => {
    if (name === 'online') listening.add(heard);
  });
  jest.spyOn(window, 'removeEventListener').mockImplementation((_, heard) => void listening.delete(heard));
  const store = await reading();
  expect(listening.size).toBeGreaterThan(0);
  store.dispatch(signedOut());
  await waitFor(() => expect(listening.size).toBe(0));
  jest.restoreAllMocks();
});

test('an answer that comes after another tab has ended the session is not kept', async () => {
  const store = await open();
  await waitFor(() => expect(addresses(mine)).not.toEqual([]));
  held.clear();
  answer('GET /conversations', rows);
  removeToken();
  await list();
  await list();
  expect([...held.keys()]).toEqual([]);
  store.dispatch(signedOut());
});

test('what another account has left goes before anything is kept', async () => {
  await (await caches.open('kept:another')).put('/kept/first', new Response('{}'));
  const store = await open();
  await waitFor(() => expect([...held.keys()]).not.toContain('kept:another'));
  store.dispatch(signedOut());
});

test('nobody finds the kept page but the session that it was kept for, within two weeks', async () => {
  const store = await reading();
  await waitFor(() => expect(addresses(mine).some((address) => address.endsWith('/kept/first'))).toBe(true));
  const now = new Date();
  expect(await readKept(now)).toMatchObject({ user: fan() });
  const found = held.get(mine);
  expect(await readKept(new Date(now.getTime() + 15 * 86_400_000))).toBeNull();
  expect([...held.keys()]).toEqual([]);

  if (found) held.set(mine, found);
  storeToken('token-of-another', true);
  expect(await readKept(now)).toBeNull();
  expect([...held.keys()]).toEqual([]);
  store.dispatch(signedOut());
});

const file = {
  _id: 'f1',
  url: 'https://host.test/media/f1/full?signature=a',
  thumbnails: ['https://host.test/media/f1/medium?signature=a'],
  thumbnailUrl: 'https://host.test/media/f1/small?signature=a',
  blur: 'data:image/webp;base64,AA',
  sources: [{ type: 'mp4', url: 'https://host.test/media/f1/mp4', height: 720 }],
  frames: [],
  downloadUrl: 'https://host.test/media/f1/download',
};
const small = { ...file, url: null, thumbnails: [], sources: [], downloadUrl: null };

test.each([
  ['a small picture of what costs nothing', { audience: 'followers', isSale: false, files: [file] }, [small]],
  ['no picture of what is for subscribers', { audience: 'subscribers', files: [file] }, [{ ...small, thumbnailUrl: null }]],
  ['no picture of what is sold, bought or not', { isSale: true, isBought: true, files: [file] }, [{ ...small, thumbnailUrl: null }]],
])('of files is kept %s, and no address of anything larger', (_what, item, files) => {
  expect(forKeeping({ data: [item] })).toEqual({ data: [{ ...item, files }] });
});

test('pictures are those of files and of people', () => {
  const avatar = 'https://host.test/media/a1/small';
  expect(
    picturesIn(forKeeping({ performer: { avatar }, cover: file.url, other: { avatar: '/images/avatar.svg' }, files: [file] })),
  ).toEqual([avatar, file.thumbnailUrl]);
});

test.each([
  [true, endpointKeyText('GET /messages/conversations/:id', { params: { id: 'c1' }, query: { limit: 25, offset: 0 } })],
  [false, endpointKeyText('GET /messages/conversations/:id', { params: { id: 'c1' }, query: { limit: 25, cursor: 'x' } })],
  [false, endpointKeyText('GET /conversations', { query: { limit: 20, keyword: 'ada' } })],
  [true, endpointKeyText('GET /performers/:id', { params: { id: fan().username ?? '' } })],
  [false, endpointKeyText('GET /performers/:id', { params: { id: 'another' } })],
  [true, endpointKeyText('GET /user/feeds', { query: { limit: 6, performerId: fan()._id } })],
  [false, endpointKeyText('GET /user/feeds', { query: { limit: 6, performerId: 'another' } })],
  [false, endpointKeyText('GET /wallet/transactions' as 'GET /conversations', { query: { limit: 20 } })],
])('whether it is kept: %s for %s', (isKept, key) => {
  expect(isKeptKey(key, fan())).toBe(isKept);
});
