/** Two-factor: setup, sign-in, and that it cannot be bypassed. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { accounts } from '@server/platform/db/schema/accounts';
import { recoveryCodes, secondFactors } from '@server/platform/db/schema/two-factor';
import { mailsTo } from '../../../tests/kit/host/mails';
import { password, signUpFan } from '../../../tests/kit/people/people';
import { totpAt, signInWithPassword, enableTwoFactor } from '../../../tests/kit/people/two-factor';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { sweepTwoFactor } from './sweep';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

const sendCode = (ticket: string, code: string, more: { rememberDevice?: boolean; deviceToken?: string } = {}) =>
  testHost.call('POST /auth/two-factor/login', { body: { ticket, code, ...more } });
const isSignedIn = async (token: string): Promise<boolean> => (await testHost.call('GET /users/me', {}, { token })).status === 200;
const state = async (token: string) => (await testHost.call('GET /auth/two-factor', {}, { token })).data;
/** A code that is not valid now. */
const wrongCode = (correctCode: string): string => String((Number(correctCode) + 1) % 1_000_000).padStart(6, '0');

async function fanWithTwoFactor() {
  const fan = await signUpFan(testHost);
  return { ...fan, app: await enableTwoFactor(testHost, fan.token) };
}

describe('two-factor setup', () => {
  it('requires reauthentication, and affects sign-ins only after a code has confirmed it', async () => {
    const fan = await signUpFan(testHost);
    const setUp = () => testHost.call('POST /auth/two-factor/setup', {}, { token: fan.token });
    const enable = (code: string) => testHost.call('POST /auth/two-factor/enable', { body: { code } }, { token: fan.token });
    expect((await enable('123456')).errorBody.error).toBe('two_factor_off');
    testHost.clock.advance({ minutes: 11 });
    expect((await setUp()).errorBody.error).toBe('reauthentication_required');
    expect((await enable('123456')).errorBody.error).toBe('reauthentication_required');
    await testHost.call('POST /auth/reauthenticate', { body: { password } }, { token: fan.token });
    const { data } = await setUp();
    expect(data.uri).toMatch(/^otpauth:\/\/totp\/Footlight:.+secret=/);
    expect((await testHost.call('POST /auth/login', { body: { username: fan.username, password } })).data.token).toHaveLength(43);
    const correctCode = totpAt(data.secret, testHost.clock.now());
    expect((await enable(wrongCode(correctCode))).errorBody.error).toBe('code_invalid');
    const enabled = await enable(correctCode);
    expect(enabled.data.recoveryCodes).toHaveLength(limits.twoFactor.recoveryCodes);
    expect(new Set(enabled.data.recoveryCodes).size).toBe(limits.twoFactor.recoveryCodes);
    expect((await setUp()).errorBody.error).toBe('two_factor_on');
    expect((await enable(correctCode)).errorBody.error).toBe('two_factor_on');
    expect((await testHost.call('GET /users/me', {}, { token: fan.token })).data.hasTwoFactor).toBe(true);
    expect(await mailsTo(testHost, fan.email, 'second-step-changed')).toHaveLength(1);
  });

  it('ends the sessions that were started without it', async () => {
    const fan = await signUpFan(testHost);
    const oldToken = (await testHost.call('POST /auth/login', { body: { username: fan.username, password } })).data.token;
    await enableTwoFactor(testHost, fan.token);
    expect([await isSignedIn(fan.token), await isSignedIn(oldToken)]).toEqual([true, false]);
  });

  it('stores neither the secret nor a recovery code in plain text', async () => {
    const { id, app } = await fanWithTwoFactor();
    const stored = JSON.stringify([
      await testHost.ctx.db.select().from(secondFactors).where(eq(secondFactors.accountId, id)),
      await testHost.ctx.db.select().from(recoveryCodes).where(eq(recoveryCodes.accountId, id)),
    ]);
    for (const secret of [app.secret, ...app.recoveryCodes, ...app.recoveryCodes.map((code) => code.replace('-', ''))])
      expect(stored).not.toContain(secret);
  });

  it('is disabled with a code, which deletes its data', async () => {
    const { token, id, username, app } = await fanWithTwoFactor();
    const disable = (code: string) => testHost.call('POST /auth/two-factor/disable', { body: { code } }, { token });
    const code = app.nextCode();
    expect((await disable(wrongCode(code))).errorBody.error).toBe('code_invalid');
    testHost.clock.advance({ minutes: 11 });
    expect((await disable(app.code())).errorBody.error).toBe('reauthentication_required');
    await testHost.call('POST /auth/reauthenticate', { body: { password } }, { token });
    expect((await disable(app.nextCode())).data).toEqual({ enabled: false });
    expect((await disable(app.nextCode())).errorBody.error).toBe('two_factor_off');
    expect(await testHost.ctx.db.$count(recoveryCodes, eq(recoveryCodes.accountId, id))).toBe(0);
    expect((await testHost.call('POST /auth/login', { body: { username, password } })).data.token).toHaveLength(43);
  });

  it('renews recovery codes only with a recent second factor, not with the password alone', async () => {
    const { token, username, app } = await fanWithTwoFactor();
    const renew = () => testHost.call('POST /auth/two-factor/recovery-codes', {}, { token });
    testHost.clock.advance({ minutes: 11 });
    await testHost.call('POST /auth/reauthenticate', { body: { password } }, { token });
    expect((await renew()).errorBody.error).toBe('reauthentication_required');
    const proof = await testHost.call('POST /auth/reauthenticate', { body: { code: app.nextCode() } }, { token });
    expect(new Date(proof.data.until).getTime()).toBeGreaterThan(testHost.clock.now().getTime());
    const { recoveryCodes: renewed } = (await renew()).data;
    expect(renewed).toHaveLength(limits.twoFactor.recoveryCodes);
    expect((await sendCode(await signInWithPassword(testHost, username), app.recoveryCodes[0] ?? '')).errorBody.error).toBe('code_invalid');
    expect((await sendCode(await signInWithPassword(testHost, username), renewed[0] ?? '')).status).toBe(200);
    const other = await signUpFan(testHost);
    expect((await testHost.call('POST /auth/two-factor/recovery-codes', {}, { token: other.token })).errorBody.error).toBe(
      'two_factor_off',
    );
    const code = { body: { code: '123456' } };
    expect((await testHost.call('POST /auth/reauthenticate', code, { token: other.token })).errorBody.error).toBe('code_invalid');
  });
});

