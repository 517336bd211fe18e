import { bankAccount } from '../../../tests/kit/money/bank';
import { eventually } from '../../../tests/kit/timing/eventually';
import { mailedToken, mailsTo } from '../../../tests/kit/host/mails';
import { password, signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { enableTwoFactor } from '../../../tests/kit/people/two-factor';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
  await testHost.ctx.jobs.work(testHost.ctx);
});
afterAll(() => testHost.close());

const confirm = (token: string) => testHost.call('POST /auth/email-verification/confirm', { body: { token } });
const me = async (token: string) => (await testHost.call('GET /users/me', {}, { token })).data;
const changeTo = (token: string, email: string, currentPassword: string | undefined = password) =>
  testHost.call('PUT /users', { body: { email, currentPassword } }, { token });
let count = 0;
const freshAddress = (): string => `moved${String((count += 1))}@example.com`;

describe('confirming an address', () => {
  it('works within a day, and may be repeated', async () => {
    const [fan, late] = [await signUpFan(testHost), await signUpFan(testHost)];
    const token = await mailedToken(testHost, fan.email, 'verify-email');
    expect((await confirm(token)).data).toEqual({ isEmailVerified: true });
    expect((await me(fan.token)).isEmailVerified).toBe(true);
    expect((await confirm(token)).data).toEqual({ isEmailVerified: true });
    const lateToken = await mailedToken(testHost, late.email, 'verify-email');
    testHost.clock.advance({ hours: 25 });
    expect((await confirm(lateToken)).errorBody.error).toBe('link_invalid');
  });

  it('sends a new link to the account’s address and invalidates the older one', async () => {
    const fan = await signUpFan(testHost);
    const first = await mailedToken(testHost, fan.email, 'verify-email');
    expect((await testHost.call('POST /auth/email-verification', { body: {} }, { token: fan.token })).data).toEqual({ sent: true });
    const second = await mailedToken(testHost, fan.email, 'verify-email');
    expect((await confirm(first)).errorBody.error).toBe('link_invalid');
    expect((await confirm(second)).status).toBe(200);
  });

  it('gives guests the same response for known and unknown addresses', async () => {
    const fan = await signUpFan(testHost);
    testHost.clock.advance({ minutes: 2 });
    const requestLink = async (email: string) => (await testHost.call('POST /auth/email-verification', { body: { email } })).data;
    expect(await requestLink('nobody@example.com')).toEqual(await requestLink(fan.email));
    await eventually(async () => {
      expect(await mailsTo(testHost, fan.email, 'verify-email')).toHaveLength(2);
    });
    expect(await mailsTo(testHost, 'nobody@example.com', 'verify-email')).toHaveLength(0);
  });
});

