import { eventually } from '../../../tests/support/eventually';
import { mailedToken, mailsTo } from '../../../tests/support/outbox';
import { password, signUpFan } from '../../../tests/support/people';
import { openWorld, type World } from '../../../tests/support/world';

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
