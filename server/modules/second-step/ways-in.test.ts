/** No way in leads around the second step; and operators of whom the site demands it are let into nothing before they have it. */
import { desc, eq } from 'drizzle-orm';
import { io } from 'socket.io-client';
import type { Ack } from '@contract/kernel/events';
import { accounts, auditLog } from '@server/platform/db/schema/schema';
import { issueLink } from '../../people/links/links';
import { eventually } from '../../../tests/kit/timing/eventually';
import { openGoogleStandIn, type GoogleStandIn } from '../../../tests/kit/stand-ins/google';
import { mailsTo, mailedToken } from '../../../tests/support/outbox';
import { password, signUpFan, signUpOperator } from '../../../tests/kit/people/people';
import { firstStep, switchOn } from '../../../tests/support/second-step';
import { setSettings } from '../../../tests/support/site-settings';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let google: GoogleStandIn;
beforeAll(async () => {
  google = await openGoogleStandIn();
  world = await openWorld(google.environment);
});
afterAll(async () => {
  await world.close();
  await google.close();
});

const me = (token: string) => world.call('GET /users/me', {}, { token });
const byGoogle = async (sub: string, email: string, deviceToken?: string) =>
  world.call('POST /auth/google/login', { body: { tokenId: await google.idToken({ sub, email }), nonce: 'nonce', deviceToken } });
const confirm = async (email: string) =>
  world.call('POST /auth/email-verification/confirm', { body: { token: await mailedToken(world, email, 'verify-email') } });

describe('the second step is asked for', () => {
  it('by a sign-in with another site, the first that joins it included, unless the device is trusted', async () => {
    const fan = await signUpFan(world);
    await confirm(fan.email);
    const app = await switchOn(world, fan.token);
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, data } = await byGoogle('joins', fan.email);
      expect([status, Object.keys(data).sort()]).toEqual([202, ['expiresAt', 'methods', 'ticket']]);
    }
    const { data } = await byGoogle('joins', fan.email);
    const given = await world.call('POST /auth/two-factor/login', {
      body: { ticket: data.ticket, code: app.nextCode(), rememberDevice: true },
    });
    expect((await me(given.data.token)).data._id).toBe(fan.id);
    expect((await byGoogle('joins', fan.email, given.data.deviceToken ?? '')).status).toBe(200);
  });

  it('also where another site has proved the address of an account that never did: that account stays as it is', async () => {
    const fan = await signUpFan(world);
    await switchOn(world, fan.token);
    const taken = await byGoogle('takes over', fan.email);
    expect(taken.refusal).toMatchObject({ error: 'social_login_failed', message: expect.stringContaining('second step') as string });
    expect((await me(fan.token)).status).toBe(200);
    expect((await world.call('POST /auth/login', { body: { username: fan.username, password } })).status).toBe(202);
  });

  it('after the password was set anew by mail, and a session from before is over', async () => {
    const fan = await signUpFan(world);
    const app = await switchOn(world, fan.token);
    const link = await issueLink(world.ctx, 'reset-password', { accountId: fan.id, email: fan.email });
    const anew = 'a quite different one';
    const reset = await world.call('POST /auth/password-reset', {
      body: { token: new URL(link).searchParams.get('token') ?? '', password: anew },
    });
    expect(reset.data).toEqual({ updated: true });
    expect((await me(fan.token)).refusal.error).toBe('session_ended');
    const login = await world.call('POST /auth/login', { body: { username: fan.username, password: anew } });
    expect([login.status, login.headers.get('set-cookie')]).toEqual([202, null]);
    expect((await me(login.data.ticket)).refusal.error).toBe('session_ended');
    const body = { ticket: login.data.ticket, code: app.nextCode() };
    expect((await world.call('POST /auth/two-factor/login', { body })).status).toBe(200);
  });

  it('after the address was confirmed, which signs nobody in', async () => {
    const fan = await signUpFan(world);
    await switchOn(world, fan.token);
    expect((await confirm(fan.email)).data).toEqual({ isEmailVerified: true });
    expect((await world.call('POST /auth/login', { body: { email: fan.email, password } })).status).toBe(202);
  });

  it('of who signed in while it was switched on', async () => {
    const fan = await signUpFan(world);
    const logins = () => world.call('POST /auth/login', { body: { username: fan.username, password } });
    const [, ...raced] = await Promise.all([switchOn(world, fan.token), logins(), logins(), logins()]);
    for (const { status, data } of raced) if (status === 200) expect((await me(data.token)).refusal.error).toBe('session_ended');
    expect((await logins()).status).toBe(202);
  });
});

