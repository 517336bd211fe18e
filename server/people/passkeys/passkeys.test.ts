/** Passkeys: managing them, and signing in with them. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { accounts } from '@server/platform/db/schema/accounts';
import { passkeys } from '@server/platform/db/schema/passkeys';
import { openAuthenticator } from '../../../tests/kit/people/authenticator';
import { password, signUpFan } from '../../../tests/kit/people/people';
import { signInWithPassword, enableTwoFactor } from '../../../tests/kit/people/two-factor';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { sweepChallenges } from './passkeys';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

const device = () => openAuthenticator(testHost.ctx.config.siteUrl);
const registrationOptions = async (token: string) => (await testHost.call('POST /auth/passkeys/options', {}, { token })).data;
const loginOptions = async () => (await testHost.call('POST /auth/passkeys/login-options', {})).data;
const add = (token: string, response: ReturnType<ReturnType<typeof device>['register']>, name = 'Phone') =>
  testHost.call('POST /auth/passkeys', { body: { name, answer: response } }, { token });
const logIn = (response: ReturnType<ReturnType<typeof device>['authenticate']>) =>
  testHost.call('POST /auth/passkeys/login', { body: { answer: response, remember: true } });
const remove = (token: string, id: string) => testHost.call('DELETE /auth/passkeys/:id', { params: { id } }, { token });

async function fanWithPasskey() {
  const [fan, key] = [await signUpFan(testHost), device()];
  const { data } = await add(fan.token, key.register(await registrationOptions(fan.token)));
  return { ...fan, key, keyId: data._id };
}

describe('a passkey', () => {
  it('can be added, listed, renamed and removed by its owner', async () => {
    const fan = await signUpFan(testHost);
    const options = await registrationOptions(fan.token);
    expect(options).toMatchObject({ rp: { id: new URL(testHost.ctx.config.siteUrl).hostname }, user: { name: fan.email } });
    const { data } = await add(fan.token, device().register(options));
    expect(data).toMatchObject({ name: 'Phone', lastUsedAt: null });
    const rename = (token: string) =>
      testHost.call('PUT /auth/passkeys/:id', { params: { id: data._id }, body: { name: 'Laptop' } }, { token });
    const otherFan = await signUpFan(testHost);
    expect((await rename(otherFan.token)).errorBody.error).toBe('passkey_not_found');
    expect((await remove(otherFan.token, data._id)).errorBody.error).toBe('passkey_not_found');
    expect((await rename(fan.token)).data.name).toBe('Laptop');
    expect((await testHost.call('GET /auth/passkeys', {}, { token: fan.token })).data.map(({ name }) => name)).toEqual(['Laptop']);
    expect((await remove(fan.token, data._id)).data).toEqual({ removed: true });
    expect((await testHost.call('GET /auth/passkeys', {}, { token: fan.token })).data).toEqual([]);
  });

  it('requires reauthentication and a valid response that was not used before', async () => {
    const fan = await signUpFan(testHost);
    const key = device();
    const invalid = [
      key.register(await registrationOptions(fan.token), { origin: 'https://evil.test' }),
      key.register(await registrationOptions(fan.token), { rpId: 'evil.test' }),
      key.register(await registrationOptions(fan.token), { isVerified: false }),
      key.register({ challenge: Buffer.from('never asked').toString('base64url') }),
      key.register(await loginOptions()),
      key.register(await registrationOptions((await signUpFan(testHost)).token)),
    ];
    for (const response of invalid) expect((await add(fan.token, response)).errorBody.error).toBe('passkey_invalid');
    const late = key.register(await registrationOptions(fan.token));
    testHost.clock.advance({ minutes: 6 });
    expect((await add(fan.token, late)).errorBody.error).toBe('passkey_invalid');
    const valid = key.register(await registrationOptions(fan.token));
    expect((await add(fan.token, valid)).status).toBe(200);
    expect((await add(fan.token, valid)).errorBody.error).toBe('passkey_invalid');
    expect((await add(fan.token, key.register(await registrationOptions(fan.token)))).errorBody.error).toBe('passkey_invalid');
    testHost.clock.advance({ minutes: 11 });
    const options = await testHost.call('POST /auth/passkeys/options', {}, { token: fan.token });
    expect(options.errorBody.error).toBe('reauthentication_required');
    expect((await add(fan.token, valid)).errorBody.error).toBe('reauthentication_required');
    const [passkey] = (await testHost.call('GET /auth/passkeys', {}, { token: fan.token })).data;
    expect((await remove(fan.token, passkey?._id ?? '')).errorBody.error).toBe('reauthentication_required');
    await sweepChallenges(testHost.ctx);
  });

  it('can be added until an account has ten, and cannot be removed if it is the last sign-in method', async () => {
    const { id, token, keyId } = await fanWithPasskey();
    const pendingRegistration = device().register(await registrationOptions(token));
    for (let count = 1; count < limits.passkeys.max; count += 1) await add(token, device().register(await registrationOptions(token)));
    expect((await testHost.call('POST /auth/passkeys/options', {}, { token })).errorBody.error).toBe('passkey_limit');
    expect((await add(token, pendingRegistration)).errorBody.error).toBe('passkey_limit');
    await testHost.ctx.db.delete(passkeys).where(eq(passkeys.accountId, id));
    const [fan, key] = [await signUpFan(testHost), device()];
    const { data } = await add(fan.token, key.register(await registrationOptions(fan.token)));
    await testHost.ctx.db.update(accounts).set({ passwordHash: null }).where(eq(accounts.id, fan.id));
    expect((await remove(fan.token, data._id)).errorBody.error).toBe('last_sign_in_way');
    expect((await remove(token, keyId)).errorBody.error).toBe('passkey_not_found');
  });
});

describe('a passkey', () => {
  it('signs in without a second factor', async () => {
    const { id, token, key } = await fanWithPasskey();
    await enableTwoFactor(testHost, token);
    const { status, data, headers } = await logIn(key.authenticate(await loginOptions()));
    expect(status).toBe(200);
    expect(headers.get('set-cookie')).toContain('media=');
    expect((await testHost.call('GET /users/me', {}, { token: data.token })).data._id).toBe(id);
    expect((await testHost.call('GET /auth/passkeys', {}, { token: data.token })).data[0]?.lastUsedAt).not.toBeNull();
    // It also counts as a recent second factor.
    expect((await testHost.call('POST /auth/two-factor/recovery-codes', {}, { token: data.token })).status).toBe(200);
  });

  it('is rejected with an invalid or replayed response, or from a cloned device', async () => {
    const { key } = await fanWithPasskey();
    const invalid = [
      key.authenticate(await loginOptions(), { origin: 'https://evil.test' }),
      key.authenticate(await loginOptions(), { rpId: 'evil.test' }),
      key.authenticate(await loginOptions(), { isVerified: false }),
      key.authenticate({ challenge: Buffer.from('never asked').toString('base64url') }),
      device().authenticate(await loginOptions()),
      { ...key.authenticate(await loginOptions()), response: device().authenticate(await loginOptions()).response },
    ];
    for (const response of invalid) expect((await logIn(response)).errorBody.error).toBe('invalid_credentials');
    const valid = key.authenticate(await loginOptions());
    const responses = await Promise.all([logIn(valid), logIn(valid)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await logIn(key.authenticate(await loginOptions(), { counter: 1 }))).errorBody.error).toBe('invalid_credentials');
  });

  it('is rejected for a suspended account, and after it was removed', async () => {
    const { id, token, key, keyId } = await fanWithPasskey();
    await testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, id));
    expect((await logIn(key.authenticate(await loginOptions()))).errorBody.error).toBe('account_suspended');
    await testHost.ctx.db.update(accounts).set({ status: 'active' }).where(eq(accounts.id, id));
    await remove(token, keyId);
    expect((await logIn(key.authenticate(await loginOptions()))).errorBody.error).toBe('invalid_credentials');
  });

  it('is accepted as the second factor, only for its own account', async () => {
    const [one, other] = [await fanWithPasskey(), await fanWithPasskey()];
    await enableTwoFactor(testHost, one.token);
    const { data } = await testHost.call('POST /auth/login', { body: { username: one.username, password } });
    expect(data.methods).toEqual(['totp', 'recovery', 'passkey']);
    const sendKey = async (ticket: string, key: typeof one.key) =>
      testHost.call('POST /auth/two-factor/login', { body: { ticket, passkey: key.authenticate(await loginOptions()) } });
    expect((await sendKey(data.ticket, other.key)).errorBody.error).toBe('code_invalid');
    expect((await sendKey(data.ticket, one.key)).status).toBe(200);
    const ticket = await signInWithPassword(testHost, one.username);
    const neither = await testHost.call('POST /auth/two-factor/login', { body: { ticket } });
    expect(neither.errorBody.error).toBe('invalid_request');
  });

  it('reauthenticates, only for its own account', async () => {
    const [one, other] = [await fanWithPasskey(), await fanWithPasskey()];
    testHost.clock.advance({ minutes: 11 });
    const reauthenticate = async (key: typeof one.key) =>
      testHost.call('POST /auth/reauthenticate', { body: { passkey: key.authenticate(await loginOptions()) } }, { token: one.token });
    expect((await reauthenticate(other.key)).errorBody.error).toBe('code_invalid');
    expect((await reauthenticate(one.key)).status).toBe(200);
    expect((await remove(one.token, one.keyId)).status).toBe(200);
  });
});
