/** Pushes to a device: turned on and off, and never left to the next person. */
import { waitFor } from '@testing-library/react';
import { reachHostAt } from '@web/services/api';
import { startSagas } from '@web/shell/store/root-saga';
import { makeStore } from '@web/shell/store/store';
import { fan } from '../../tests/kit/answers/accounts';
import { fakeWorld } from '../../tests/support/fake-world';
import { answer, cutOff, refuse, startTestHost, testHost } from '../../tests/kit/screens/fake-host';
import { browserWithoutPush, browserWithPush } from '../../tests/support/push-browser';
import { firstSettings } from '@web/session/store/first-settings';
import { loginSubmitted, logoutAsked, sessionRefused } from '@web/session/intents';
import { forgetPush, readPush, turnOffPush, turnOnPush } from './push';
import { keepPushOwner, pushOwner } from '@web/session/push-owner';
import { storeToken } from '@web/services/token';

startTestHost();

const key = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM';
const finn = fan()._id;

beforeEach(() => {
  reachHostAt(testHost);
  browserWithoutPush();
});

/** A device that tells Finn, and what the host hears of it from then on. */
async function toldDevice() {
  const held = browserWithPush();
  answer('POST /notifications/push', { _id: 'device' });
  await turnOnPush(finn, key);
  return held;
}

test('a browser that fails to say what it holds keeps nobody from leaving', async () => {
  browserWithPush({ permission: 'granted' });
  jest.spyOn(navigator.serviceWorker, 'getRegistration').mockRejectedValue(new Error('storage is broken'));
  await expect(forgetPush('token')).resolves.toBeUndefined();
});

test('a browser without pushes says so, whatever it is asked', async () => {
  expect(await readPush(finn)).toBe('unsupported');
  expect(await turnOnPush(finn, key)).toBe('unsupported');
  expect(await turnOffPush(finn)).toBe('unsupported');
});

test('turning it on asks, subscribes with the key of the site, and tells the host', async () => {
  const held = browserWithPush();
  const heard = answer('POST /notifications/push', { _id: 'device' });
  expect(await readPush(finn)).toBe('unasked');
  expect(await turnOnPush(finn, key)).toBe('on');
  expect(held).toMatchObject({ workers: ['/sw.js'], keys: [key] });
  expect(heard.map(({ body }) => body)).toEqual([{ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }]);
  expect(await readPush(finn)).toBe('on');
});

test.each([
  ['denied', 'refused'],
  ['default', 'unasked'],
])('an answer of %s leaves it %s', async (answers, state) => {
  const held = browserWithPush({ answers });
  expect(await turnOnPush(finn, key)).toBe(state);
  expect(held.keys).toEqual([]);
});

test('a host that refuses leaves nothing on the device', async () => {
  const held = browserWithPush();
  refuse('POST /notifications/push', 'setting_invalid');
  await expect(turnOnPush(finn, key)).rejects.toThrow();
  expect(held.subscription).toBeNull();
  expect(await readPush(finn)).toBe('off');
});

test('turning it off ends it here and at the host, and here even when the host is away', async () => {
  const held = await toldDevice();
  const heard = answer('DELETE /notifications/push', { deleted: true });
  expect(await turnOffPush(finn)).toBe('off');
  expect(heard.map(({ body }) => body)).toEqual([{ endpoint: 'https://push.example/1' }]);
  expect(held.subscription).toBeNull();
  await turnOnPush(finn, key);
  cutOff('DELETE /notifications/push');
  expect(await turnOffPush(finn)).toBe('off');
  expect(held.subscription).toBeNull();
});

test('what another person left behind is not hers, and makes room for her own', async () => {
  const held = await toldDevice();
  expect(await readPush('ada')).toBe('off');
  expect(await turnOnPush('ada', key)).toBe('on');
  expect(held.ended).toBe(1);
  expect(await readPush(finn)).toBe('off');
});

describe('a device that changes hands', () => {
  beforeAll(() => {
    // Loaded before the first story, so that none of them waits for a module.
    expect([startSagas, forgetPush]).toHaveLength(2);
  });

  function open(user: ReturnType<typeof fan> | null) {
    const { store, gate } = makeStore({ user, settings: firstSettings });
    gate.open(fakeWorld({ currentPath: () => '/home' }));
    if (user) storeToken('present-token', true);
    return store;
  }

  test('is silenced by signing out, with the token of who left', async () => {
    const held = await toldDevice();
    const ends = answer('DELETE /notifications/push', { deleted: true });
    const logouts = answer('POST /auth/logout', { ended: true });
    open(fan()).dispatch(logoutAsked());
    await waitFor(() => expect(logouts).toHaveLength(1));
    expect(ends.map(({ token, body }) => [token, body])).toEqual([['present-token', { endpoint: 'https://push.example/1' }]]);
    expect(held.subscription).toBeNull();
    expect(pushOwner()).toBeNull();
  });

  test('is silenced when the session was ended elsewhere, without a word to the host', async () => {
    const held = await toldDevice();
    open(fan()).dispatch(sessionRefused({ token: 'present-token' }));
    await waitFor(() => expect(held.subscription).toBeNull());
  });

  test('is silenced when somebody else signs in, and told on when it is the same person', async () => {
    const held = await toldDevice();
    answer('POST /auth/login', { token: 'new-token', expiresAt: '2027-01-01T00:00:00.000Z' });
    const credentials = { username: 'finn', password: 'open sesame', remember: false };
    answer('GET /users/me', fan());
    const store = open(null);
    store.dispatch(loginSubmitted(credentials));
    await waitFor(() => expect(store.getState().auth.loggedIn).toBe(true));
    expect(held.subscription).not.toBeNull();
    keepPushOwner('ada');
    const other = open(null);
    other.dispatch(loginSubmitted(credentials));
    await waitFor(() => expect(held.subscription).toBeNull());
  });
});
