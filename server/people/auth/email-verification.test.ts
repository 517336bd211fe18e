import { bank } from '../../../tests/kit/money/bank';
import { eventually } from '../../../tests/kit/timing/eventually';
import { mailedToken, mailsTo } from '../../../tests/support/outbox';
import { password, signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { switchOn } from '../../../tests/support/second-step';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.ctx.jobs.work(world.ctx);
});
afterAll(() => world.close());

const confirm = (token: string) => world.call('POST /auth/email-verification/confirm', { body: { token } });
const me = async (token: string) => (await world.call('GET /users/me', {}, { token })).data;
const changeTo = (token: string, email: string, currentPassword: string | undefined = password) =>
  world.call('PUT /users', { body: { email, currentPassword } }, { token });
let count = 0;
const freshAddress = (): string => `moved${String((count += 1))}@example.com`;

describe('confirming an address', () => {
  it('works once, within a day', async () => {
    const [fan, late] = [await signUpFan(world), await signUpFan(world)];
    const token = await mailedToken(world, fan.email, 'verify-email');
    expect((await confirm(token)).data).toEqual({ isEmailVerified: true });
    expect((await me(fan.token)).isEmailVerified).toBe(true);
    expect((await confirm(token)).refusal.error).toBe('link_invalid');
    const lateToken = await mailedToken(world, late.email, 'verify-email');
    world.clock.advance({ hours: 25 });
    expect((await confirm(lateToken)).refusal.error).toBe('link_invalid');
  });

  it('sends a new link to the own address, and the older one dies', async () => {
    const fan = await signUpFan(world);
    const first = await mailedToken(world, fan.email, 'verify-email');
    expect((await world.call('POST /auth/email-verification', { body: {} }, { token: fan.token })).data).toEqual({ sent: true });
    const second = await mailedToken(world, fan.email, 'verify-email');
    expect((await confirm(first)).refusal.error).toBe('link_invalid');
    expect((await confirm(second)).status).toBe(200);
  });

  it('answers guests alike, whoever has the address', async () => {
    const fan = await signUpFan(world);
    world.clock.advance({ minutes: 2 });
    const ask = async (email: string) => (await world.call('POST /auth/email-verification', { body: { email } })).data;
    expect(await ask('nobody@example.com')).toEqual(await ask(fan.email));
    await eventually(async () => {
      expect(await mailsTo(world, fan.email, 'verify-email')).toHaveLength(2);
    });
    expect(await mailsTo(world, 'nobody@example.com', 'verify-email')).toHaveLength(0);
  });
});

describe('changing the address', () => {
  it('waits until the new one is confirmed, and warns the old one', async () => {
    const [fan, email] = [await signUpFan(world), freshAddress()];
    const changed = await changeTo(fan.token, email);
    expect(changed.data).toMatchObject({ email: fan.email, pendingEmail: email });
    const [warning] = await mailsTo(world, fan.email, 'email-changing');
    expect(warning?.text).toContain(email);
    await confirm(await mailedToken(world, email, 'verify-email'));
    expect(await me(fan.token)).toMatchObject({ email, pendingEmail: null, isEmailVerified: true });
  });

  it('needs the present password, and an address that nobody has', async () => {
    const [fan, other] = [await signUpFan(world), await signUpFan(world)];
    expect((await world.call('PUT /users', { body: { email: freshAddress() } }, { token: fan.token })).refusal.error).toBe(
      'wrong_password',
    );
    expect((await changeTo(fan.token, freshAddress(), 'wrong one')).refusal.error).toBe('wrong_password');
    expect((await changeTo(fan.token, other.email.toUpperCase())).refusal.error).toBe('email_taken');
    expect(await me(fan.token)).toMatchObject({ email: fan.email, pendingEmail: null });
  });

  it('comes too late when somebody else took the address meanwhile', async () => {
    const [fan, email] = [await signUpFan(world), freshAddress()];
    await changeTo(fan.token, email);
    const token = await mailedToken(world, email, 'verify-email');
    await world.call('POST /auth/users/register', { body: { email, password } });
    expect((await confirm(token)).refusal.error).toBe('email_taken');
    expect(await me(fan.token)).toMatchObject({ email: fan.email });
  });

  it('is forgotten when the person stays with the old one', async () => {
    const [fan, email] = [await signUpFan(world), freshAddress()];
    await changeTo(fan.token, email);
    expect((await changeTo(fan.token, fan.email, undefined)).data).toMatchObject({ pendingEmail: null });
    expect((await confirm(await mailedToken(world, email, 'verify-email'))).refusal.error).toBe('link_invalid');
  });
});

