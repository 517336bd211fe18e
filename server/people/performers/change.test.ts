/** What performers can change in their own profile, and what they cannot. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { accounts } from '@server/platform/db/schema/accounts';
import { performers } from '@server/platform/db/schema/performers';
import { signUpPerformer } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { bankAccount } from '../../../tests/kit/money/bank';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

const setProfile = (id: string, values: Partial<typeof performers.$inferInsert>) =>
  testHost.ctx.db.update(performers).set(values).where(eq(performers.accountId, id));
const change = (token: string, body: object, id = 'me') => testHost.call('PUT /performers/:id', { params: { id }, body }, { token });

describe('changing one’s own profile', () => {
  test('keeps absent fields and stores sent ones', async () => {
    const { token } = await signUpPerformer(testHost, undefined, 'documented');
    const first = await change(token, {
      bio: 'Hello there',
      languages: ['en', 'de'],
      city: 'Ulm',
      height: '167_169',
      monthlyPrice: 5.5,
      yearlyPrice: 55,
      messageAudience: 'subscribers',
      messagePrice: 0.5,
      isFreeSubscription: true,
      freeSubscriptionDays: 7,
      name: 'Other Name',
      privacy: { showOnline: false },
    });
    expect(first.data).toMatchObject({
      isPerformer: true,
      bio: 'Hello there',
      languages: ['en', 'de'],
      city: 'Ulm',
      height: '167_169',
      monthlyPrice: 5.5,
      yearlyPrice: 55,
      messageAudience: 'subscribers',
      messagePrice: 0.5,
      isFreeSubscription: true,
      freeSubscriptionDays: 7,
      name: 'Other Name',
      privacy: { showOnline: false },
    });
    const second = await change(token, { height: null, city: null });
    expect(second.data).toMatchObject({ bio: 'Hello there', height: null, city: null, monthlyPrice: 5.5, freeSubscriptionDays: 7 });
    const stored = await testHost.call('GET /performers/me', {}, { token });
    expect(stored.data).toMatchObject({
      bio: 'Hello there',
      verification: 'approved',
      documents: [{ type: 'idVerification' }, { type: 'documentVerification' }],
    });
  });

  test('accepts the caller’s own id in place of `me`, and rejects other ids', async () => {
    const [ownPerformer, other] = [await signUpPerformer(testHost), await signUpPerformer(testHost)];
    expect((await change(ownPerformer.token, { bio: 'Mine' }, ownPerformer.id)).data).toMatchObject({ bio: 'Mine' });
    expect((await change(ownPerformer.token, { bio: 'Yours' }, other.id)).errorBody.error).toBe('not_owner');
    for (const name of ['PUT /performers/:id/banking-settings', 'PUT /performers/:id/payment-gateway-settings'] as const) {
      const body = name.endsWith('banking-settings') ? bankAccount : { method: 'paypal', email: 'pay@example.com' };
      expect(
        (await testHost.call(name, { params: { id: other.id }, body: body as never }, { token: ownPerformer.token })).errorBody.error,
      ).toBe('not_owner');
    }
    expect((await testHost.call('GET /performers/me', {}, { token: other.token })).data.bio).toBe('');
  });

  test.each([
    ['monthlyPrice', 2.94, false],
    ['monthlyPrice', 2.95, true],
    ['yearlyPrice', 300, true],
    ['yearlyPrice', 300.01, false],
  ])('%s of %d is allowed: %s', async (field, price, isAllowed) => {
    const { token } = await signUpPerformer(testHost);
    const { data, errorBody } = await change(token, { [field]: price, bio: 'new' });
    if (isAllowed) expect(data).toMatchObject({ [field]: price });
    else {
      expect(errorBody).toMatchObject({ error: 'price_out_of_range', issues: [{ path: field }] });
      expect((await testHost.call('GET /performers/me', {}, { token })).data.bio).toBe('');
    }
  });

  test('ignores fields that a performer cannot change', async () => {
    const { token, id } = await signUpPerformer(testHost, undefined, 'pending');
    await change(token, {
      verification: 'approved',
      isFeatured: true,
      views: 1000,
      stats: { views: 1000 },
      commissionRate: 0,
      commission: 0,
      balance: 500,
      role: 'operator',
      isPerformer: false,
      isEmailVerified: true,
      status: 'suspended',
      bio: 'New',
    });
    const [row] = await testHost.ctx.db
      .select()
      .from(performers)
      .innerJoin(accounts, eq(accounts.id, performers.accountId))
      .where(eq(accounts.id, id));
    expect(row?.performers).toMatchObject({ verification: 'pending', isFeatured: false, views: 0, bio: 'New' });
    expect(row?.accounts).toMatchObject({ role: 'performer', isPerformer: true, emailVerifiedAt: null, status: 'active' });
  });

  test('changes the date of birth until it is verified, and never to that of a minor', async () => {
    const { token, id } = await signUpPerformer(testHost, undefined, 'pending');
    const [year, rest] = [
      testHost.clock.now().getUTCFullYear() - limits.performerAgeMin_years,
      testHost.clock.now().toISOString().slice(4, 10),
    ];
    const tomorrow = new Date(Date.parse(`${String(year)}${rest}`) + 86_400_000).toISOString().slice(0, 10);
    expect((await change(token, { dateOfBirth: tomorrow })).errorBody).toMatchObject({
      error: 'under_age',
      issues: [{ path: 'dateOfBirth' }],
    });
    expect((await change(token, { dateOfBirth: `${String(year)}${rest}` })).data).toMatchObject({ dateOfBirth: `${String(year)}${rest}` });
    expect((await change(token, { dateOfBirth: '0001-01-01' })).errorBody.error).toBe('invalid_request');
    await setProfile(id, { verification: 'approved' });
    expect((await change(token, { dateOfBirth: '1990-01-01' })).errorBody).toMatchObject({
      error: 'invalid_request',
      issues: [{ path: 'dateOfBirth' }],
    });
    expect((await change(token, { dateOfBirth: `${String(year)}${rest}`, bio: 'Same day' })).data).toMatchObject({ bio: 'Same day' });
  });

  test('rejects taken or reserved names, taken addresses and a missing password, and then changes nothing', async () => {
    const [ownPerformer, other] = [await signUpPerformer(testHost), await signUpPerformer(testHost)];
    expect((await change(ownPerformer.token, { username: other.username, bio: 'x' })).errorBody.error).toBe('username_taken');
    expect((await change(ownPerformer.token, { username: 'admin', bio: 'x' })).errorBody.error).toBe('username_reserved');
    expect((await change(ownPerformer.token, { country: 'ZZ', bio: 'x' })).errorBody.error).toBe('country_unknown');
    expect((await change(ownPerformer.token, { languages: ['en', 'xx'], bio: 'x' })).errorBody).toMatchObject({
      error: 'invalid_request',
      issues: [{ path: 'languages.1' }],
    });
    expect((await change(ownPerformer.token, { email: 'new@example.com', currentPassword: 'not this', bio: 'x' })).errorBody.error).toBe(
      'wrong_password',
    );
    expect(
      (await change(ownPerformer.token, { email: other.email, currentPassword: 'correct horse battery', bio: 'x' })).errorBody.error,
    ).toBe('email_taken');
    expect((await testHost.call('GET /performers/me', {}, { token: ownPerformer.token })).data.bio).toBe('');
  });
});
