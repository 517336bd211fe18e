/** Stories of the session: through the store and the sagas, with the host answering over HTTP. */
import { sha256 } from '@web/lib/files/sha-256';
import { waitFor } from '@testing-library/react';
import Cookies from 'js-cookie';
import { reachHostAt, onRefused } from '@web/services/api';
import { services } from '@web/services/services';
import { startSagas } from '@web/shell/store/root-saga';
import { makeStore } from '@web/shell/store/store';
import { fan, performer } from '../../tests/kit/answers/accounts';
import { fakeWorld } from '../../tests/support/fake-world';
import { answer, cutOff, refuse, testHost, startTestHost } from '../../tests/kit/screens/fake-host';
import { noAuth } from './store/auth.slice';
import { readDraft, saveDraft } from './drafts';
import { traceKey } from './own-traces';
import { loginSubmitted, logoutAsked, passwordSubmitted, profileSubmitted, refreshAsked, sessionRefused, tokenArrived } from './intents';
import type { CurrentUser } from './intents';
import { firstSettings } from './store/first-settings';
import { settingsUpdated } from './settings.slice';
import { storeToken } from '@web/services/token';
import { dropToast, toasts } from '@web/ui/feedback/toast-queue';
import { uiOf, uiUpdated } from './store/ui.slice';
import type { World } from './world';
import { avatarReplaced, balanceUpdated, coverReplaced, noUser } from './store/user.slice';
import { followed, unfollowed } from './store/follow.slice';

startTestHost();

const expiresAt = '2027-01-01T00:00:00.000Z';
const credentials = { username: 'finn', password: 'open sesame', remember: false };

interface Start {
  user?: CurrentUser;
  path?: string;
  settings?: Partial<typeof firstSettings>;
  world?: Partial<World>;
}

/** A browser with its store: signed in as `user`, or nobody. */
function open({ user, path = '/auth/login', settings = {}, world }: Start = {}) {
  const opened: string[] = [];
  const { store, gate } = makeStore({ user: user ?? null, settings: { ...firstSettings, ...settings } });
  reachHostAt(testHost);
  gate.open(fakeWorld({ navigate: (to) => void opened.push(to), currentPath: () => path, ...world }));
  if (user) storeToken('present-token', true);
  return { store, opened, state: () => store.getState() };
}

beforeAll(() => {
  // Loaded before the first story, so that none of them waits for a module.
  expect(startSagas).toBeDefined();
});

beforeEach(() => {
  Cookies.remove('token');
  localStorage.clear();
  for (const { id } of toasts.read()) dropToast(id);
});

const toastTexts = () => toasts.read().map(({ text }) => text);