describe('signing in', () => {
  it('returns no session for the password alone, and one for the code', async () => {
    const { username, app } = await fanWithTwoFactor();
    const first = await testHost.call('POST /auth/login', { body: { username, password, remember: true } });
    expect(first.status).toBe(202);
    expect(first.headers.get('set-cookie')).toBeNull();
    expect(Object.keys(first.data).sort()).toEqual(['expiresAt', 'methods', 'ticket']);
    expect(await isSignedIn(first.data.ticket)).toBe(false);
    const second = await sendCode(first.data.ticket, app.nextCode());
    expect(second.status).toBe(200);
    expect(second.headers.get('set-cookie')).toContain('media=');
    testHost.clock.advance({ days: 300 });
    expect(await isSignedIn(second.data.token)).toBe(true);
  });

  it('accepts a code once, accepts no earlier one, and tolerates a clock skew of 30 seconds', async () => {
    const { username, app } = await fanWithTwoFactor();
    const [earlier, code] = [app.nextCode(), app.nextCode()];
    expect((await sendCode(await signInWithPassword(testHost, username), `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
    expect((await sendCode(await signInWithPassword(testHost, username), code)).errorBody.error).toBe('code_invalid');
    expect((await sendCode(await signInWithPassword(testHost, username), earlier)).errorBody.error).toBe('code_invalid');
    const ahead = totpAt(app.secret, new Date(testHost.clock.now().getTime() + 30_000));
    expect((await sendCode(await signInWithPassword(testHost, username), ahead)).status).toBe(200);
    const farAhead = totpAt(app.secret, new Date(testHost.clock.now().getTime() + 120_000));
    expect((await sendCode(await signInWithPassword(testHost, username), farAhead)).errorBody.error).toBe('code_invalid');
  });

  it('accepts an app code or recovery code once, even in concurrent attempts', async () => {
    const { username, app } = await fanWithTwoFactor();
    for (const code of [app.nextCode(), app.recoveryCodes[0] ?? '']) {
      const tickets = await Promise.all(Array.from({ length: 8 }, () => signInWithPassword(testHost, username)));
      const statuses = await Promise.all(tickets.map(async (ticket) => (await sendCode(ticket, code)).status));
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    }
    const ticket = await signInWithPassword(testHost, username);
    const responses = await Promise.all([sendCode(ticket, app.recoveryCodes[1] ?? ''), sendCode(ticket, app.recoveryCodes[2] ?? '')]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('returns how many recovery codes are left, and accepts them in upper or lower case, with a dash or a space', async () => {
    const { username, token, app } = await fanWithTwoFactor();
    const code = (app.recoveryCodes[0] ?? '').toLowerCase().replace('-', ' ');
    expect((await sendCode(await signInWithPassword(testHost, username), code)).data.recoveryCodesLeft).toBe(9);
    expect((await sendCode(await signInWithPassword(testHost, username), code)).errorBody.error).toBe('code_invalid');
    expect((await state(token)).recoveryCodesLeft).toBe(9);
  });

  it('allows five minutes and five wrong codes, and a ticket works once', async () => {
    const { username, app } = await fanWithTwoFactor();
    const late = await signInWithPassword(testHost, username);
    testHost.clock.advance({ minutes: 5, seconds: 1 });
    expect((await sendCode(late, app.code())).errorBody.error).toBe('link_invalid');
    const ticket = await signInWithPassword(testHost, username);
    for (let attempt = 0; attempt < limits.twoFactor.triesPerTicket; attempt += 1)
      expect((await sendCode(ticket, wrongCode(app.code()))).errorBody.error).toBe('code_invalid');
    expect((await sendCode(ticket, app.code())).errorBody.error).toBe('link_invalid');
    const used = await signInWithPassword(testHost, username);
    expect((await sendCode(used, app.nextCode())).status).toBe(200);
    expect((await sendCode(used, app.nextCode())).errorBody.error).toBe('link_invalid');
    await sweepTwoFactor(testHost.ctx);
  });

  it('rejects all codes of an account for an hour after twenty wrong ones', async () => {
    const { username, token, app } = await fanWithTwoFactor();
    const other = await fanWithTwoFactor();
    for (let attempt = 0; attempt < limits.twoFactor.wrongMax; attempt += 1) {
      const response =
        attempt % 2 === 0
          ? await sendCode(await signInWithPassword(testHost, username), 'ABCDE-FGHJK')
          : await testHost.call('POST /auth/reauthenticate', { body: { code: wrongCode(app.code()) } }, { token });
      expect(response.errorBody.error).toBe('code_invalid');
    }
    const limited = await sendCode(await signInWithPassword(testHost, username), app.nextCode());
    expect(limited.errorBody.error).toBe('too_many_requests');
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect((await sendCode(await signInWithPassword(testHost, username), app.recoveryCodes[0] ?? '')).errorBody.error).toBe(
      'too_many_requests',
    );
    expect((await sendCode(await signInWithPassword(testHost, other.username), other.app.code())).status).toBe(200);
    const { data } = await testHost.call('GET /notifications', {}, { token });
    expect(JSON.stringify(data)).toContain('several wrong codes');
    testHost.clock.advance({ hours: 1 });
    expect((await sendCode(await signInWithPassword(testHost, username), app.code())).status).toBe(200);
  });

  it('is rejected if the account was suspended between the factors', async () => {
    const { id, username, app } = await fanWithTwoFactor();
    const ticket = await signInWithPassword(testHost, username);
    await testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, id));
    expect((await sendCode(ticket, app.nextCode())).errorBody.error).toBe('account_suspended');
  });
});

describe('a trusted device', () => {
  const logIn = (username: string, deviceToken: string) => testHost.call('POST /auth/login', { body: { username, password, deviceToken } });

  async function fanWithTrustedDevice() {
    const person = await fanWithTwoFactor();
    const response = await sendCode(await signInWithPassword(testHost, person.username), person.app.nextCode(), { rememberDevice: true });
    return { ...person, token: response.data.token, device: response.data.deviceToken ?? '' };
  }

  it('skips the second factor for 30 days, only for its account', async () => {
    const { username, device, app } = await fanWithTrustedDevice();
    const other = await fanWithTwoFactor();
    expect((await logIn(username, device)).status).toBe(200);
    expect((await logIn(other.username, device)).status).toBe(202);
    expect((await logIn(username, `${device}x`)).status).toBe(202);
    expect((await logIn(username, 'made-up.value')).status).toBe(202);
    const again = await sendCode(await signInWithPassword(testHost, other.username), other.app.nextCode(), {
      rememberDevice: true,
      deviceToken: device,
    });
    expect(again.data.deviceToken).toBe(device);
    expect((await sendCode(await signInWithPassword(testHost, username), app.nextCode())).data.deviceToken).toBeNull();
    testHost.clock.advance({ days: 30, seconds: 1 });
    expect((await logIn(username, device)).status).toBe(202);
  });

  it('is listed, and has to give the second factor again once it is removed', async () => {
    const { username, device, token } = await fanWithTrustedDevice();
    const [listed, ...others] = (await state(token)).devices;
    expect(others).toEqual([]);
    expect(listed).toMatchObject({ address: '127.0.0.1' });
    const otherFan = await signUpFan(testHost);
    const remove = (accountToken: string) =>
      testHost.call('DELETE /auth/two-factor/devices/:id', { params: { id: listed?._id ?? '' } }, { token: accountToken });
    expect((await remove(otherFan.token)).errorBody.error).toBe('device_not_found');
    expect((await remove(token)).data).toEqual({ removed: true });
    expect((await remove(token)).errorBody.error).toBe('device_not_found');
    expect((await logIn(username, device)).status).toBe(202);
  });

  it('is removed when the password changes, together with pending sign-ins', async () => {
    const { username, device, token, app } = await fanWithTrustedDevice();
    const ticket = await signInWithPassword(testHost, username);
    const changed = 'an even better horse';
    await testHost.call('PUT /auth/users/me/password', { body: { password: changed, currentPassword: password } }, { token });
    expect((await sendCode(ticket, app.nextCode())).errorBody.error).toBe('link_invalid');
    expect((await testHost.call('POST /auth/login', { body: { username, password: changed, deviceToken: device } })).status).toBe(202);
  });
});
