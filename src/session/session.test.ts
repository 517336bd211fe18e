/** The session through store and sagas, with a fake server over HTTP. */
import { sha256 } from '@web/lib/files/sha-256';
import { waitFor } from '@testing-library/react';
import Cookies from 'js-cookie';
import { setApiUrl, onApiError } from '@web/services/api';
import { services } from '@web/services/services';
import { startSagas } from '@web/shell/store/root-saga';
import { makeStore } from '@web/shell/store/store';
import { fan, performer } from '../../tests/kit/fixtures/accounts';
import { fakeSagaContext } from '../../tests/kit/screens/fake-saga-context';
import { mockEndpoint, mockNetworkError, mockError, fakeHostUrl, startFakeHost } from '../../tests/kit/screens/fake-host';
import { noAuth } from './store/auth.slice';
import { readDraft, saveDraft } from '@web/device/drafts';
import { historyKey } from '@web/device/history-keys';
import {
  loginSubmitted,
  logoutRequested,
  passwordSubmitted,
  profileSubmitted,
  refreshRequested,
  sessionRejected,
  tokenReceived,
} from './store/intents';
import type { CurrentUser } from '@web/services/current-user';
import { firstSettings } from './store/first-settings';
import { settingsUpdated } from './store/settings.slice';
import { storeToken } from '@web/services/token';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { uiOf, uiUpdated } from './store/ui.slice';
import type { SagaContext } from './store/saga-context';
import { avatarReplaced, balanceUpdated, coverReplaced, noUser } from './store/user.slice';
import { followed, unfollowed } from './store/follow.slice';

startFakeHost();

const expiresAt = '2027-01-01T00:00:00.000Z';
const credentials = { username: 'finn', password: 'open sesame', remember: false };

interface Start {
  user?: CurrentUser;
  path?: string;
  settings?: Partial<typeof firstSettings>;
  sagaContext?: Partial<SagaContext>;
}

/** A browser with its store, signed in as `user` if given. */
function open({ user, path = '/auth/login', settings = {}, sagaContext }: Start = {}) {
  const opened: string[] = [];
  const { store, gate } = makeStore({ user: user ?? null, settings: { ...firstSettings, ...settings } });
  setApiUrl(fakeHostUrl);
  gate.open(fakeSagaContext({ navigate: (to) => void opened.push(to), currentPath: () => path, ...sagaContext }));
  if (user) storeToken('present-token', true);
  return { store, opened, state: () => store.getState() };
}

beforeAll(() => {
  // Loaded before the first test, so that no test waits for a module.
  expect(startSagas).toBeDefined();
});

beforeEach(() => {
  Cookies.remove('token');
  localStorage.clear();
  for (const { id } of toasts.read()) dismissToast(id);
});

const toastTexts = () => toasts.read().map(({ text }) => text);

