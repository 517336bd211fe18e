/** No sign-in method bypasses two-factor, and operators without a required two-factor have no access. */
import { desc, eq } from 'drizzle-orm';
import { io } from 'socket.io-client';
import type { Ack } from '@contract/kernel/events';
import { accounts } from '@server/platform/db/schema/accounts';
import { auditLog } from '@server/platform/db/schema/site';
import { issueLink } from '../links/links';
import { eventually } from '../../../tests/kit/timing/eventually';
import { openGoogleStandIn, type GoogleStandIn } from '../../../tests/kit/stand-ins/google';
import { mailsTo, mailedToken } from '../../../tests/kit/host/mails';
import { password, signUpFan, signUpOperator } from '../../../tests/kit/people/people';
import { signInWithPassword, enableTwoFactor } from '../../../tests/kit/people/two-factor';
import { setSettings } from '../../../tests/kit/host/site-settings';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let google: GoogleStandIn;
beforeAll(async () => {
  google = await openGoogleStandIn();
  testHost = await openTestHost(google.environment);
});
afterAll(async () => {
  await testHost.close();
  await google.close();
});

const me = (token: string) => testHost.call('GET /users/me', {}, { token });
const signInWithGoogle = async (sub: string, email: string, deviceToken?: string) =>
  testHost.call('POST /auth/google/login', { body: { tokenId: await google.idToken({ sub, email }), nonce: 'nonce', deviceToken } });
const confirm = async (email: string) =>
  testHost.call('POST /auth/email-verification/confirm', { body: { token: await mailedToken(testHost, email, 'verify-email') } });

describe('the second factor is required', () => {
  it('for a social sign-in, including the first one, unless the device is trusted', async () => {
    const fan = await signUpFan(testHost);
    await confirm(fan.email);
    const app = await enableTwoFactor(testHost, fan.token);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { status, data } = await signInWithGoogle('joins', fan.email);
      expect([status, Object.keys(data).sort()]).toEqual([202, ['expiresAt', 'methods', 'ticket']]);
    }
    const { data } = await signInWithGoogle('joins', fan.email);
    const response = await testHost.call('POST /auth/two-factor/login', {
      body: { ticket: data.ticket, code: app.nextCode(), rememberDevice: true },
    });
    expect((await me(response.data.token)).data._id).toBe(fan.id);
    expect((await signInWithGoogle('joins', fan.email, response.data.deviceToken ?? '')).status).toBe(200);
  });

  it('for an unconfirmed address that a provider has verified: the account is not handed over', async () => {
    const fan = await signUpFan(testHost);
    await enableTwoFactor(testHost, fan.token);
    const takeover = await signInWithGoogle('takes over', fan.email);
    expect(takeover.errorBody).toMatchObject({
      error: 'social_login_failed',
      message: expect.stringContaining('two-step verification') as string,
    });
    expect((await me(fan.token)).status).toBe(200);
    expect((await testHost.call('POST /auth/login', { body: { username: fan.username, password } })).status).toBe(202);
  });

  it('after a password reset by mail, which ends earlier sessions', async () => {
    const fan = await signUpFan(testHost);
    const app = await enableTwoFactor(testHost, fan.token);
    const link = await issueLink(testHost.ctx, 'reset-password', { accountId: fan.id, email: fan.email });
    const newPassword = 'a quite different one';
    const reset = await testHost.call('POST /auth/password-reset', {
      body: { token: new URL(link).searchParams.get('token') ?? '', password: newPassword },
    });
    expect(reset.data).toEqual({ updated: true });
    expect((await me(fan.token)).errorBody.error).toBe('session_ended');
    const login = await testHost.call('POST /auth/login', { body: { username: fan.username, password: newPassword } });
    expect([login.status, login.headers.get('set-cookie')]).toEqual([202, null]);
    expect((await me(login.data.ticket)).errorBody.error).toBe('session_ended');
    const body = { ticket: login.data.ticket, code: app.nextCode() };
    expect((await testHost.call('POST /auth/two-factor/login', { body })).status).toBe(200);
  });

  it('after the address was confirmed, which does not sign in', async () => {
    const fan = await signUpFan(testHost);
    await enableTwoFactor(testHost, fan.token);
    expect((await confirm(fan.email)).data).toEqual({ isEmailVerified: true });
    expect((await testHost.call('POST /auth/login', { body: { email: fan.email, password } })).status).toBe(202);
  });

  it('for sessions that were started while it was being enabled', async () => {
    const fan = await signUpFan(testHost);
    const logins = () => testHost.call('POST /auth/login', { body: { username: fan.username, password } });
    const [, ...raced] = await Promise.all([enableTwoFactor(testHost, fan.token), logins(), logins(), logins()]);
    for (const { status, data } of raced) if (status === 200) expect((await me(data.token)).errorBody.error).toBe('session_ended');
    expect((await logins()).status).toBe(202);
  });
});