describe('who has a second step proves herself by it, and not by her password alone,', () => {
  const nobody = '00000000-0000-7000-8000-000000000000';
  const response = { clientDataJSON: 'AAAA', attestationObject: 'AAAA' };
  const key = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' as const, response };
  it.each<[string, 'fan' | 'operator', (token: string) => Promise<{ status: number; refusal: { error: string } }>, string | null]>([
    ['to be shown how a passkey is made', 'fan', (token) => world.call('POST /auth/passkeys/options', {}, { token }), null],
    [
      'to add a passkey',
      'fan',
      (token) => world.call('POST /auth/passkeys', { body: { name: 'Phone', answer: key } }, { token }),
      'passkey_invalid',
    ],
    [
      'to remove a passkey',
      'fan',
      (token) => world.call('DELETE /auth/passkeys/:id', { params: { id: nobody } }, { token }),
      'passkey_not_found',
    ],
    ['to have an archive of everything', 'fan', (token) => world.call('POST /account/export', {}, { token }), null],
    ...(['approve', 'reject', 'done'] as const).map((step): [string, 'operator', (token: string) => ReturnType<typeof decide>, string] => [
      `to decide on a payout (${step})`,
      'operator',
      (token) => decide(step, token),
      'payout_not_found',
    ]),
  ])('%s', async (_what, who, act, error) => {
    const person = await (who === 'fan' ? signUpFan(world) : signUpOperator(world));
    const app = await switchOn(world, person.token);
    world.clock.advance({ minutes: 11 });
    await world.call('POST /auth/reauthenticate', { body: { password } }, { token: person.token });
    expect((await act(person.token)).refusal.error).toBe('reauthentication_required');
    await world.call('POST /auth/reauthenticate', { body: { code: app.nextCode() } }, { token: person.token });
    const { status, refusal } = await act(person.token);
    if (error === null) expect(Math.floor(status / 100)).toBe(2);
    else expect(refusal.error).toBe(error);
  });

  const decide = (step: 'approve' | 'reject' | 'done', token: string) =>
    world.call(
      `POST /admin/payout-requests/:id/${step}`,
      { params: { id: nobody }, body: step === 'done' ? { reference: 'A' } : { note: 'No' } },
      { token },
    );
});

describe('operators', () => {
  it('take a lost second step away, with an entry and a mail, and never their own', async () => {
    const [operator, fan] = [await signUpOperator(world), await signUpFan(world)];
    const reset = (id: string) => world.call('POST /admin/users/:id/two-factor/reset', { params: { id } }, { token: operator.token });
    expect((await reset(fan.id)).refusal.error).toBe('two_factor_off');
    expect((await reset(world.ctx.chance.id())).refusal.error).toBe('user_not_found');
    expect((await reset(operator.id)).refusal.error).toBe('self_not_allowed');
    await switchOn(world, fan.token);
    const ticket = await firstStep(world, fan.username);
    expect((await reset(fan.id)).data).toMatchObject({ _id: fan.id, hasTwoFactor: false, sessions: [] });
    expect((await me(fan.token)).refusal.error).toBe('session_ended');
    const late = await world.call('POST /auth/two-factor/login', { body: { ticket, code: '123456' } });
    expect(late.refusal.error).toBe('link_invalid');
    expect((await world.call('POST /auth/login', { body: { username: fan.username, password } })).status).toBe(200);
    expect(await mailsTo(world, fan.email, 'second-step-changed')).toHaveLength(2);
    const [entry] = await world.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, fan.id)).orderBy(desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({
      ...{ actorId: operator.id, action: 'users.reset-second-step' },
      ...{ before: { hasTwoFactor: true }, after: { hasTwoFactor: false } },
    });
  });

  it('who owe it are let into nothing but its setup, their sockets included', async () => {
    const [owing, ready] = [await signUpOperator(world), await signUpOperator(world)];
    await switchOn(world, ready.token);
    const dial = (query = {}) => io(world.url, { transports: ['websocket'], reconnection: false, query, forceNew: true });
    const [early, well] = [dial(), dial()];
    const say = (socket: typeof early, token: string) => socket.emitWithAck('auth/login', { token }) as Promise<Ack<unknown>>;
    expect((await say(early, owing.token)).ok).toBe(true);
    expect((await say(well, ready.token)).ok).toBe(true);
    const demand = { params: { key: 'operatorsNeedSecondStep' }, body: { value: true } };
    expect((await world.call('PUT /admin/settings/:key', demand, { token: ready.token })).status).toBe(200);
    try {
      await eventually(() => expect(early.connected).toBe(false));
      expect(well.connected).toBe(true);
      const late = dial();
      expect(await say(late, owing.token)).toEqual({ ok: false, error: 'second_step_required' });
      const asked = (token: string) => [
        world.call('GET /admin/users/search', {}, { token }),
        world.call('GET /notifications', {}, { token }),
        world.call('PUT /users', { body: { name: 'Other' } }, { token }),
      ];
      for (const { refusal } of await Promise.all(asked(owing.token))) expect(refusal.error).toBe('second_step_required');
      for (const { status } of await Promise.all(asked(ready.token))) expect(status).toBe(200);
      expect((await me(owing.token)).data.owesSecondStep).toBe(true);
      const off = { body: { code: '123456' } };
      expect((await world.call('POST /auth/two-factor/disable', off, { token: ready.token })).refusal.error).toBe('second_step_required');
      await switchOn(world, owing.token);
      expect((await me(owing.token)).data.owesSecondStep).toBe(false);
      for (const { status } of await Promise.all(asked(owing.token))) expect(status).toBe(200);
      expect((await world.ctx.db.select().from(accounts).where(eq(accounts.id, owing.id)))[0]?.name).toBe('Other');
    } finally {
      for (const socket of [early, well]) socket.close();
      await setSettings(world, { operatorsNeedSecondStep: false });
    }
  });
});