describe('changing the address', () => {
  it('invalidates the links mailed to the previous address', async () => {
    const [fan, email] = [await signUpFan(testHost), freshAddress()];
    const oldToken = await mailedToken(testHost, fan.email, 'verify-email');
    await confirm(oldToken);
    await changeTo(fan.token, email);
    await confirm(await mailedToken(testHost, email, 'verify-email'));
    expect((await confirm(oldToken)).errorBody.error).toBe('link_invalid');
    expect(await me(fan.token)).toMatchObject({ email, pendingEmail: null });
  });

  it('takes effect when the new address is confirmed, and warns the old one', async () => {
    const [fan, email] = [await signUpFan(testHost), freshAddress()];
    const changed = await changeTo(fan.token, email);
    expect(changed.data).toMatchObject({ email: fan.email, pendingEmail: email });
    const [warning] = await mailsTo(testHost, fan.email, 'email-changing');
    expect(warning?.text).toContain(email);
    await confirm(await mailedToken(testHost, email, 'verify-email'));
    expect(await me(fan.token)).toMatchObject({ email, pendingEmail: null, isEmailVerified: true });
  });

  it('requires the current password and an unused address', async () => {
    const [fan, other] = [await signUpFan(testHost), await signUpFan(testHost)];
    expect((await testHost.call('PUT /users', { body: { email: freshAddress() } }, { token: fan.token })).errorBody.error).toBe(
      'wrong_password',
    );
    expect((await changeTo(fan.token, freshAddress(), 'wrong one')).errorBody.error).toBe('wrong_password');
    expect((await changeTo(fan.token, other.email.toUpperCase())).errorBody.error).toBe('email_taken');
    expect(await me(fan.token)).toMatchObject({ email: fan.email, pendingEmail: null });
  });

  it('fails if another account has taken the address by the time it is confirmed', async () => {
    const [fan, email] = [await signUpFan(testHost), freshAddress()];
    await changeTo(fan.token, email);
    const token = await mailedToken(testHost, email, 'verify-email');
    await testHost.call('POST /auth/users/register', { body: { email, password } });
    expect((await confirm(token)).errorBody.error).toBe('email_taken');
    expect(await me(fan.token)).toMatchObject({ email: fan.email });
  });

  it('is canceled when the old address is set again', async () => {
    const [fan, email] = [await signUpFan(testHost), freshAddress()];
    await changeTo(fan.token, email);
    expect((await changeTo(fan.token, fan.email, undefined)).data).toMatchObject({ pendingEmail: null });
    expect((await confirm(await mailedToken(testHost, email, 'verify-email'))).errorBody.error).toBe('link_invalid');
  });
});

describe('a changed address', () => {
  /** A fan whose confirmed address was changed, and the token mailed to that former address. */
  async function movedFan() {
    const [fan, email] = [await signUpFan(testHost), freshAddress()];
    await confirm(await mailedToken(testHost, fan.email, 'verify-email'));
    await changeTo(fan.token, email);
    await confirm(await mailedToken(testHost, email, 'verify-email'));
    return { fan, email, token: await mailedToken(testHost, fan.email, 'email-changed') };
  }
  const restore = (token: string, newPassword = 'another horse battery') =>
    testHost.call('POST /auth/email-restore', { body: { token, password: newPassword } });
  const logIn = (username: string, suppliedPassword: string) =>
    testHost.call('POST /auth/login', { body: { username, password: suppliedPassword } });

  it('is restored from the former address within seven days, once; a new password is set and all sessions end', async () => {
    const { fan, email, token } = await movedFan();
    testHost.clock.advance({ days: 6 });
    const intruderToken = (await logIn(email, password)).data.token;
    expect((await restore(token, 'password')).errorBody.error).toBe('password_too_common');
    expect((await restore(token)).data).toEqual({ restored: true });
    for (const endedToken of [fan.token, intruderToken])
      expect((await testHost.call('GET /users/me', {}, { token: endedToken })).errorBody.error).toBe('session_ended');
    expect((await logIn(email, 'another horse battery')).errorBody.error).toBe('invalid_credentials');
    expect((await logIn(fan.email, password)).errorBody.error).toBe('invalid_credentials');
    const restoredToken = (await logIn(fan.email, 'another horse battery')).data.token;
    expect(await me(restoredToken)).toMatchObject({ _id: fan.id, email: fan.email, isEmailVerified: true, pendingEmail: null });
    expect((await restore(token)).errorBody.error).toBe('link_invalid');
    // The address that is replaced gets a mail without a link to undo the change.
    expect((await mailsTo(testHost, email, 'email-changed')).map(({ text }) => text.includes('token='))).toEqual([false]);
  });

  it('cannot be restored after seven days', async () => {
    const { token } = await movedFan();
    testHost.clock.advance({ days: 7, seconds: 1 });
    expect((await restore(token)).errorBody.error).toBe('link_invalid');
  });

  it('is restored from the former address even after another change, which invalidates the other links', async () => {
    const { fan, email, token } = await movedFan();
    const thirdAddress = freshAddress();
    await changeTo(fan.token, thirdAddress);
    await confirm(await mailedToken(testHost, thirdAddress, 'verify-email'));
    const intruderLink = await mailedToken(testHost, email, 'email-changed');
    expect((await restore(token)).status).toBe(200);
    expect((await restore(intruderLink)).errorBody.error).toBe('link_invalid');
    expect((await logIn(fan.email, 'another horse battery')).status).toBe(200);
  });

  it('cannot be restored once another account has the former address', async () => {
    const { fan, token } = await movedFan();
    await testHost.call('POST /auth/users/register', { body: { email: fan.email, password } });
    expect((await restore(token)).errorBody.error).toBe('email_taken');
  });

  it('is restored without turning two-factor off: an old mailbox is not a second factor', async () => {
    const { fan, token } = await movedFan();
    await enableTwoFactor(testHost, fan.token);
    expect((await restore(token)).status).toBe(200);
    expect((await logIn(fan.email, 'another horse battery')).status).toBe(202);
  });

  it('gets no restore link for a former address that was never confirmed, or after a change by an operator', async () => {
    const [fan, email] = [await signUpFan(testHost), freshAddress()];
    await changeTo(fan.token, email);
    await confirm(await mailedToken(testHost, email, 'verify-email'));
    const operator = await signUpOperator(testHost);
    const params = { id: fan.id };
    await testHost.call(
      'PUT /admin/users/:id',
      { params, body: { email: freshAddress(), isEmailVerified: true } },
      { token: operator.token },
    );
    for (const former of [fan.email, email]) {
      const [mail] = await mailsTo(testHost, former, 'email-changed');
      expect(mail?.text).toContain('/contact');
      expect(mail?.text).not.toContain('token=');
    }
  });
});

