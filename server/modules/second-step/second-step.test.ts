/** The second step: what asks for it, what it takes, and that nothing leads around it. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { accounts, recoveryCodes, secondFactors } from '@server/platform/db/schema/schema';
import { mailsTo } from '../../../tests/support/outbox';
import { password, signUpFan } from '../../../tests/kit/people/people';
import { codeAt, firstStep, switchOn } from '../../../tests/support/second-step';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { sweepSecondSteps } from './second-step';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const give = (ticket: string, code: string, more: { rememberDevice?: boolean; deviceToken?: string } = {}) =>
  world.call('POST /auth/two-factor/login', { body: { ticket, code, ...more } });
const isOpen = async (token: string): Promise<boolean> => (await world.call('GET /users/me', {}, { token })).status === 200;
const state = async (token: string) => (await world.call('GET /auth/two-factor', {}, { token })).data;
/** A code that is none of these minutes. */
const wrong = (right: string): string => String((Number(right) + 1) % 1_000_000).padStart(6, '0');

async function guarded() {
  const fan = await signUpFan(world);
  return { ...fan, app: await switchOn(world, fan.token) };
}

describe('setting it up', () => {
  it('asks who is there, and asks nothing of sign-ins before a code of the app was given', async () => {
    const fan = await signUpFan(world);
    const setUp = () => world.call('POST /auth/two-factor/setup', {}, { token: fan.token });
    const enable = (code: string) => world.call('POST /auth/two-factor/enable', { body: { code } }, { token: fan.token });
    expect((await enable('123456')).refusal.error).toBe('two_factor_off');
    world.clock.advance({ minutes: 11 });
    expect((await setUp()).refusal.error).toBe('reauthentication_required');
    expect((await enable('123456')).refusal.error).toBe('reauthentication_required');
    await world.call('POST /auth/reauthenticate', { body: { password } }, { token: fan.token });
    const { data } = await setUp();
    expect(data.uri).toMatch(/^otpauth:\/\/totp\/Footlight:.+secret=/);
    expect((await world.call('POST /auth/login', { body: { username: fan.username, password } })).data.token).toHaveLength(43);
    const right = codeAt(data.secret, world.clock.now());
    expect((await enable(wrong(right))).refusal.error).toBe('code_invalid');
    const on = await enable(right);
    expect(on.data.recoveryCodes).toHaveLength(limits.secondStep.recoveryCodes);
    expect(new Set(on.data.recoveryCodes).size).toBe(limits.secondStep.recoveryCodes);
    expect((await setUp()).refusal.error).toBe('two_factor_on');
    expect((await enable(right)).refusal.error).toBe('two_factor_on');
    expect((await world.call('GET /users/me', {}, { token: fan.token })).data.hasTwoFactor).toBe(true);
    expect(await mailsTo(world, fan.email, 'second-step-changed')).toHaveLength(1);
  });

  it('ends the sessions that began without it', async () => {
    const fan = await signUpFan(world);
    const old = (await world.call('POST /auth/login', { body: { username: fan.username, password } })).data.token;
    await switchOn(world, fan.token);
    expect([await isOpen(fan.token), await isOpen(old)]).toEqual([true, false]);
  });

  it('stores neither the secret nor a recovery code as it is', async () => {
    const { id, app } = await guarded();
    const stored = JSON.stringify([
      await world.ctx.db.select().from(secondFactors).where(eq(secondFactors.accountId, id)),
      await world.ctx.db.select().from(recoveryCodes).where(eq(recoveryCodes.accountId, id)),
    ]);
    for (const secret of [app.secret, ...app.recoveryCodes, ...app.recoveryCodes.map((code) => code.replace('-', ''))])
      expect(stored).not.toContain(secret);
  });

  it('is switched off with a code, and forgets what it knew', async () => {
    const { token, id, username, app } = await guarded();
    const off = (code: string) => world.call('POST /auth/two-factor/disable', { body: { code } }, { token });
    const code = app.nextCode();
    expect((await off(wrong(code))).refusal.error).toBe('code_invalid');
    world.clock.advance({ minutes: 11 });
    expect((await off(app.code())).refusal.error).toBe('reauthentication_required');
    await world.call('POST /auth/reauthenticate', { body: { password } }, { token });
    expect((await off(app.nextCode())).data).toEqual({ enabled: false });
    expect((await off(app.nextCode())).refusal.error).toBe('two_factor_off');
    expect(await world.ctx.db.$count(recoveryCodes, eq(recoveryCodes.accountId, id))).toBe(0);
    expect((await world.call('POST /auth/login', { body: { username, password } })).data.token).toHaveLength(43);
  });

  it('makes new recovery codes only for who has just given the second step, not the password alone', async () => {
    const { token, username, app } = await guarded();
    const renew = () => world.call('POST /auth/two-factor/recovery-codes', {}, { token });
    world.clock.advance({ minutes: 11 });
    await world.call('POST /auth/reauthenticate', { body: { password } }, { token });
    expect((await renew()).refusal.error).toBe('reauthentication_required');
    const proof = await world.call('POST /auth/reauthenticate', { body: { code: app.nextCode() } }, { token });
    expect(new Date(proof.data.until).getTime()).toBeGreaterThan(world.clock.now().getTime());
    const { recoveryCodes: renewed } = (await renew()).data;
    expect(renewed).toHaveLength(limits.secondStep.recoveryCodes);
    expect((await give(await firstStep(world, username), app.recoveryCodes[0] ?? '')).refusal.error).toBe('code_invalid');
    expect((await give(await firstStep(world, username), renewed[0] ?? '')).status).toBe(200);
    const other = await signUpFan(world);
    expect((await world.call('POST /auth/two-factor/recovery-codes', {}, { token: other.token })).refusal.error).toBe('two_factor_off');
    const code = { body: { code: '123456' } };
    expect((await world.call('POST /auth/reauthenticate', code, { token: other.token })).refusal.error).toBe('code_invalid');
  });
});