describe('signing in', () => {
  test('is pending until the server has responded', async () => {
    let release: (user: CurrentUser) => void = () => undefined;
    mockEndpoint('POST /auth/login', { token: 'new-token', expiresAt });
    mockEndpoint('GET /users/me', () => new Promise<CurrentUser>((resolve) => (release = resolve)));
    const { store, state } = open();
    store.dispatch(loginSubmitted(credentials));
    await waitFor(() => expect(state().auth.login).toEqual({ requesting: true, error: null, data: null, success: false }));
    await waitFor(() => expect(Cookies.get('token')).toBe('new-token'));
    release(fan());
    await waitFor(() => expect(state().auth.login.requesting).toBe(false));
  });

  test('success stores the token, fetches the account and opens the home page', async () => {
    const logins = mockEndpoint('POST /auth/login', { token: 'new-token', expiresAt });
    const reads = mockEndpoint('GET /users/me', fan());
    const { store, state, opened } = open();
    store.dispatch(loginSubmitted(credentials));
    await waitFor(() => expect(opened).toEqual(['/home']));
    expect(logins[0]?.body).toEqual(credentials);
    expect(reads[0]?.token).toBe('new-token');
    expect(Cookies.get('token')).toBe('new-token');
    expect(state().auth).toEqual({
      loggedIn: true,
      authUser: fan(),
      login: { requesting: false, error: null, data: { expiresAt }, success: true },
    });
    expect(state().user.current).toEqual(fan());
  });

  test('waits for the code of signed-in pages, which would otherwise shift the layout', async () => {
    let finishLoading: () => void = () => undefined;
    const preloadAccountComponents = (): Promise<void> => new Promise((resolve) => (finishLoading = resolve));
    mockEndpoint('POST /auth/login', { token: 'new-token', expiresAt });
    const reads = mockEndpoint('GET /users/me', fan());
    const { store, state, opened } = open({ sagaContext: { preloadAccountComponents } });
    store.dispatch(loginSubmitted(credentials));
    await waitFor(() => expect(reads).toHaveLength(1));
    expect([state().auth.loggedIn, opened]).toEqual([false, []]);
    finishLoading();
    await waitFor(() => expect(opened).toEqual(['/home']));
  });

  test.each([
    [true, 365],
    [false, 1],
  ])('with remember me %s the cookie lives %i days', async (remember, days) => {
    mockEndpoint('POST /auth/login', { token: 'new-token', expiresAt });
    mockEndpoint('GET /users/me', fan());
    const set = jest.spyOn(Cookies, 'set');
    const { store, opened } = open();
    store.dispatch(loginSubmitted({ ...credentials, remember }));
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(set.mock.lastCall?.[2]).toMatchObject({ expires: days, sameSite: 'lax', path: '/' });
    set.mockRestore();
  });

  test('opens the `next` path of the URL', async () => {
    mockEndpoint('POST /auth/login', { token: 'new-token', expiresAt });
    mockEndpoint('GET /users/me', fan());
    const { store, opened } = open({ path: '/auth/login?next=%2Fada%3Ftab%3Dabout' });
    store.dispatch(loginSubmitted(credentials));
    await waitFor(() => expect(opened).toEqual(['/ada?tab=about']));
  });

  test("failure shows the server's message and signs no one in", async () => {
    mockError('POST /auth/login', 'account_suspended', { message: 'This account is suspended.' });
    const { store, state, opened } = open();
    store.dispatch(loginSubmitted(credentials));
    await waitFor(() => expect(state().auth.login.error?.message).toBe('This account is suspended.'));
    expect(state().auth).toMatchObject({
      loggedIn: false,
      login: { requesting: false, success: false, error: { code: 'account_suspended' } },
    });
    expect(Cookies.get('token')).toBeUndefined();
    expect(opened).toEqual([]);
  });

  test("without a response it shows 'Incorrect credentials!'", async () => {
    mockNetworkError('POST /auth/login');
    const { store, state } = open();
    store.dispatch(loginSubmitted(credentials));
    await waitFor(() => expect(state().auth.login.error?.message).toBe('Incorrect credentials!'));
  });

  test('removes a token whose account cannot be fetched', async () => {
    mockEndpoint('POST /auth/login', { token: 'new-token', expiresAt });
    mockError('GET /users/me', 'session_ended');
    const { store, state, opened } = open();
    store.dispatch(loginSubmitted(credentials));
    await waitFor(() => expect(state().auth.login.error).not.toBeNull());
    expect(Cookies.get('token')).toBeUndefined();
    expect(state().auth.loggedIn).toBe(false);
    expect(opened).toEqual([]);
  });

  test('hashes the password only on sites with that setting', async () => {
    const logins = mockEndpoint('POST /auth/login', { token: 'new-token', expiresAt });
    mockEndpoint('GET /users/me', fan());
    const { store, opened } = open({ settings: { hashPasswordOnClient: true } });
    store.dispatch(loginSubmitted(credentials));
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(logins[0]?.body).toMatchObject({ password: '41ef4bb0b23661e66301aac36066912dac037827b4ae63a7b1165a5aa93ed4eb' });
  });

  test('sends the digests of the normalized and of the typed password where they differ', async () => {
    const logins = mockEndpoint('POST /auth/login', { token: 'new-token', expiresAt });
    mockEndpoint('GET /users/me', fan());
    const { store, opened } = open({ settings: { hashPasswordOnClient: true } });
    store.dispatch(loginSubmitted({ ...credentials, password: 'Zu\u0308rich 1234' }));
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(logins[0]?.body).toMatchObject({ password: sha256('Z\u00fcrich 1234') + sha256('Zu\u0308rich 1234') });
  });

  test('signs in with a token from a social login', async () => {
    mockEndpoint('GET /users/me', performer());
    const { store, state, opened } = open();
    store.dispatch(tokenReceived({ token: 'social-token', expiresAt, remember: false }));
    await waitFor(() => expect(opened).toEqual(['/ada']));
    expect(Cookies.get('token')).toBe('social-token');
    expect(state().auth).toMatchObject({ loggedIn: true, login: { success: true } });
  });
});