describe('with two-factor on, the password alone is not enough', () => {
  const missingId = '00000000-0000-7000-8000-000000000000';
  const response = { clientDataJSON: 'AAAA', attestationObject: 'AAAA' };
  const key = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' as const, response };
  it.each<[string, 'fan' | 'operator', (token: string) => Promise<{ status: number; errorBody: { error: string } }>, string | null]>([
    ['to get the options of a new passkey', 'fan', (token) => testHost.call('POST /auth/passkeys/options', {}, { token }), null],
    [
      'to add a passkey',
      'fan',
      (token) => testHost.call('POST /auth/passkeys', { body: { name: 'Phone', answer: key } }, { token }),
      'passkey_invalid',
    ],
    [
      'to remove a passkey',
      'fan',
      (token) => testHost.call('DELETE /auth/passkeys/:id', { params: { id: missingId } }, { token }),
      'passkey_not_found',
    ],
    ['to export all data', 'fan', (token) => testHost.call('POST /account/export', {}, { token }), null],
    ...(['approve', 'reject', 'done'] as const).map((step): [string, 'operator', (token: string) => ReturnType<typeof decide>, string] => [
      `to decide on a payout (${step})`,
      'operator',
      (token) => decide(step, token),
      'payout_not_found',
    ]),
  ])('%s', async (_what, who, act, error) => {
    const person = await (who === 'fan' ? signUpFan(testHost) : signUpOperator(testHost));
    const app = await enableTwoFactor(testHost, person.token);
    testHost.clock.advance({ minutes: 11 });
    await testHost.call('POST /auth/reauthenticate', { body: { password } }, { token: person.token });
    expect((await act(person.token)).errorBody.error).toBe('reauthentication_required');
    await testHost.call('POST /auth/reauthenticate', { body: { code: app.nextCode() } }, { token: person.token });
    const { status, errorBody } = await act(person.token);
    if (error === null) expect(Math.floor(status / 100)).toBe(2);
    else expect(errorBody.error).toBe(error);
  });

  const decide = (step: 'approve' | 'reject' | 'done', token: string) =>
    testHost.call(
      `POST /admin/payout-requests/:id/${step}`,
      { params: { id: missingId }, body: step === 'done' ? { reference: 'A' } : { note: 'No' } },
      { token },
    );
});

describe('operators', () => {
  it('can reset a lost second factor, with an audit entry and a mail, but not their own', async () => {
    const [operator, fan] = [await signUpOperator(testHost), await signUpFan(testHost)];
    const reset = (id: string) => testHost.call('POST /admin/users/:id/two-factor/reset', { params: { id } }, { token: operator.token });
    expect((await reset(fan.id)).errorBody.error).toBe('two_factor_off');
    expect((await reset(testHost.ctx.random.id())).errorBody.error).toBe('user_not_found');
    expect((await reset(operator.id)).errorBody.error).toBe('self_not_allowed');
    await enableTwoFactor(testHost, fan.token);
    const ticket = await signInWithPassword(testHost, fan.username);
    expect((await reset(fan.id)).data).toMatchObject({ _id: fan.id, hasTwoFactor: false, sessions: [] });
    expect((await me(fan.token)).errorBody.error).toBe('session_ended');
    const late = await testHost.call('POST /auth/two-factor/login', { body: { ticket, code: '123456' } });
    expect(late.errorBody.error).toBe('link_invalid');
    expect((await testHost.call('POST /auth/login', { body: { username: fan.username, password } })).status).toBe(200);
    expect(await mailsTo(testHost, fan.email, 'second-step-changed')).toHaveLength(2);
    const [entry] = await testHost.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, fan.id)).orderBy(desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({
      actorId: operator.id,
      action: 'users.reset-second-step',
      before: { hasTwoFactor: true },
      after: { hasTwoFactor: false },
    });
  });

  it('without a required second factor can only set it up, and their sockets are disconnected', async () => {
    const [withoutFactor, withFactor] = [await signUpOperator(testHost), await signUpOperator(testHost)];
    await enableTwoFactor(testHost, withFactor.token);
    const connect = (query = {}) => io(testHost.url, { transports: ['websocket'], reconnection: false, query, forceNew: true });
    const [firstSocket, secondSocket] = [connect(), connect()];
    const authenticate = (socket: typeof firstSocket, token: string) =>
      socket.emitWithAck('auth/login', { token }) as Promise<Ack<unknown>>;
    expect((await authenticate(firstSocket, withoutFactor.token)).ok).toBe(true);
    expect((await authenticate(secondSocket, withFactor.token)).ok).toBe(true);
    const requirement = { params: { key: 'operatorsNeedSecondStep' }, body: { value: true } };
    expect((await testHost.call('PUT /admin/settings/:key', requirement, { token: withFactor.token })).status).toBe(200);
    try {
      await eventually(() => expect(firstSocket.connected).toBe(false));
      expect(secondSocket.connected).toBe(true);
      const lateSocket = connect();
      expect(await authenticate(lateSocket, withoutFactor.token)).toEqual({ ok: false, error: 'second_step_required' });
      const requestsOf = (token: string) => [
        testHost.call('GET /admin/users/search', {}, { token }),
        testHost.call('GET /notifications', {}, { token }),
        testHost.call('PUT /users', { body: { name: 'Other' } }, { token }),
      ];
      for (const { errorBody } of await Promise.all(requestsOf(withoutFactor.token))) expect(errorBody.error).toBe('second_step_required');
      for (const { status } of await Promise.all(requestsOf(withFactor.token))) expect(status).toBe(200);
      expect((await me(withoutFactor.token)).data.owesSecondStep).toBe(true);
      const disableRequest = { body: { code: '123456' } };
      expect((await testHost.call('POST /auth/two-factor/disable', disableRequest, { token: withFactor.token })).errorBody.error).toBe(
        'second_step_required',
      );
      await enableTwoFactor(testHost, withoutFactor.token);
      expect((await me(withoutFactor.token)).data.owesSecondStep).toBe(false);
      for (const { status } of await Promise.all(requestsOf(withoutFactor.token))) expect(status).toBe(200);
      expect((await testHost.ctx.db.select().from(accounts).where(eq(accounts.id, withoutFactor.id)))[0]?.name).toBe('Other');
    } finally {
      for (const socket of [firstSocket, secondSocket]) socket.close();
      await setSettings(testHost, { operatorsNeedSecondStep: false });
    }
  });
});
