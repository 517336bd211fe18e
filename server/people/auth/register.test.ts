import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { reservedSegments } from '@contract/kernel/reserved';
import { accounts, files, performers, usernameHolds } from '@server/platform/db/schema/schema';
import { sweepAccounts } from '@server/people/accounts/sweep';
import { durationRatio } from '../../../tests/support/duration-ratio';
import { mailedToken, mailsTo } from '../../../tests/support/outbox';
import { password, signUpFan, somePicture } from '../../../tests/kit/people/people';
import { openRecaptchaStandIn } from '../../../tests/kit/stand-ins/recaptcha';
import { setSettings } from '../../../tests/support/site-settings';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { argonHasher } from '../passwords/hasher';

let world: World;
beforeAll(async () => {
  // Hashing at its real cost: how long answers take is compared here.
  world = await openWorld({}, { passwordHasher: argonHasher() });
});
afterAll(() => world.close());
afterEach(() => setSettings(world, { requireEmailVerification: false }));

let count = 0;
const body = (changes: object = {}) => {
  count += 1;
  return { email: `new${String(count)}@example.com`, username: `newcomer${String(count)}`, password, ...changes };
};
const register = (given: ReturnType<typeof body>) => world.call('POST /auth/users/register', { body: given });
const aPerformer = (changes: object = {}) => ({ ...body(), dateOfBirth: '1990-01-01', gender: 'female', country: 'DE', ...changes });
const paper = () => somePicture(300, 200);
const apply = async (given: ReturnType<typeof aPerformer>, papers?: Record<string, Blob>) =>
  world.call('POST /auth/performers/register', {
    body: given,
    files: (papers ?? { idVerification: await paper(), documentVerification: await paper() }) as never,
  });
const rowOf = async (email: string) => (await world.ctx.db.select().from(accounts).where(eq(accounts.email, email)))[0];

describe('registering as a fan', () => {
  it('signs the new account in and asks it to confirm the address', async () => {
    const given = body({ name: 'Nora' });
    const { data } = await register(given);
    expect(data).toMatchObject({ registered: true, emailVerification: { required: false, sent: true } });
    const me = await world.call('GET /users/me', {}, { token: data.token });
    expect(me.data).toMatchObject({
      username: given.username,
      email: given.email,
      name: 'Nora',
      isEmailVerified: false,
      role: 'user',
      isPerformer: false,
    });
    expect(await mailsTo(world, given.email, 'verify-email')).toHaveLength(1);
  });

  it('finds a username for who chooses none, and it tells nothing of the address', async () => {
    const { data } = await register(body({ username: undefined, name: 'Zoë Müller', email: 'secret.address@example.com' }));
    const me = await world.call('GET /users/me', {}, { token: data.token });
    expect(me.data.username).toMatch(/^zoe\.muller/);
    expect(me.data.username).not.toContain('secret');
  });

  it('refuses names that are taken or reserved, known addresses, and passwords that are common or near, by name', async () => {
    const known = await signUpFan(world);
    const cases = [
      [{ username: known.username.toUpperCase() }, 409, 'username_taken', 'username'],
      [{ username: reservedSegments.pages[0] }, 422, 'username_reserved', 'username'],
      [{ username: 'stripe' }, 422, 'username_reserved', 'username'],
      [{ email: known.email.toUpperCase() }, 409, 'email_taken', 'email'],
      [{ password: 'password123' }, 422, 'password_too_common', 'password'],
      [{ password: 'Footlight1!' }, 422, 'password_too_common', 'password'],
      [{ password: 'JOANNA1987', firstName: 'Joanna' }, 422, 'password_too_common', 'password'],
    ] as const;
    for (const [changes, status, error, path] of cases) {
      const answer = await register(body(changes));
      expect([answer.status, answer.refusal.error, answer.refusal.issues?.[0]?.path]).toEqual([status, error, path]);
    }
  });

  it('knows which countries there are', async () => {
    const given = body({ country: 'ZZ' });
    expect((await register(given)).refusal).toMatchObject({ error: 'country_unknown', issues: [{ path: 'country' }] });
    expect((await apply(aPerformer({ country: 'ZZ' }))).refusal.error).toBe('country_unknown');
    expect(await rowOf(given.email)).toBeUndefined();
  });

  it('takes no role, balance, verification or id from the request', async () => {
    const given = body({
      role: 'operator',
      isPerformer: true,
      balance: 1000,
      verification: 'approved',
      emailVerifiedAt: new Date().toISOString(),
      isEmailVerified: true,
      _id: '0198c0de-0000-7000-8000-000000000001',
      id: '0198c0de-0000-7000-8000-000000000001',
      status: 'deleting',
    });
    await register(given);
    expect(await rowOf(given.email)).toMatchObject({ role: 'user', isPerformer: false, emailVerifiedAt: null, status: 'active' });
    expect((await rowOf(given.email))?.id).not.toBe('0198c0de-0000-7000-8000-000000000001');
  });

  it('gives a name to one of twenty who ask at once, and the others a clear no', async () => {
    for (const required of [false, true]) {
      await setSettings(world, { requireEmailVerification: required });
      const username = `wanted${String(required)}`;
      const answers = await Promise.all(Array.from({ length: 20 }, () => register(body({ username }))));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ refusal }) => refusal.error === 'username_taken')).toHaveLength(19);
      expect(await world.ctx.db.$count(accounts, eq(accounts.username, username))).toBe(1);
    }
  });

  it('makes one account of twenty registrations of one address', async () => {
    const email = 'busy@example.com';
    const open = await Promise.all(Array.from({ length: 10 }, () => register(body({ email }))));
    expect(open.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(open.filter(({ refusal }) => refusal.error === 'email_taken')).toHaveLength(9);
    await setSettings(world, { requireEmailVerification: true });
    const quiet = await Promise.all(Array.from({ length: 10 }, () => register(body({ email: 'quiet@example.com' }))));
    expect(quiet.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    expect(await world.ctx.db.$count(accounts, eq(accounts.email, 'quiet@example.com'))).toBe(1);
  });
});