describe('signing out', () => {
  test('removes the token, resets auth and user, opens the sign-in screen, and signs out at the server', async () => {
    const logouts = mockEndpoint('POST /auth/logout', { ended: true });
    const { store, state, opened } = open({ user: fan(), path: '/home' });
    store.dispatch(logoutRequested());
    await waitFor(() => expect(logouts).toHaveLength(1));
    expect(logouts[0]?.token).toBe('present-token');
    expect(opened).toEqual(['/auth/login']);
    expect(Cookies.get('token')).toBeUndefined();
    expect(state().auth).toEqual(noAuth);
    expect(state().user).toEqual(noUser);
  });

  test('works when the server cannot be reached', async () => {
    mockNetworkError('POST /auth/logout');
    const { store, state, opened } = open({ user: fan() });
    store.dispatch(logoutRequested());
    await waitFor(() => expect(opened).toEqual(['/auth/login']));
    expect(state().auth.loggedIn).toBe(false);
  });

  test('signs out at the server even when the storage is forbidden', async () => {
    const logouts = mockEndpoint('POST /auth/logout', { ended: true });
    const { store } = open({ user: fan() });
    const forbidden = jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('Nothing is kept here.', 'SecurityError');
    });
    store.dispatch(logoutRequested());
    await waitFor(() => expect(logouts).toHaveLength(1));
    forbidden.mockRestore();
  });

  test('deletes the drafts, searches and watch history of that account only', async () => {
    mockEndpoint('POST /auth/logout', { ended: true });
    for (const kind of ['searched', 'watched'] as const)
      for (const { _id } of [fan(), performer()]) localStorage.setItem(historyKey(kind, _id), '[]');
    saveDraft(fan()._id, 'contact', 'own draft');
    saveDraft(performer()._id, 'contact', 'of another');
    const { store } = open({ user: fan() });
    store.dispatch(logoutRequested());
    await waitFor(() => expect(readDraft(fan()._id, 'contact')).toBeUndefined());
    expect(readDraft(performer()._id, 'contact')).toBe('of another');
    const remaining = Object.keys(localStorage).filter((key) => /^(searched|watched):/.test(key));
    expect(remaining).toEqual([`searched:${performer()._id}`, `watched:${performer()._id}`]);
  });
});