describe('a changed address', () => {
  /** A fan whose confirmed address somebody has changed, and the token of the mail that went there. */
  async function movedFan() {
    const [fan, email] = [await signUpFan(world), freshAddress()];
    await confirm(await mailedToken(world, fan.email, 'verify-email'));
    await changeTo(fan.token, email);
    await confirm(await mailedToken(world, email, 'verify-email'));
    return { fan, email, token: await mailedToken(world, fan.email, 'email-changed') };
  }
  const restore = (token: string, newPassword = 'another horse battery') =>
    world.call('POST /auth/email-restore', { body: { token, password: newPassword } });
  const logIn = (username: string, given: string) => world.call('POST /auth/login', { body: { username, password: given } });

  it('is taken back from the former one within seven days, once, with a new password and no session left', async () => {
    const { fan, email, token } = await movedFan();
    world.clock.advance({ days: 6 });
    const stranger = (await logIn(email, password)).data.token;
    expect((await restore(token, 'password')).refusal.error).toBe('password_too_common');
    expect((await restore(token)).data).toEqual({ restored: true });
    for (const gone of [fan.token, stranger])
      expect((await world.call('GET /users/me', {}, { token: gone })).refusal.error).toBe('session_ended');
    expect((await logIn(email, 'another horse battery')).refusal.error).toBe('invalid_credentials');
    expect((await logIn(fan.email, password)).refusal.error).toBe('invalid_credentials');
    const back = (await logIn(fan.email, 'another horse battery')).data.token;
    expect(await me(back)).toMatchObject({ _id: fan.id, email: fan.email, isEmailVerified: true, pendingEmail: null });
    expect((await restore(token)).refusal.error).toBe('link_invalid');
    // Where it was meanwhile hears of it, and cannot undo that in turn.
    expect((await mailsTo(world, email, 'email-changed')).map(({ text }) => text.includes('token='))).toEqual([false]);
  });

  it('stays after seven days', async () => {
    const { token } = await movedFan();
    world.clock.advance({ days: 7, seconds: 1 });
    expect((await restore(token)).refusal.error).toBe('link_invalid');
  });

  it('is taken back by its person though it was changed again, which ends the links of the others', async () => {
    const { fan, email, token } = await movedFan();
    const third = freshAddress();
    await changeTo(fan.token, third);
    await confirm(await mailedToken(world, third, 'verify-email'));
    const strangers = await mailedToken(world, email, 'email-changed');
    expect((await restore(token)).status).toBe(200);
    expect((await restore(strangers)).refusal.error).toBe('link_invalid');
    expect((await logIn(fan.email, 'another horse battery')).status).toBe(200);
  });

  it('stays where somebody else has the former one by now', async () => {
    const { fan, token } = await movedFan();
    await world.call('POST /auth/users/register', { body: { email: fan.email, password } });
    expect((await restore(token)).refusal.error).toBe('email_taken');
  });

  it('leaves the second step on: an old mailbox is not one', async () => {
    const { fan, token } = await movedFan();
    await switchOn(world, fan.token);
    expect((await restore(token)).status).toBe(200);
    expect((await logIn(fan.email, 'another horse battery')).status).toBe(202);
  });

  it('is not given back by a mail to one that was never confirmed, nor where operators have changed it', async () => {
    const [fan, email] = [await signUpFan(world), freshAddress()];
    await changeTo(fan.token, email);
    await confirm(await mailedToken(world, email, 'verify-email'));
    const operator = await signUpOperator(world);
    const params = { id: fan.id };
    await world.call('PUT /admin/users/:id', { params, body: { email: freshAddress(), isEmailVerified: true } }, { token: operator.token });
    for (const former of [fan.email, email]) {
      const [mail] = await mailsTo(world, former, 'email-changed');
      expect(mail?.text).toContain('/contact');
      expect(mail?.text).not.toContain('token=');
    }
  });
});

describe('changing the address with a second step', () => {
  it('takes that besides the password, of fans and performers', async () => {
    const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
    const [hers, app] = [await switchOn(world, performer.token), await switchOn(world, fan.token)];
    // It was given when it was switched on.
    world.clock.advance({ minutes: 11 });
    await world.call('POST /auth/reauthenticate', { body: { password } }, { token: fan.token });
    expect((await changeTo(fan.token, freshAddress())).refusal.error).toBe('reauthentication_required');
    const body = { email: freshAddress(), currentPassword: password };
    const change = () => world.call('PUT /performers/:id', { params: { id: 'me' }, body }, { token: performer.token });
    expect((await change()).refusal.error).toBe('reauthentication_required');
    expect(await mailsTo(world, body.email, 'verify-email')).toEqual([]);
    expect((await world.call('PUT /users', { body: { name: 'Renamed' } }, { token: fan.token })).status).toBe(200);
    await world.call('POST /auth/reauthenticate', { body: { code: app.nextCode() } }, { token: fan.token });
    await world.call('POST /auth/reauthenticate', { body: { code: hers.nextCode() } }, { token: performer.token });
    const email = freshAddress();
    expect((await changeTo(fan.token, email)).data.pendingEmail).toBe(email);
    expect((await change()).data.pendingEmail).toBe(body.email);
  });

  it('and so do payout details', async () => {
    const performer = await signUpPerformer(world);
    const app = await switchOn(world, performer.token);
    world.clock.advance({ minutes: 11 });
    const set = () => world.call('PUT /performers/:id/banking-settings', { params: { id: 'me' }, body: bank }, { token: performer.token });
    await world.call('POST /auth/reauthenticate', { body: { password } }, { token: performer.token });
    expect((await set()).refusal.error).toBe('reauthentication_required');
    await world.call('POST /auth/reauthenticate', { body: { code: app.nextCode() } }, { token: performer.token });
    expect((await set()).status).toBe(200);
  });
});
