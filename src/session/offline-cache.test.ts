/** The offline cache: what it contains, who can read it, and for how long. */
import { waitFor } from '@testing-library/react';
import { services } from '@web/services/services';
import { setApiUrl } from '@web/services/api';
import { makeStore } from '@web/shell/store/store';
import { startSagas } from '@web/shell/store/root-saga';
import { fan } from '../../tests/kit/fixtures/accounts';
import { installCacheStorage, removeCacheStorage } from '../../tests/kit/screens/browser-caches';
import type { FakeCaches } from '../../tests/kit/screens/browser-caches';
import { fakeSagaContext } from '../../tests/kit/screens/fake-saga-context';
import { mockEndpoint, mockNetworkError, mockError, startFakeHost, fakeHostUrl } from '../../tests/kit/screens/fake-host';
import { endpointKeyText } from '@web/services/use-endpoint';
import { sessionEnded, signedOut } from './store/auth.slice';
import { firstSettings } from './store/first-settings';
import type { CurrentUser } from '@web/services/current-user';
import { cacheableParts, isCacheableKey, imageUrlsIn } from '@web/device/offline-responses';
import { readReachability } from '@web/device/connection-state';
import { readCachedState } from '@web/device/cache-storage';
import { removeToken, storeToken } from '@web/services/token';

startFakeHost();

const ownCache = `kept:${fan()._id}:test-build`;
const rows = { data: [], total: 7, isMore: false, nextCursor: null };
const list = () => services.conversations['GET /conversations']({ query: { limit: 20 } });
let fakeCaches: FakeCaches;

beforeAll(() => {
  expect(startSagas).toBeDefined();
});
beforeEach(() => {
  fakeCaches = installCacheStorage();
  storeToken('present-token', true);
});
afterEach(() => {
  removeCacheStorage();
  removeToken();
});

/** A browser where `user` is signed in, with the initial responses of the page. */
async function open({ user = fan(), initialResponses = {} }: { user?: CurrentUser; initialResponses?: Record<string, unknown> } = {}) {
  const { store, gate } = makeStore({ user, settings: firstSettings });
  setApiUrl(fakeHostUrl);
  mockEndpoint('GET /users/me', user);
  mockEndpoint('GET /settings/public', firstSettings);
  gate.open(fakeSagaContext({ initialResponses }));
  gate.wake();
  await waitFor(() => expect(store.getState().threads).toBeDefined());
  return store;
}
const cachedUrls = (name: string): string[] => [...(fakeCaches.get(name)?.responses.keys() ?? [])].map(decodeURIComponent);

/** Opens a browser whose cache contains the list of conversations. */
async function openWithCachedList() {
  const store = await open();
  mockEndpoint('GET /conversations', rows);
  await list();
  await waitFor(() => expect(cachedUrls(ownCache).join()).toContain('GET /conversations'));
  return store;
}

test('serves cached responses only while the server cannot be reached', async () => {
  const store = await openWithCachedList();
  mockNetworkError('GET /conversations');
  expect(await list()).toEqual(rows);
  expect(readReachability()).toMatchObject({ isUnreachable: true, lastResponseAt: expect.any(String) as string });
  mockEndpoint('GET /conversations', { ...rows, total: 8 });
  expect(await list()).toMatchObject({ total: 8 });
  expect(readReachability().isUnreachable).toBe(false);
  mockError('GET /conversations', 'maintenance');
  await expect(list()).rejects.toMatchObject({ error: 'maintenance' });
  store.dispatch(signedOut());
});

test('requests without a cached response fail as offline', async () => {
  const store = await openWithCachedList();
  mockNetworkError('GET /user/feeds');
  await expect(services.feeds['GET /user/feeds']({ query: { isHome: true, limit: 12 } })).rejects.toMatchObject({ error: 'offline' });
  store.dispatch(signedOut());
});