describe('a session that the server rejects', () => {
  const subscribe = (store: ReturnType<typeof open>['store']) =>
    onApiError((error, token) => error.statusCode === 401 && store.dispatch(sessionRejected({ token })));

  test("any 401 removes the token, keeps the drafts, and opens sign-in with 'Forbidden in the action!'", async () => {
    mockError('GET /users/me', 'session_ended');
    saveDraft(fan()._id, 'contact', 'half a sentence');
    const { store, state, opened } = open({ user: fan(), path: '/user/account?section=privacy' });
    const stop = subscribe(store);
    await expect(services.users['GET /users/me']()).rejects.toMatchObject({ error: 'session_ended' });
    await waitFor(() => expect(opened).toEqual(['/auth/login?next=%2Fuser%2Faccount%3Fsection%3Dprivacy']));
    expect(state().auth).toMatchObject({ loggedIn: false, login: { error: { message: 'Forbidden in the action!' } } });
    expect(Cookies.get('token')).toBeUndefined();
    expect(readDraft(fan()._id, 'contact')).toBe('half a sentence');
    stop();
  });

  test('concurrent rejections navigate once', async () => {
    mockError('GET /users/me', 'session_ended');
    const { store, opened } = open({ user: fan(), path: '/home' });
    const stop = subscribe(store);
    await Promise.allSettled([services.users['GET /users/me'](), services.users['GET /users/me'](), services.users['GET /users/me']()]);
    await waitFor(() => expect(opened).toEqual(['/auth/login?next=%2Fhome']));
    stop();
  });

  test('a late rejection of an older session does not affect the new one', async () => {
    const { store, state, opened } = open({ user: fan(), path: '/home' });
    store.dispatch(sessionRejected({ token: 'older-token' }));
    mockEndpoint('GET /users/me', fan({ name: 'Finn the second' }));
    store.dispatch(refreshRequested());
    await waitFor(() => expect(state().user.current?.name).toBe('Finn the second'));
    expect(opened).toEqual([]);
    expect(Cookies.get('token')).toBe('present-token');
  });
});

