import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { reservedSegments } from '@contract/kernel/reserved';
import { accounts, usernameHolds } from '@server/platform/db/schema/accounts';
import { files } from '@server/platform/db/schema/files';
import { performers } from '@server/platform/db/schema/performers';
import { sweepAccounts } from '@server/people/accounts/sweep';
import { durationRatio } from '../../../tests/kit/timing/duration-ratio';
import { mailedToken, mailsTo } from '../../../tests/kit/host/mails';
import { password, signUpFan, sampleImage } from '../../../tests/kit/people/people';
import { openRecaptchaStandIn } from '../../../tests/kit/stand-ins/recaptcha';
import { setSettings } from '../../../tests/kit/host/site-settings';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { argonHasher } from '../passwords/hasher';

let testHost: TestHost;
beforeAll(async () => {
  // Real hashing cost, because response times are compared.
  testHost = await openTestHost({}, { passwordHasher: argonHasher() });
});
afterAll(() => testHost.close());
afterEach(() => setSettings(testHost, { requireEmailVerification: false }));

let count = 0;
const body = (changes: object = {}) => {
  count += 1;
  return { email: `new${String(count)}@example.com`, username: `newcomer${String(count)}`, password, ...changes };
};
const register = (input: ReturnType<typeof body>) => testHost.call('POST /auth/users/register', { body: input });
const performerBody = (changes: object = {}) => ({ ...body(), dateOfBirth: '1990-01-01', gender: 'female', country: 'DE', ...changes });
const identityDocument = () => sampleImage(300, 200);
const registerPerformer = async (input: ReturnType<typeof performerBody>, documents?: Record<string, Blob>) =>
  testHost.call('POST /auth/performers/register', {
    body: input,
    files: (documents ?? { idVerification: await identityDocument(), documentVerification: await identityDocument() }) as never,
  });
const rowOf = async (email: string) => (await testHost.ctx.db.select().from(accounts).where(eq(accounts.email, email)))[0];