describe('with two-factor on', () => {
  it('changing the address requires a recent second factor besides the password, for fans and performers', async () => {
    const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
    const [performerApp, fanApp] = [await enableTwoFactor(testHost, performer.token), await enableTwoFactor(testHost, fan.token)];
    // Enabling two-factor counts as a recent second factor, so that has to expire first.
    testHost.clock.advance({ minutes: 11 });
    await testHost.call('POST /auth/reauthenticate', { body: { password } }, { token: fan.token });
    expect((await changeTo(fan.token, freshAddress())).errorBody.error).toBe('reauthentication_required');
    const body = { email: freshAddress(), currentPassword: password };
    const change = () => testHost.call('PUT /performers/:id', { params: { id: 'me' }, body }, { token: performer.token });
    expect((await change()).errorBody.error).toBe('reauthentication_required');
    expect(await mailsTo(testHost, body.email, 'verify-email')).toEqual([]);
    expect((await testHost.call('PUT /users', { body: { name: 'Renamed' } }, { token: fan.token })).status).toBe(200);
    await testHost.call('POST /auth/reauthenticate', { body: { code: fanApp.nextCode() } }, { token: fan.token });
    await testHost.call('POST /auth/reauthenticate', { body: { code: performerApp.nextCode() } }, { token: performer.token });
    const email = freshAddress();
    expect((await changeTo(fan.token, email)).data.pendingEmail).toBe(email);
    expect((await change()).data.pendingEmail).toBe(body.email);
  });

  it('changing payout details requires a recent second factor too', async () => {
    const performer = await signUpPerformer(testHost);
    const app = await enableTwoFactor(testHost, performer.token);
    testHost.clock.advance({ minutes: 11 });
    const setPayoutDetails = () =>
      testHost.call('PUT /performers/:id/banking-settings', { params: { id: 'me' }, body: bankAccount }, { token: performer.token });
    await testHost.call('POST /auth/reauthenticate', { body: { password } }, { token: performer.token });
    expect((await setPayoutDetails()).errorBody.error).toBe('reauthentication_required');
    await testHost.call('POST /auth/reauthenticate', { body: { code: app.nextCode() } }, { token: performer.token });
    expect((await setPayoutDetails()).status).toBe(200);
  });
});