describe('the signed-in account', () => {
  test('a refresh refetches it', async () => {
    mockEndpoint('GET /users/me', fan({ balance: 42 }));
    const { store, state } = open({ user: fan() });
    store.dispatch(refreshRequested());
    await waitFor(() => expect(state().user.current?.balance).toBe(42));
  });

  test.each([
    ['a refresh', 'GET /users/me', refreshRequested()],
    ['a profile update', 'PUT /users', profileSubmitted({ name: 'Finn' })],
  ] as const)('a response to %s after sign-out is ignored', async (_what, endpoint, intent) => {
    let release: () => void = () => undefined;
    const requests = mockEndpoint(endpoint, async () => {
      await new Promise<void>((resolve) => (release = resolve));
      return fan();
    });
    mockEndpoint('POST /auth/logout', { ended: true });
    const { store, state } = open({ user: fan() });
    store.dispatch(intent);
    await waitFor(() => expect(requests).toHaveLength(1));
    store.dispatch(logoutRequested());
    await waitFor(() => expect(state().auth.loggedIn).toBe(false));
    const seen = new Set<string | null>();
    store.subscribe(() => seen.add(state().user.current?._id ?? null));
    release();
    mockEndpoint('GET /users/me', performer());
    store.dispatch(tokenReceived({ token: 'other-token', expiresAt, remember: false }));
    await waitFor(() => expect(state().user.current?._id).toBe(performer()._id));
    expect([...seen]).toEqual([null, performer()._id]);
  });

  test('a profile update is pending, then replaces the user and succeeds', async () => {
    let release: () => void = () => undefined;
    const updates = mockEndpoint('PUT /users', async () => {
      await new Promise<void>((resolve) => (release = resolve));
      return fan({ name: 'Finnegan' });
    });
    const { store, state } = open({ user: fan() });
    store.dispatch(profileSubmitted({ name: 'Finnegan' }));
    await waitFor(() => expect(updates).toHaveLength(1));
    expect(state().user).toMatchObject({ updating: true, updateSuccess: false });
    release();
    await waitFor(() => expect(state().user.updating).toBe(false));
    expect(state().user).toMatchObject({ updateSuccess: true, error: null, current: { name: 'Finnegan' } });
    expect(toastTexts()).toEqual(['Changes saved']);
  });

  test('performers update their profile by id', async () => {
    const updates = mockEndpoint('PUT /performers/:id', performer({ bio: 'New' }));
    const { store, state } = open({ user: performer() });
    store.dispatch(profileSubmitted({ bio: 'New' }));
    await waitFor(() => expect(state().user.updateSuccess).toBe(true));
    expect(updates[0]?.params).toEqual({ id: performer()._id });
  });

  test('a rejected profile update stores the error and changes nothing', async () => {
    mockError('PUT /users', 'username_taken');
    const { store, state } = open({ user: fan() });
    store.dispatch(profileSubmitted({ username: 'ada' }));
    await waitFor(() => expect(state().user.error?.message).toBe('This username is taken. Choose another.'));
    await waitFor(() => expect(state().user.updating).toBe(false));
    expect(state().user).toMatchObject({ updateSuccess: false, current: fan() });
    expect(toastTexts()).toEqual([]);
  });

  test("without a response a failed update shows 'Error occurred, please try again later'", async () => {
    mockNetworkError('PUT /users');
    const { store, state } = open({ user: fan() });
    store.dispatch(profileSubmitted({ name: 'F' }));
    await waitFor(() => expect(state().user.error?.message).toBe('Error occurred, please try again later'));
  });

  test('a password update stores the result and succeeds', async () => {
    const changes = mockEndpoint('PUT /auth/users/me/password', { updated: true });
    const { store, state } = open({ user: performer() });
    store.dispatch(passwordSubmitted({ password: 'new secret', currentPassword: 'old secret' }));
    await waitFor(() => expect(state().user).toMatchObject({ updatedPassword: { updated: true }, updateSuccess: true, updating: false }));
    expect(changes[0]?.body).toEqual({ password: 'new secret', currentPassword: 'old secret', source: 'performer' });
    expect(toastTexts()).toEqual(['Changes saved']);
  });

  test('a rejected password update stores the error', async () => {
    mockError('PUT /auth/users/me/password', 'wrong_password');
    const { store, state } = open({ user: fan() });
    store.dispatch(passwordSubmitted({ password: 'new secret', currentPassword: 'wrong' }));
    await waitFor(() => expect(state().user.error?.code).toBe('wrong_password'));
    expect(state().user).toMatchObject({ updatedPassword: null, updateSuccess: false });
  });

  test('replaces avatar and cover, and adds tokens to the balance without rounding errors', () => {
    const { store, state } = open({ user: fan({ balance: 0.1 }) });
    store.dispatch(avatarReplaced('/new-avatar.webp'));
    store.dispatch(coverReplaced('/new-cover.webp'));
    store.dispatch(balanceUpdated(0.2));
    expect(state().user.current).toMatchObject({ avatar: '/new-avatar.webp', cover: '/new-cover.webp', balance: 0.3 });
  });

  test('following twice stores the id once, and unfollowing removes it', () => {
    const { store, state } = open({ user: fan() });
    store.dispatch(followed('a'));
    store.dispatch(followed('a'));
    store.dispatch(followed('b'));
    expect(state().follow.ids).toEqual(['a', 'b']);
    store.dispatch(unfollowed('a'));
    expect(state().follow.ids).toEqual(['b']);
  });
});

describe('ui and settings', () => {
  test('a UI update merges into the state and writes each key to local storage', () => {
    const { store, state } = open();
    store.dispatch(uiUpdated({ siteName: 'Stage', logo: '/logo.png' }));
    expect(state().ui).toEqual({ ...uiOf(firstSettings), siteName: 'Stage', logo: '/logo.png' });
    expect(localStorage.getItem('siteName')).toBe('Stage');
    expect(localStorage.getItem('logo')).toBe('/logo.png');
    expect(localStorage.getItem('favicon')).toBeNull();
  });

  test('a settings update replaces all settings', () => {
    const { store, state } = open();
    const settings = { ...firstSettings, siteName: 'Stage', minimumTipPrice: 1 };
    store.dispatch(settingsUpdated(settings));
    expect(state().settings).toBe(settings);
  });
});