describe('registering while addresses must be confirmed', () => {
  beforeEach(() => setSettings(world, { requireEmailVerification: true }));

  it('answers a known address as a new one, tells its owner, and changes nothing of hers', async () => {
    const given = body();
    const first = await register(given);
    const before = await rowOf(given.email);
    const again = await register(body({ email: given.email, password: 'another long password' }));
    expect(again.data).toEqual(first.data);
    expect(again.data.token).toBeNull();
    expect(again.headers.get('set-cookie')).toBe(first.headers.get('set-cookie'));
    expect(await mailsTo(world, given.email, 'account-exists')).toHaveLength(1);
    expect(await mailsTo(world, given.email, 'verify-email')).toHaveLength(1);
    expect(await rowOf(given.email)).toEqual(before);
  });

  it('keeps the name from others either way, and gives both back at the same moment', async () => {
    const [known, fresh] = [body(), body()];
    await register(known);
    const asked = body({ email: known.email });
    await register(asked);
    await register(fresh);
    const isFree = async (username: string) => (await world.call('GET /auth/username', { query: { username } })).data.isAvailable;
    expect([await isFree(asked.username), await isFree(fresh.username)]).toEqual([false, false]);
    world.clock.advance({ seconds: limits.usernameHeld_s - 60 });
    await sweepAccounts(world.ctx);
    expect([await isFree(asked.username), await isFree(fresh.username)]).toEqual([false, false]);
    world.clock.advance({ minutes: 2 });
    await sweepAccounts(world.ctx);
    expect([await isFree(asked.username), await isFree(fresh.username)]).toEqual([true, true]);
  });

  it('keeps the name of who has confirmed her address', async () => {
    const given = body();
    await register(given);
    await world.call('POST /auth/email-verification/confirm', { body: { token: await mailedToken(world, given.email, 'verify-email') } });
    world.clock.advance({ days: 2 });
    await sweepAccounts(world.ctx);
    expect(await rowOf(given.email)).toMatchObject({ username: given.username });
    expect(await world.ctx.db.$count(usernameHolds, eq(usernameHolds.username, given.username))).toBe(0);
  });

  it('takes as long for a known address as for a new one', async () => {
    const known = body();
    await register(known);
    const ratio = await durationRatio(
      21,
      () => register(body({ email: known.email })),
      (turn) => register(body({ email: `timed${String(turn)}@example.com` })),
    );
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.7);
  });

  it('hides known addresses from performers too', async () => {
    const given = body();
    await register(given);
    const [known, fresh] = [await apply(aPerformer({ email: given.email })), await apply(aPerformer())];
    expect(known.data).toEqual(fresh.data);
    expect(await mailsTo(world, given.email, 'application-received')).toHaveLength(0);
    expect(await rowOf(given.email)).toMatchObject({ role: 'user' });
  });
});