describe('registering as a fan', () => {
  it('signs the new account in and mails a link to confirm the address', async () => {
    const input = body({ name: 'Nora' });
    const { data } = await register(input);
    expect(data).toMatchObject({ registered: true, emailVerification: { required: false, sent: true } });
    const me = await testHost.call('GET /users/me', {}, { token: data.token });
    expect(me.data).toMatchObject({
      username: input.username,
      email: input.email,
      name: 'Nora',
      isEmailVerified: false,
      role: 'user',
      isPerformer: false,
    });
    expect(await mailsTo(testHost, input.email, 'verify-email')).toHaveLength(1);
  });

  it('generates a username if none is given, without revealing the address', async () => {
    const { data } = await register(body({ username: undefined, name: 'Zoë Müller', email: 'secret.address@example.com' }));
    const me = await testHost.call('GET /users/me', {}, { token: data.token });
    expect(me.data.username).toMatch(/^zoe\.muller/);
    expect(me.data.username).not.toContain('secret');
  });

  it('rejects taken or reserved usernames, known addresses, and common or guessable passwords, each at its field', async () => {
    const existing = await signUpFan(testHost);
    const cases = [
      [{ username: existing.username.toUpperCase() }, 409, 'username_taken', 'username'],
      [{ username: reservedSegments.pages[0] }, 422, 'username_reserved', 'username'],
      [{ username: 'stripe' }, 422, 'username_reserved', 'username'],
      [{ email: existing.email.toUpperCase() }, 409, 'email_taken', 'email'],
      [{ password: 'password123' }, 422, 'password_too_common', 'password'],
      [{ password: 'Footlight1!' }, 422, 'password_too_common', 'password'],
      [{ password: 'JOANNA1987', firstName: 'Joanna' }, 422, 'password_too_common', 'password'],
    ] as const;
    for (const [changes, status, error, path] of cases) {
      const response = await register(body(changes));
      expect([response.status, response.errorBody.error, response.errorBody.issues?.[0]?.path]).toEqual([status, error, path]);
    }
  });

  it('rejects unknown countries', async () => {
    const input = body({ country: 'ZZ' });
    expect((await register(input)).errorBody).toMatchObject({ error: 'country_unknown', issues: [{ path: 'country' }] });
    expect((await registerPerformer(performerBody({ country: 'ZZ' }))).errorBody.error).toBe('country_unknown');
    expect(await rowOf(input.email)).toBeUndefined();
  });

  it('ignores role, balance, verification and id in the request', async () => {
    const input = body({
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
    await register(input);
    expect(await rowOf(input.email)).toMatchObject({ role: 'user', isPerformer: false, emailVerifiedAt: null, status: 'active' });
    expect((await rowOf(input.email))?.id).not.toBe('0198c0de-0000-7000-8000-000000000001');
  });

  it('gives a username to one of twenty simultaneous requests and rejects the others', async () => {
    for (const requireEmailVerification of [false, true]) {
      await setSettings(testHost, { requireEmailVerification });
      const username = `wanted${String(requireEmailVerification)}`;
      const responses = await Promise.all(Array.from({ length: 20 }, () => register(body({ username }))));
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(responses.filter(({ errorBody }) => errorBody.error === 'username_taken')).toHaveLength(19);
      expect(await testHost.ctx.db.$count(accounts, eq(accounts.username, username))).toBe(1);
    }
  });

  it('creates one account for simultaneous registrations of one address', async () => {
    const email = 'busy@example.com';
    const withoutConfirmation = await Promise.all(Array.from({ length: 10 }, () => register(body({ email }))));
    expect(withoutConfirmation.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(withoutConfirmation.filter(({ errorBody }) => errorBody.error === 'email_taken')).toHaveLength(9);
    await setSettings(testHost, { requireEmailVerification: true });
    const withConfirmation = await Promise.all(Array.from({ length: 10 }, () => register(body({ email: 'quiet@example.com' }))));
    expect(withConfirmation.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    expect(await testHost.ctx.db.$count(accounts, eq(accounts.email, 'quiet@example.com'))).toBe(1);
  });
});

describe('registering while addresses must be confirmed', () => {
  beforeEach(() => setSettings(testHost, { requireEmailVerification: true }));

  it('gives a known address the same response as a new one, notifies its owner, and changes nothing', async () => {
    const input = body();
    const registered = await register(input);
    const before = await rowOf(input.email);
    const repeated = await register(body({ email: input.email, password: 'another long password' }));
    expect(repeated.data).toEqual(registered.data);
    expect(repeated.data.token).toBeNull();
    expect(repeated.headers.get('set-cookie')).toBe(registered.headers.get('set-cookie'));
    expect(await mailsTo(testHost, input.email, 'account-exists')).toHaveLength(1);
    expect(await mailsTo(testHost, input.email, 'verify-email')).toHaveLength(1);
    expect(await rowOf(input.email)).toEqual(before);
  });

  it('reserves the username in both cases and releases both at the same moment', async () => {
    const [existing, fresh] = [body(), body()];
    await register(existing);
    const withKnownEmail = body({ email: existing.email });
    await register(withKnownEmail);
    await register(fresh);
    const isFree = async (username: string) => (await testHost.call('GET /auth/username', { query: { username } })).data.isAvailable;
    expect([await isFree(withKnownEmail.username), await isFree(fresh.username)]).toEqual([false, false]);
    testHost.clock.advance({ seconds: limits.usernameHold_s - 60 });
    await sweepAccounts(testHost.ctx);
    expect([await isFree(withKnownEmail.username), await isFree(fresh.username)]).toEqual([false, false]);
    testHost.clock.advance({ minutes: 2 });
    await sweepAccounts(testHost.ctx);
    expect([await isFree(withKnownEmail.username), await isFree(fresh.username)]).toEqual([true, true]);
  });

  it('keeps the username of an account with a confirmed address', async () => {
    const input = body();
    await register(input);
    await testHost.call('POST /auth/email-verification/confirm', {
      body: { token: await mailedToken(testHost, input.email, 'verify-email') },
    });
    testHost.clock.advance({ days: 2 });
    await sweepAccounts(testHost.ctx);
    expect(await rowOf(input.email)).toMatchObject({ username: input.username });
    expect(await testHost.ctx.db.$count(usernameHolds, eq(usernameHolds.username, input.username))).toBe(0);
  });

  it('takes as long for a known address as for a new one', async () => {
    const existing = body();
    await register(existing);
    const ratio = await durationRatio(
      21,
      () => register(body({ email: existing.email })),
      (index) => register(body({ email: `timed${String(index)}@example.com` })),
    );
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.7);
  });

  it('hides known addresses from performers too', async () => {
    const input = body();
    await register(input);
    const [existing, fresh] = [await registerPerformer(performerBody({ email: input.email })), await registerPerformer(performerBody())];
    expect(existing.data).toEqual(fresh.data);
    expect(await mailsTo(testHost, input.email, 'application-received')).toHaveLength(0);
    expect(await rowOf(input.email)).toMatchObject({ role: 'user' });
  });
});

describe('registering as a performer', () => {
  it('creates an account pending review, with both identity documents owned by it', async () => {
    const input = performerBody({ bio: 'I sing.', languages: ['de', 'en'], verification: 'approved', isFeatured: true });
    const { data } = await registerPerformer(input);
    expect(data).toMatchObject({ verification: 'pending', registered: true });
    const me = await testHost.call('GET /performers/me', {}, { token: data.token });
    expect(me.data).toMatchObject({
      verification: 'pending',
      isVerified: false,
      isFeatured: false,
      bio: 'I sing.',
      languages: ['de', 'en'],
    });
    expect(me.data.documents.map(({ type }) => type).sort()).toEqual(['documentVerification', 'idVerification']);
    expect(await testHost.ctx.db.select({ type: files.type }).from(files).where(eq(files.ownerId, me.data._id))).toEqual([
      { type: 'document' },
      { type: 'document' },
    ]);
    expect(await mailsTo(testHost, input.email, 'application-received')).toHaveLength(1);
  });

  it('rejects missing documents, minors, known addresses and unreadable files, without creating an account', async () => {
    const existing = await signUpFan(testHost);
    const cases = [
      [performerBody(), { idVerification: await identityDocument() }, 422, 'document_required'],
      [performerBody(), { documentVerification: await identityDocument() }, 422, 'document_required'],
      [performerBody({ dateOfBirth: `${String(testHost.clock.now().getFullYear() - 17)}-01-01` }), undefined, 422, 'under_age'],
      [performerBody({ email: existing.email }), undefined, 409, 'email_taken'],
      [performerBody({ username: existing.username }), undefined, 409, 'username_taken'],
      [performerBody({ username: 'admin' }), undefined, 422, 'username_reserved'],
      [performerBody({ password: '1234567890' }), undefined, 422, 'password_too_common'],
      [
        performerBody(),
        { idVerification: await identityDocument(), documentVerification: new Blob(['just words']) },
        415,
        'unsupported_media_type',
      ],
      [
        performerBody(),
        { idVerification: await identityDocument(), documentVerification: (await identityDocument()).slice(0, 400) },
        422,
        'file_unreadable',
      ],
    ] as const;
    const before = await testHost.ctx.db.$count(performers);
    for (const [input, documents, status, error] of cases) {
      const response = await registerPerformer(input, documents);
      expect([response.status, response.errorBody.error]).toEqual([status, error]);
    }
    expect(await testHost.ctx.db.$count(performers)).toBe(before);
  });
});

describe('checking a username', () => {
  it('returns why it is unavailable, and suggestions', async () => {
    const existing = await signUpFan(testHost);
    const check = async (username: string) => (await testHost.call('GET /auth/username', { query: { username } })).data;
    expect(await check('free.to.have')).toEqual({ isAvailable: true, reason: null, proposals: [] });
    expect(await check(existing.username)).toMatchObject({ isAvailable: false, reason: 'username_taken' });
    expect((await check(existing.username)).proposals).toHaveLength(3);
    expect(await check('ADMIN')).toMatchObject({ reason: 'username_reserved' });
    expect(await check('a b')).toMatchObject({ reason: 'invalid_request' });
  });
});

describe('the captcha', () => {
  it('is required for registration and for forgotten passwords', async () => {
    const captcha = await openRecaptchaStandIn();
    const guarded = await openTestHost({
      RECAPTCHA_SITE_KEY: 'site',
      RECAPTCHA_SECRET: captcha.secret,
      RECAPTCHA_VERIFY_URL: captcha.verifyUrl,
    });
    try {
      const fan = await guarded.call('POST /auth/users/register', { body: body({ recaptchaToken: 'made up' }) });
      const performer = await guarded.call('POST /auth/performers/register', {
        body: performerBody(),
        files: { idVerification: await identityDocument(), documentVerification: await identityDocument() },
      });
      const forgot = await guarded.call('POST /auth/users/forgot', { body: { email: 'a@example.com' } });
      expect([fan, performer, forgot].map(({ errorBody }) => errorBody.error)).toEqual(Array(3).fill('captcha_failed'));
      captcha.grant('a person');
      expect((await guarded.call('POST /auth/users/register', { body: body({ recaptchaToken: 'a person' }) })).status).toBe(200);
    } finally {
      await guarded.close();
      await captcha.close();
    }
  });
});
