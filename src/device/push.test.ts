/** Web push on a device: turned on and off, and removed before another account uses the device. */
import { waitFor } from '@testing-library/react';
import { setApiUrl } from '@web/services/api';
import { startSagas } from '@web/shell/store/root-saga';
import { makeStore } from '@web/shell/store/store';
import { fan } from '../../tests/kit/fixtures/accounts';
import { fakeSagaContext } from '../../tests/kit/screens/fake-saga-context';
import { mockEndpoint, mockNetworkError, mockError, startFakeHost, fakeHostUrl } from '../../tests/kit/screens/fake-host';
import { installPush, uninstallPush } from '../../tests/kit/screens/fake-push';
import { firstSettings } from '@web/session/store/first-settings';
import { loginSubmitted, logoutRequested, sessionRejected } from '@web/session/store/intents';
import { removePush, readPush, turnOffPush, turnOnPush } from './push';
import { storePushOwner, pushOwner } from './push-owner';
import { storeToken } from '@web/services/token';

startFakeHost();

const key = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM';
const finn = fan()._id;

beforeEach(() => {
  setApiUrl(fakeHostUrl);
  uninstallPush();
});

/** A device with push turned on for Finn. */
async function deviceWithPush() {
  const device = installPush();
  mockEndpoint('POST /notifications/push', { _id: 'device' });
  await turnOnPush(finn, key);
  return device;
}

test('a browser that fails to read its subscription does not block sign-out', async () => {
  installPush({ permission: 'granted' });
  jest.spyOn(navigator.serviceWorker, 'getRegistration').mockRejectedValue(new Error('storage is broken'));
  await expect(removePush('token')).resolves.toBeUndefined();
});

test('push is reported as unsupported in a browser without it', async () => {
  expect(await readPush(finn)).toBe('unsupported');
  expect(await turnOnPush(finn, key)).toBe('unsupported');
  expect(await turnOffPush(finn)).toBe('unsupported');
});

test("turning push on asks for permission, subscribes with the site's key, and registers at the server", async () => {
  const device = installPush();
  const requests = mockEndpoint('POST /notifications/push', { _id: 'device' });
  expect(await readPush(finn)).toBe('prompt');
  expect(await turnOnPush(finn, key)).toBe('on');
  expect(device).toMatchObject({ workers: ['/sw.js'], keys: [key] });
  expect(requests.map(({ body }) => body)).toEqual([{ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }]);
  expect(await readPush(finn)).toBe('on');
});

test.each([
  ['denied', 'denied'],
  ['default', 'prompt'],
])('with the permission "%s", the state is "%s" after an attempt to turn push on', async (promptResult, state) => {
  const device = installPush({ promptResult });
  expect(await turnOnPush(finn, key)).toBe(state);
  expect(device.keys).toEqual([]);
});

test('a failed registration at the server removes the subscription from the device', async () => {
  const device = installPush();
  mockError('POST /notifications/push', 'setting_invalid');
  await expect(turnOnPush(finn, key)).rejects.toThrow();
  expect(device.subscription).toBeNull();
  expect(await readPush(finn)).toBe('off');
});

test('turning push off ends it at the server and on the device, even when the server cannot be reached', async () => {
  const device = await deviceWithPush();
  const requests = mockEndpoint('DELETE /notifications/push', { deleted: true });
  expect(await turnOffPush(finn)).toBe('off');
  expect(requests.map(({ body }) => body)).toEqual([{ endpoint: 'https://push.example/1' }]);
  expect(device.subscription).toBeNull();
  await turnOnPush(finn, key);
  mockNetworkError('DELETE /notifications/push');
  expect(await turnOffPush(finn)).toBe('off');
  expect(device.subscription).toBeNull();
});

test('a subscription of another account counts as off, and is replaced', async () => {
  const device = await deviceWithPush();
  expect(await readPush('ada')).toBe('off');
  expect(await turnOnPush('ada', key)).toBe('on');
  expect(device.ended).toBe(1);
  expect(await readPush(finn)).toBe('off');
});

describe('push on a shared device', () => {
  beforeAll(() => {
    // Loaded before the first test, so that no test waits for a module.
    expect([startSagas, removePush]).toHaveLength(2);
  });

  function open(user: ReturnType<typeof fan> | null) {
    const { store, gate } = makeStore({ user, settings: firstSettings });
    gate.open(fakeSagaContext({ currentPath: () => '/home' }));
    if (user) storeToken('present-token', true);
    return store;
  }

  test('ends at sign-out, with the token of the ended session', async () => {
    const device = await deviceWithPush();
    const unregistrations = mockEndpoint('DELETE /notifications/push', { deleted: true });
    const logouts = mockEndpoint('POST /auth/logout', { ended: true });
    open(fan()).dispatch(logoutRequested());
    await waitFor(() => expect(logouts).toHaveLength(1));
    expect(unregistrations.map(({ token, body }) => [token, body])).toEqual([['present-token', { endpoint: 'https://push.example/1' }]]);
    expect(device.subscription).toBeNull();
    expect(pushOwner()).toBeNull();
  });

  test('ends without a request when the server has ended the session', async () => {
    const device = await deviceWithPush();
    open(fan()).dispatch(sessionRejected({ token: 'present-token' }));
    await waitFor(() => expect(device.subscription).toBeNull());
  });

  test('ends when another account signs in, and continues for the same account', async () => {
    const device = await deviceWithPush();
    mockEndpoint('POST /auth/login', { token: 'new-token', expiresAt: '2027-01-01T00:00:00.000Z' });
    const credentials = { username: 'finn', password: 'open sesame', remember: false };
    mockEndpoint('GET /users/me', fan());
    const store = open(null);
    store.dispatch(loginSubmitted(credentials));
    await waitFor(() => expect(store.getState().auth.loggedIn).toBe(true));
    expect(device.subscription).not.toBeNull();
    storePushOwner('ada');
    const other = open(null);
    other.dispatch(loginSubmitted(credentials));
    await waitFor(() => expect(device.subscription).toBeNull());
  });
});