describe('registering as a performer', () => {
  it('makes an account that waits for an operator, with both papers sealed and hers', async () => {
    const given = aPerformer({ bio: 'I sing.', languages: ['de', 'en'], verification: 'approved', isFeatured: true });
    const { data } = await apply(given);
    expect(data).toMatchObject({ verification: 'pending', registered: true });
    const me = await world.call('GET /performers/me', {}, { token: data.token });
    expect(me.data).toMatchObject({
      verification: 'pending',
      isVerified: false,
      isFeatured: false,
      bio: 'I sing.',
      languages: ['de', 'en'],
    });
    expect(me.data.documents.map(({ type }) => type).sort()).toEqual(['documentVerification', 'idVerification']);
    expect(await world.ctx.db.select({ type: files.type }).from(files).where(eq(files.ownerId, me.data._id))).toEqual([
      { type: 'document' },
      { type: 'document' },
    ]);
    expect(await mailsTo(world, given.email, 'application-received')).toHaveLength(1);
  });

  it('refuses missing papers, children, known addresses and what is no picture, and leaves no account', async () => {
    const known = await signUpFan(world);
    const cases = [
      [aPerformer(), { idVerification: await paper() }, 422, 'document_required'],
      [aPerformer(), { documentVerification: await paper() }, 422, 'document_required'],
      [aPerformer({ dateOfBirth: `${String(world.clock.now().getFullYear() - 17)}-01-01` }), undefined, 422, 'under_age'],
      [aPerformer({ email: known.email }), undefined, 409, 'email_taken'],
      [aPerformer({ username: known.username }), undefined, 409, 'username_taken'],
      [aPerformer({ username: 'admin' }), undefined, 422, 'username_reserved'],
      [aPerformer({ password: '1234567890' }), undefined, 422, 'password_too_common'],
      [aPerformer(), { idVerification: await paper(), documentVerification: new Blob(['just words']) }, 415, 'unsupported_media_type'],
      [aPerformer(), { idVerification: await paper(), documentVerification: (await paper()).slice(0, 400) }, 422, 'file_unreadable'],
    ] as const;
    const before = await world.ctx.db.$count(performers);
    for (const [given, papers, status, error] of cases) {
      const answer = await apply(given, papers);
      expect([answer.status, answer.refusal.error]).toEqual([status, error]);
    }
    expect(await world.ctx.db.$count(performers)).toBe(before);
  });
});

describe('asking for a username', () => {
  it('tells why it cannot be had, and what else could', async () => {
    const known = await signUpFan(world);
    const ask = async (username: string) => (await world.call('GET /auth/username', { query: { username } })).data;
    expect(await ask('free.to.have')).toEqual({ isAvailable: true, reason: null, proposals: [] });
    expect(await ask(known.username)).toMatchObject({ isAvailable: false, reason: 'username_taken' });
    expect((await ask(known.username)).proposals).toHaveLength(3);
    expect(await ask('ADMIN')).toMatchObject({ reason: 'username_reserved' });
    expect(await ask('a b')).toMatchObject({ reason: 'invalid_request' });
  });
});

describe('the captcha', () => {
  it('stands before registering and before forgotten passwords', async () => {
    const captcha = await openRecaptchaStandIn();
    const guarded = await openWorld({
      RECAPTCHA_SITE_KEY: 'site',
      RECAPTCHA_SECRET: captcha.secret,
      RECAPTCHA_VERIFY_URL: captcha.verifyUrl,
    });
    try {
      const fan = await guarded.call('POST /auth/users/register', { body: body({ recaptchaToken: 'made up' }) });
      const performer = await guarded.call('POST /auth/performers/register', {
        body: aPerformer(),
        files: { idVerification: await paper(), documentVerification: await paper() },
      });
      const forgot = await guarded.call('POST /auth/users/forgot', { body: { email: 'a@example.com' } });
      expect([fan, performer, forgot].map(({ refusal }) => refusal.error)).toEqual(Array(3).fill('captcha_failed'));
      captcha.grant('a person');
      expect((await guarded.call('POST /auth/users/register', { body: body({ recaptchaToken: 'a person' }) })).status).toBe(200);
    } finally {
      await guarded.close();
      await captcha.close();
    }
  });
});
