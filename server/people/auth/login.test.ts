import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { accounts, sessions } from '@server/platform/db/schema/schema';
import { durationRatio } from '../../../tests/support/duration-ratio';
import { mailsTo } from '../../../tests/support/outbox';
import { password, signUpFan, signUpOperator } from '../../../tests/kit/people/people';
import { setSettings } from '../../../tests/support/site-settings';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { argonHasher } from '../passwords/hasher';

let world: World;
beforeAll(async () => {
  // Hashing at its real cost: how long answers take is compared here.
  world = await openWorld({}, { passwordHasher: argonHasher() });
});
afterAll(() => world.close());

const logIn = (username: string, given = password, remember = false, headers: Record<string, string> = {}) =>
  world.call('POST /auth/login', { body: { username, password: given, remember } }, { headers });
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('signing in', () => {
  it('takes the username or the address, whatever their case, in either field', async () => {
    const fan = await signUpFan(world);
    for (const login of [fan.username, fan.email, fan.username.toUpperCase(), ` ${fan.email.toUpperCase()} `])
      expect((await logIn(login)).status).toBe(200);
    expect((await world.call('POST /auth/login', { body: { email: fan.username, password } })).status).toBe(200);
  });

  it('lasts a day, and a year when remembered', async () => {
    const fan = await signUpFan(world);
    const [short, long] = [(await logIn(fan.username)).data, (await logIn(fan.username, password, true)).data];
    world.clock.advance({ hours: 25 });
    expect((await world.call('GET /users/me', {}, { token: short.token })).refusal.error).toBe('session_ended');
    expect((await world.call('GET /users/me', {}, { token: long.token })).status).toBe(200);
    world.clock.advance({ days: 363 });
    expect((await world.call('GET /users/me', {}, { token: `Bearer ${long.token}` })).status).toBe(200);
    world.clock.advance({ days: 2 });
    expect((await world.call('GET /users/me', {}, { token: long.token })).refusal.error).toBe('session_ended');
  });

  it('stores neither the token nor the value of the media cookie', async () => {
    const fan = await signUpFan(world);
    const { data, headers } = await logIn(fan.username);
    const media = /media=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';
    const stored = JSON.stringify(await world.ctx.db.select().from(sessions).where(eq(sessions.accountId, fan.id)));
    expect(media).not.toBe('');
    expect(data.token).toHaveLength(43);
    expect(stored).not.toContain(data.token);
    expect(stored).not.toContain(media);
    expect(headers.get('set-cookie')).toMatch(/Path=\/media; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
  });

  it('answers alike for unknown names, wrong passwords and accounts without one', async () => {
    const [fan, passwordless] = [await signUpFan(world), await signUpFan(world)];
    await world.ctx.db.update(accounts).set({ passwordHash: null }).where(eq(accounts.id, passwordless.id));
    const answers = await Promise.all([
      logIn('nobody.at.all'),
      logIn(fan.username, 'wrong password'),
      logIn(passwordless.username),
      logIn(passwordless.username, ' '),
    ]);
    for (const { status, refusal } of answers) {
      expect(status).toBe(422);
      expect({ ...refusal, requestId: '' }).toEqual({
        statusCode: 422,
        error: 'invalid_credentials',
        message: 'Incorrect credentials!',
        requestId: '',
      });
    }
  });

  it('takes as long for unknown names as for wrong passwords', async () => {
    const fan = await signUpFan(world);
    const ratio = await durationRatio(
      25,
      () => logIn('nobody.at.all', 'wrong password'),
      () => logIn(fan.username, 'wrong password'),
    );
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.7);
  });

  it('names a suspension only to who has the right password', async () => {
    const fan = await signUpFan(world);
    await world.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, fan.id));
    expect((await logIn(fan.username, 'wrong password')).refusal.error).toBe('invalid_credentials');
    expect((await logIn(fan.username)).refusal.error).toBe('account_suspended');
    expect((await world.call('GET /users/me', {}, { token: fan.token })).refusal.error).toBe('account_suspended');
  });

  it('asks for a confirmed address while the site requires it, after the right password, and lets operators pass', async () => {
    const [fan, operator] = [await signUpFan(world), await signUpOperator(world)];
    await setSettings(world, { requireEmailVerification: true });
    expect((await logIn(fan.username, 'wrong password')).refusal.error).toBe('invalid_credentials');
    expect((await logIn(fan.username)).refusal.error).toBe('email_not_verified');
    expect((await logIn(operator.username)).status).toBe(200);
    await setSettings(world, { requireEmailVerification: false });
    expect((await logIn(fan.username)).status).toBe(200);
  });

  it('takes a digest as the password only while browsers are told to send one', async () => {
    const fan = await signUpFan(world);
    expect((await logIn(fan.username, sha256(password))).refusal.error).toBe('invalid_credentials');
    await setSettings(world, { hashPasswordOnClient: true });
    expect((await logIn(fan.username, sha256(password))).status).toBe(200);
    expect((await logIn(fan.username, sha256(password).toUpperCase())).status).toBe(200);
    await setSettings(world, { hashPasswordOnClient: false });
    expect((await logIn(fan.username)).status).toBe(200);
  });

  it('writes to the owner about a device it has not seen, but not about the first', async () => {
    const fan = await signUpFan(world);
    const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
    expect(await mailsTo(world, fan.email, 'new-sign-in')).toHaveLength(0);
    await logIn(fan.username, password, false, firefox);
    await logIn(fan.username, password, false, firefox);
    const [mail, ...others] = await mailsTo(world, fan.email, 'new-sign-in');
    expect(mail?.text).toContain('Firefox on Linux');
    expect(others).toHaveLength(0);
  });
});

describe('too many tries', () => {
  it('are refused per name and per address, before anything is compared', async () => {
    const strict = await openWorld({ RATE_LIMIT_FACTOR: '1' });
    try {
      const tries = async (login: (turn: number) => string, times: number): Promise<number[]> => {
        const statuses: number[] = [];
        for (let turn = 0; turn < times; turn += 1)
          statuses.push((await strict.call('POST /auth/login', { body: { username: login(turn), password } })).status);
        return statuses;
      };
      expect(await tries(() => 'Victim', 11)).toEqual([...Array<number>(10).fill(422), 429]);
      expect((await strict.call('POST /auth/login', { body: { username: 'victim', password } })).headers.get('retry-after')).toMatch(
        /^\d+$/,
      );
      // The twelve before count for the address too, the refused ones included.
      expect((await tries((turn) => `other${String(turn)}`, 21)).filter((status) => status === 429)).toHaveLength(3);
    } finally {
      await strict.close();
    }
  });
});