describe('signing in', () => {
  test('a request is on its way until the host has answered', async () => {
    let release: (user: CurrentUser) => void = () => undefined;
    answer('POST /auth/login', { token: 'new-token', expiresAt });
    answer('GET /users/me', () => new Promise<CurrentUser>((resolve) => (release = resolve)));
    const { store, state } = open();
    store.dispatch(loginSubmitted(credentials));
    await waitFor(() => expect(state().auth.login).toEqual({ requesting: true, error: null, data: null, success: false }));
    await waitFor(() => expect(Cookies.get('token')).toBe('new-token'));
    release(fan());
    await waitFor(() => expect(state().auth.login.requesting).toBe(false));
  });

  test('success stores the token, fetches the account, says who is signed in and takes her home', async () => {
    const logins = answer('POST /auth/login', { token: 'new-token', expiresAt });
    const reads = answer('GET /users/me', fan());
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

  test('nobody arrives before what only she sees has come: it would push the page down', async () => {
    let bring: () => void = () => undefined;
    const loadOwnParts = (): Promise<void> => new Promise((resolve) => (bring = resolve));
    answer('POST /auth/login', { token: 'new-token', expiresAt });
    const reads = answer('GET /users/me', fan());
    const { store, state, opened } = open({ world: { loadOwnParts } });
    store.dispatch(loginSubmitted(credentials));
    await waitFor(() => expect(reads).toHaveLength(1));
    expect([state().auth.loggedIn, opened]).toEqual([false, []]);
    bring();
    await waitFor(() => expect(opened).toEqual(['/home']));
  });

  test.each([
    [true, 365],
    [false, 1],
  ])('with remember me %s the cookie lives %i days', async (remember, days) => {
    answer('POST /auth/login', { token: 'new-token', expiresAt });
    answer('GET /users/me', fan());
    const set = jest.spyOn(Cookies, 'set');
    const { store, opened } = open();
    store.dispatch(loginSubmitted({ ...credentials, remember }));
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(set.mock.lastCall?.[2]).toMatchObject({ expires: days, sameSite: 'lax', path: '/' });
    set.mockRestore();
  });

  test('the place that the address names is where she lands', async () => {
    answer('POST /auth/login', { token: 'new-token', expiresAt });
    answer('GET /users/me', fan());
    const { store, opened } = open({ path: '/auth/login?next=%2Fada%3Ftab%3Dabout' });
    store.dispatch(loginSubmitted(credentials));
    await waitFor(() => expect(opened).toEqual(['/ada?tab=about']));
  });

  test('failure says what the host said, and nobody is signed in', async () => {
    refuse('POST /auth/login', 'account_suspended', { message: 'This account is suspended.' });
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

  test("without a word of the host it says 'Incorrect credentials!'", async () => {
    cutOff('POST /auth/login');
    const { store, state } = open();
    store.dispatch(loginSubmitted(credentials));
    await waitFor(() => expect(state().auth.login.error?.message).toBe('Incorrect credentials!'));
  });

  test('a token whose account cannot be fetched is not kept', async () => {
    answer('POST /auth/login', { token: 'new-token', expiresAt });
    refuse('GET /users/me', 'session_ended');
    const { store, state, opened } = open();
    store.dispatch(loginSubmitted(credentials));
    await waitFor(() => expect(state().auth.login.error).not.toBeNull());
    expect(Cookies.get('token')).toBeUndefined();
    expect(state().auth.loggedIn).toBe(false);
    expect(opened).toEqual([]);
  });

  test('the password leaves the browser as a digest only where the site wants that', async () => {
    const logins = answer('POST /auth/login', { token: 'new-token', expiresAt });
    answer('GET /users/me', fan());
    const { store, opened } = open({ settings: { hashPasswordOnClient: true } });
    store.dispatch(loginSubmitted(credentials));
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(logins[0]?.body).toMatchObject({ password: '41ef4bb0b23661e66301aac36066912dac037827b4ae63a7b1165a5aa93ed4eb' });
  });

  test('of a password that Unicode spells otherwise too, the digest of the normalised text and that of the typed one leave', async () => {
    const logins = answer('POST /auth/login', { token: 'new-token', expiresAt });
    answer('GET /users/me', fan());
    const { store, opened } = open({ settings: { hashPasswordOnClient: true } });
    store.dispatch(loginSubmitted({ ...credentials, password: 'Zu\u0308rich 1234' }));
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(logins[0]?.body).toMatchObject({ password: sha256('Z\u00fcrich 1234') + sha256('Zu\u0308rich 1234') });
  });

  test('with a token supplied by another site it goes the same way', async () => {
    answer('GET /users/me', performer());
    const { store, state, opened } = open();
    store.dispatch(tokenArrived({ token: 'social-token', expiresAt, remember: false }));
    await waitFor(() => expect(opened).toEqual(['/ada']));
    expect(Cookies.get('token')).toBe('social-token');
    expect(state().auth).toMatchObject({ loggedIn: true, login: { success: true } });
  });
});

describe('signing out', () => {
  test('removes the token, resets auth and user, opens the sign-in screen, and tells the host', async () => {
    const logouts = answer('POST /auth/logout', { ended: true });
    const { store, state, opened } = open({ user: fan(), path: '/home' });
    store.dispatch(logoutAsked());
    await waitFor(() => expect(logouts).toHaveLength(1));
    expect(logouts[0]?.token).toBe('present-token');
    expect(opened).toEqual(['/auth/login']);
    expect(Cookies.get('token')).toBeUndefined();
    expect(state().auth).toEqual(noAuth);
    expect(state().user).toEqual(noUser);
  });

  test('a host that is away keeps nobody signed in', async () => {
    cutOff('POST /auth/logout');
    const { store, state, opened } = open({ user: fan() });
    store.dispatch(logoutAsked());
    await waitFor(() => expect(opened).toEqual(['/auth/login']));
    expect(state().auth.loggedIn).toBe(false);
  });

  test('tells the host where the storage is forbidden too', async () => {
    const logouts = answer('POST /auth/logout', { ended: true });
    const { store } = open({ user: fan() });
    const forbidden = jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('Nothing is kept here.', 'SecurityError');
    });
    store.dispatch(logoutAsked());
    await waitFor(() => expect(logouts).toHaveLength(1));
    forbidden.mockRestore();
  });

  test('forgets the drafts of that person and no other, and what she searched for and watched', async () => {
    answer('POST /auth/logout', { ended: true });
    for (const kind of ['searched', 'watched'] as const)
      for (const { _id } of [fan(), performer()]) localStorage.setItem(traceKey(kind, _id), '[]');
    saveDraft(fan()._id, 'contact', 'hers');
    saveDraft(performer()._id, 'contact', 'of another');
    const { store } = open({ user: fan() });
    store.dispatch(logoutAsked());
    await waitFor(() => expect(readDraft(fan()._id, 'contact')).toBeUndefined());
    expect(readDraft(performer()._id, 'contact')).toBe('of another');
    const left = Object.keys(localStorage).filter((key) => /^(searched|watched):/.test(key));
    expect(left).toEqual([`searched:${performer()._id}`, `watched:${performer()._id}`]);
  });
});

describe('a session that the host refuses', () => {
  const listen = (store: ReturnType<typeof open>['store']) =>
    onRefused((refused, token) => refused.statusCode === 401 && store.dispatch(sessionRefused({ token })));

  test("any 401 takes the token, keeps the drafts, and opens sign-in with 'Forbidden in the action!'", async () => {
    refuse('GET /users/me', 'session_ended');
    saveDraft(fan()._id, 'contact', 'half a sentence');
    const { store, state, opened } = open({ user: fan(), path: '/user/account?section=privacy' });
    const stop = listen(store);
    await expect(services.users['GET /users/me']()).rejects.toMatchObject({ error: 'session_ended' });
    await waitFor(() => expect(opened).toEqual(['/auth/login?next=%2Fuser%2Faccount%3Fsection%3Dprivacy']));
    expect(state().auth).toMatchObject({ loggedIn: false, login: { error: { message: 'Forbidden in the action!' } } });
    expect(Cookies.get('token')).toBeUndefined();
    expect(readDraft(fan()._id, 'contact')).toBe('half a sentence');
    stop();
  });

  test('several refusals at once move her once', async () => {
    refuse('GET /users/me', 'session_ended');
    const { store, opened } = open({ user: fan(), path: '/home' });
    const stop = listen(store);
    await Promise.allSettled([services.users['GET /users/me'](), services.users['GET /users/me'](), services.users['GET /users/me']()]);
    await waitFor(() => expect(opened).toEqual(['/auth/login?next=%2Fhome']));
    stop();
  });

  test('a late refusal of an older session leaves the new one alone', async () => {
    const { store, state, opened } = open({ user: fan(), path: '/home' });
    store.dispatch(sessionRefused({ token: 'older-token' }));
    answer('GET /users/me', fan({ name: 'Finn the second' }));
    store.dispatch(refreshAsked());
    await waitFor(() => expect(state().user.current?.name).toBe('Finn the second'));
    expect(opened).toEqual([]);
    expect(Cookies.get('token')).toBe('present-token');
  });
});

describe('the own account', () => {
  test('a refresh fetches it again', async () => {
    answer('GET /users/me', fan({ balance: 42 }));
    const { store, state } = open({ user: fan() });
    store.dispatch(refreshAsked());
    await waitFor(() => expect(state().user.current?.balance).toBe(42));
  });

  test.each([
    ['a refresh', 'GET /users/me', refreshAsked()],
    ['a profile update', 'PUT /users', profileSubmitted({ name: 'Finn' })],
  ] as const)('the answer of %s that comes after its person has gone brings nobody back', async (_what, endpoint, intent) => {
    let release: () => void = () => undefined;
    const asked = answer(endpoint, async () => {
      await new Promise<void>((resolve) => (release = resolve));
      return fan();
    });
    answer('POST /auth/logout', { ended: true });
    const { store, state } = open({ user: fan() });
    store.dispatch(intent);
    await waitFor(() => expect(asked).toHaveLength(1));
    store.dispatch(logoutAsked());
    await waitFor(() => expect(state().auth.loggedIn).toBe(false));
    const seen = new Set<string | null>();
    store.subscribe(() => seen.add(state().user.current?._id ?? null));
    release();
    answer('GET /users/me', performer());
    store.dispatch(tokenArrived({ token: 'other-token', expiresAt, remember: false }));
    await waitFor(() => expect(state().user.current?._id).toBe(performer()._id));
    expect([...seen]).toEqual([null, performer()._id]);
  });

  test('a profile update is under way, then replaces the user, succeeds and is over', async () => {
    let release: () => void = () => undefined;
    const updates = answer('PUT /users', async () => {
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

  test("a performer's profile is addressed by her id", async () => {
    const updates = answer('PUT /performers/:id', performer({ bio: 'New' }));
    const { store, state } = open({ user: performer() });
    store.dispatch(profileSubmitted({ bio: 'New' }));
    await waitFor(() => expect(state().user.updateSuccess).toBe(true));
    expect(updates[0]?.params).toEqual({ id: performer()._id });
  });

  test('a refused profile update stores the error and changes nothing', async () => {
    refuse('PUT /users', 'username_taken');
    const { store, state } = open({ user: fan() });
    store.dispatch(profileSubmitted({ username: 'ada' }));
    await waitFor(() => expect(state().user.error?.message).toBe('This username is taken. Please choose another.'));
    await waitFor(() => expect(state().user.updating).toBe(false));
    expect(state().user).toMatchObject({ updateSuccess: false, current: fan() });
    expect(toastTexts()).toEqual([]);
  });

  test("without a word of the host a failed update says 'Error occurred, please try again later'", async () => {
    cutOff('PUT /users');
    const { store, state } = open({ user: fan() });
    store.dispatch(profileSubmitted({ name: 'F' }));
    await waitFor(() => expect(state().user.error?.message).toBe('Error occurred, please try again later'));
  });

  test('a password update stores the result and succeeds', async () => {
    const changes = answer('PUT /auth/users/me/password', { updated: true });
    const { store, state } = open({ user: performer() });
    store.dispatch(passwordSubmitted({ password: 'new secret', currentPassword: 'old secret' }));
    await waitFor(() => expect(state().user).toMatchObject({ updatedPassword: { updated: true }, updateSuccess: true, updating: false }));
    expect(changes[0]?.body).toEqual({ password: 'new secret', currentPassword: 'old secret', source: 'performer' });
    expect(toastTexts()).toEqual(['Changes saved']);
  });

  test('a refused password update stores the error', async () => {
    refuse('PUT /auth/users/me/password', 'wrong_password');
    const { store, state } = open({ user: fan() });
    store.dispatch(passwordSubmitted({ password: 'new secret', currentPassword: 'wrong' }));
    await waitFor(() => expect(state().user.error?.code).toBe('wrong_password'));
    expect(state().user).toMatchObject({ updatedPassword: null, updateSuccess: false });
  });

  test('avatar and cover are replaced, tokens are added to the balance without a crumb', () => {
    const { store, state } = open({ user: fan({ balance: 0.1 }) });
    store.dispatch(avatarReplaced('/new-avatar.webp'));
    store.dispatch(coverReplaced('/new-cover.webp'));
    store.dispatch(balanceUpdated(0.2));
    expect(state().user.current).toMatchObject({ avatar: '/new-avatar.webp', cover: '/new-cover.webp', balance: 0.3 });
  });

  test('following twice is once, and unfollowing takes it away', () => {
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
  test('a ui update merges into the state and writes each key to local storage', () => {
    const { store, state } = open();
    store.dispatch(uiUpdated({ siteName: 'Stage', logo: '/logo.png' }));
    expect(state().ui).toEqual({ ...uiOf(firstSettings), siteName: 'Stage', logo: '/logo.png' });
    expect(localStorage.getItem('siteName')).toBe('Stage');
    expect(localStorage.getItem('logo')).toBe('/logo.png');
    expect(localStorage.getItem('favicon')).toBeNull();
  });

  test('a settings update replaces the whole', () => {
    const { store, state } = open();
    const settings = { ...firstSettings, siteName: 'Stage', minimumTipPrice: 1 };
    store.dispatch(settingsUpdated(settings));
    expect(state().settings).toBe(settings);
  });
});