test('the initial responses of a page are cached', async () => {
  const query = { limit: 12, isHome: true, type: undefined };
  const page = { data: [], total: 3, nextCursor: null };
  const store = await open({ initialResponses: { [endpointKeyText('GET /user/feeds', { query })]: page } });
  await waitFor(() => expect(cachedUrls(ownCache).join()).toContain('isHome'));
  mockNetworkError('GET /user/feeds');
  expect(await services.feeds['GET /user/feeds']({ query })).toEqual(page);
  store.dispatch(signedOut());
});

test.each([
  ['the person signs out', signedOut],
  ['the session ends', sessionEnded],
])('deletes the whole cache when %s', async (_when, action) => {
  const store = await openWithCachedList();
  await caches.open('shell:any');
  removeToken();
  store.dispatch(action());
  await waitFor(() => expect([...fakeCaches.keys()]).toEqual([]));
  mockNetworkError('GET /conversations');
  await expect(list()).rejects.toMatchObject({ error: 'offline' });
});

test('removes its listeners at the end of the session', async () => {
  const listeners = new Set<unknown>();
  jest.spyOn(window, 'addEventListener').mockImplementation((name, listener) => {
    if (name === 'online') listeners.add(listener);
  });
  jest.spyOn(window, 'removeEventListener').mockImplementation((_, listener) => void listeners.delete(listener));
  const store = await openWithCachedList();
  expect(listeners.size).toBeGreaterThan(0);
  store.dispatch(signedOut());
  await waitFor(() => expect(listeners.size).toBe(0));
  jest.restoreAllMocks();
});

test('does not cache a response after another tab has ended the session', async () => {
  const store = await open();
  await waitFor(() => expect(cachedUrls(ownCache)).not.toEqual([]));
  fakeCaches.clear();
  mockEndpoint('GET /conversations', rows);
  removeToken();
  await list();
  await list();
  expect([...fakeCaches.keys()]).toEqual([]);
  store.dispatch(signedOut());
});

test.each(['kept:another:test-build', `kept:${fan()._id}:earlier-build`])(
  'deletes %s, of another account or build, first',
  async (name) => {
    await (await caches.open(name)).put('/kept/first', new Response('{}'));
    const store = await open();
    await waitFor(() => expect([...fakeCaches.keys()]).not.toContain(name));
    store.dispatch(signedOut());
  },
);

test('the cached page opens only for its own session, and for two weeks', async () => {
  const store = await openWithCachedList();
  await waitFor(() => expect(cachedUrls(ownCache).some((url) => url.endsWith('/kept/first'))).toBe(true));
  const now = new Date();
  expect(await readCachedState(now)).toMatchObject({ user: fan() });
  const found = fakeCaches.get(ownCache);
  expect(await readCachedState(new Date(now.getTime() + 15 * 86_400_000))).toBeNull();
  expect([...fakeCaches.keys()]).toEqual([]);

  if (found) fakeCaches.set(ownCache, found);
  storeToken('token-of-another', true);
  expect(await readCachedState(now)).toBeNull();
  expect([...fakeCaches.keys()]).toEqual([]);
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
  ['the thumbnails of free items', { audience: 'followers', isSale: false, files: [file] }, [small]],
  ['no images of items for subscribers', { audience: 'subscribers', files: [file] }, [{ ...small, thumbnailUrl: null }]],
  ['no images of items for sale, even if bought', { isSale: true, isBought: true, files: [file] }, [{ ...small, thumbnailUrl: null }]],
])('caches %s, and no URL of larger files', (_what, item, files) => {
  expect(cacheableParts({ data: [item] })).toEqual({ data: [{ ...item, files }] });
});

test('collects the thumbnails of files and people', () => {
  const avatar = 'https://host.test/media/a1/small';
  expect(
    imageUrlsIn(cacheableParts({ performer: { avatar }, cover: file.url, other: { avatar: '/images/avatar.svg' }, files: [file] })),
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
])('isCacheableKey is %s for %s', (isCacheable, key) => {
  expect(isCacheableKey(key, fan())).toBe(isCacheable);
});