describe('signing in', () => {
  it('gives no session for the password, and one for the code', async () => {
    const { username, app } = await guarded();
    const first = await world.call('POST /auth/login', { body: { username, password, remember: true } });
    expect(first.status).toBe(202);
    expect(first.headers.get('set-cookie')).toBeNull();
    expect(Object.keys(first.data).sort()).toEqual(['expiresAt', 'methods', 'ticket']);
    expect(await isOpen(first.data.ticket)).toBe(false);
    const second = await give(first.data.ticket, app.nextCode());
    expect(second.status).toBe(200);
    expect(second.headers.get('set-cookie')).toContain('media=');
    world.clock.advance({ days: 300 });
    expect(await isOpen(second.data.token)).toBe(true);
  });

  it('takes a code once, an earlier one never, and one of a clock that is half a minute wrong', async () => {
    const { username, app } = await guarded();
    const [earlier, code] = [app.nextCode(), app.nextCode()];
    expect((await give(await firstStep(world, username), `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
    expect((await give(await firstStep(world, username), code)).refusal.error).toBe('code_invalid');
    expect((await give(await firstStep(world, username), earlier)).refusal.error).toBe('code_invalid');
    const ahead = codeAt(app.secret, new Date(world.clock.now().getTime() + 30_000));
    expect((await give(await firstStep(world, username), ahead)).status).toBe(200);
    const farAhead = codeAt(app.secret, new Date(world.clock.now().getTime() + 120_000));
    expect((await give(await firstStep(world, username), farAhead)).refusal.error).toBe('code_invalid');
  });

  it('takes a code once of many who give it at the same moment, and each recovery code likewise', async () => {
    const { username, app } = await guarded();
    for (const code of [app.nextCode(), app.recoveryCodes[0] ?? '']) {
      const tickets = await Promise.all(Array.from({ length: 8 }, () => firstStep(world, username)));
      const statuses = await Promise.all(tickets.map(async (ticket) => (await give(ticket, code)).status));
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    }
    const ticket = await firstStep(world, username);
    const both = await Promise.all([give(ticket, app.recoveryCodes[1] ?? ''), give(ticket, app.recoveryCodes[2] ?? '')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('says how many recovery codes are left, and reads them in any writing', async () => {
    const { username, token, app } = await guarded();
    const code = (app.recoveryCodes[0] ?? '').toLowerCase().replace('-', ' ');
    expect((await give(await firstStep(world, username), code)).data.recoveryCodesLeft).toBe(9);
    expect((await give(await firstStep(world, username), code)).refusal.error).toBe('code_invalid');
    expect((await state(token)).recoveryCodesLeft).toBe(9);
  });

  it('waits five minutes and five wrong codes, and works once', async () => {
    const { username, app } = await guarded();
    const late = await firstStep(world, username);
    world.clock.advance({ minutes: 5, seconds: 1 });
    expect((await give(late, app.code())).refusal.error).toBe('link_invalid');
    const ticket = await firstStep(world, username);
    for (let turn = 0; turn < limits.secondStep.triesPerTicket; turn += 1)
      expect((await give(ticket, wrong(app.code()))).refusal.error).toBe('code_invalid');
    expect((await give(ticket, app.code())).refusal.error).toBe('link_invalid');
    const used = await firstStep(world, username);
    expect((await give(used, app.nextCode())).status).toBe(200);
    expect((await give(used, app.nextCode())).refusal.error).toBe('link_invalid');
    await sweepSecondSteps(world.ctx);
  });

  it('stops comparing after twenty wrong codes of an account, whatever asks for them, for an hour', async () => {
    const { username, token, app } = await guarded();
    const other = await guarded();
    for (let turn = 0; turn < limits.secondStep.wrongMax; turn += 1) {
      const answer =
        turn % 2 === 0
          ? await give(await firstStep(world, username), 'ABCDE-FGHJK')
          : await world.call('POST /auth/reauthenticate', { body: { code: wrong(app.code()) } }, { token });
      expect(answer.refusal.error).toBe('code_invalid');
    }
    const refused = await give(await firstStep(world, username), app.nextCode());
    expect(refused.refusal.error).toBe('too_many_requests');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect((await give(await firstStep(world, username), app.recoveryCodes[0] ?? '')).refusal.error).toBe('too_many_requests');
    expect((await give(await firstStep(world, other.username), other.app.code())).status).toBe(200);
    const { data } = await world.call('GET /notifications', {}, { token });
    expect(JSON.stringify(data)).toContain('Many wrong codes');
    world.clock.advance({ hours: 1 });
    expect((await give(await firstStep(world, username), app.code())).status).toBe(200);
  });

  it('lets nobody in who was suspended between the steps', async () => {
    const { id, username, app } = await guarded();
    const ticket = await firstStep(world, username);
    await world.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, id));
    expect((await give(ticket, app.nextCode())).refusal.error).toBe('account_suspended');
  });
});

describe('a trusted device', () => {
  const logIn = (username: string, deviceToken: string) => world.call('POST /auth/login', { body: { username, password, deviceToken } });

  async function trusting() {
    const person = await guarded();
    const given = await give(await firstStep(world, person.username), person.app.nextCode(), { rememberDevice: true });
    return { ...person, token: given.data.token, device: given.data.deviceToken ?? '' };
  }

  it('is not asked for thirty days, by this account alone', async () => {
    const { username, device, app } = await trusting();
    const other = await guarded();
    expect((await logIn(username, device)).status).toBe(200);
    expect((await logIn(other.username, device)).status).toBe(202);
    expect((await logIn(username, `${device}x`)).status).toBe(202);
    expect((await logIn(username, 'made-up.value')).status).toBe(202);
    const again = await give(await firstStep(world, other.username), other.app.nextCode(), { rememberDevice: true, deviceToken: device });
    expect(again.data.deviceToken).toBe(device);
    expect((await give(await firstStep(world, username), app.nextCode())).data.deviceToken).toBeNull();
    world.clock.advance({ days: 30, seconds: 1 });
    expect((await logIn(username, device)).status).toBe(202);
  });

  it('is listed, and asked again when its person says so', async () => {
    const { username, device, token } = await trusting();
    const [listed, ...others] = (await state(token)).devices;
    expect(others).toEqual([]);
    expect(listed).toMatchObject({ address: '127.0.0.1' });
    const stranger = await signUpFan(world);
    const remove = (by: string) => world.call('DELETE /auth/two-factor/devices/:id', { params: { id: listed?._id ?? '' } }, { token: by });
    expect((await remove(stranger.token)).refusal.error).toBe('device_not_found');
    expect((await remove(token)).data).toEqual({ removed: true });
    expect((await remove(token)).refusal.error).toBe('device_not_found');
    expect((await logIn(username, device)).status).toBe(202);
  });

  it('is trusted no more when the password changes, and sign-ins on their way end', async () => {
    const { username, device, token, app } = await trusting();
    const ticket = await firstStep(world, username);
    const changed = 'an even better horse';
    await world.call('PUT /auth/users/me/password', { body: { password: changed, currentPassword: password } }, { token });
    expect((await give(ticket, app.nextCode())).refusal.error).toBe('link_invalid');
    expect((await world.call('POST /auth/login', { body: { username, password: changed, deviceToken: device } })).status).toBe(202);
  });
});
