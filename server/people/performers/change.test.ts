/** What a performer changes of her own profile, and what is not hers to say. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { accounts, performers } from '@server/platform/db/schema/schema';
import { signUpPerformer } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { bank } from '../../../tests/kit/money/bank';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const set = (id: string, values: Partial<typeof performers.$inferInsert>) =>
  world.ctx.db.update(performers).set(values).where(eq(performers.accountId, id));
const change = (token: string, body: object, id = 'me') => world.call('PUT /performers/:id', { params: { id }, body }, { token });

describe('changing the own profile', () => {
  test('keeps what is left out and stores what is sent', async () => {
    const { token } = await signUpPerformer(world, undefined, 'documented');
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
    const own = await world.call('GET /performers/me', {}, { token });
    expect(own.data).toMatchObject({
      bio: 'Hello there',
      verification: 'approved',
      documents: [{ type: 'idVerification' }, { type: 'documentVerification' }],
    });
  });

  test("takes the own id for `me`, and refuses another's", async () => {
    const [one, other] = [await signUpPerformer(world), await signUpPerformer(world)];
    expect((await change(one.token, { bio: 'Mine' }, one.id)).data).toMatchObject({ bio: 'Mine' });
    expect((await change(one.token, { bio: 'Yours' }, other.id)).refusal.error).toBe('not_owner');
    for (const name of ['PUT /performers/:id/banking-settings', 'PUT /performers/:id/payment-gateway-settings'] as const) {
      const body = name.endsWith('banking-settings') ? bank : { method: 'paypal', email: 'pay@example.com' };
      expect((await world.call(name, { params: { id: other.id }, body: body as never }, { token: one.token })).refusal.error).toBe(
        'not_owner',
      );
    }
    expect((await world.call('GET /performers/me', {}, { token: other.token })).data.bio).toBe('');
  });

  test.each([
    ['monthlyPrice', 2.94, false],
    ['monthlyPrice', 2.95, true],
    ['yearlyPrice', 300, true],
    ['yearlyPrice', 300.01, false],
  ])('%s of %d is %s', async (field, price, isAllowed) => {
    const { token } = await signUpPerformer(world);
    const { data, refusal } = await change(token, { [field]: price, bio: 'new' });
    if (isAllowed) expect(data).toMatchObject({ [field]: price });
    else {
      expect(refusal).toMatchObject({ error: 'price_out_of_range', issues: [{ path: field }] });
      expect((await world.call('GET /performers/me', {}, { token })).data.bio).toBe('');
    }
  });

  test('takes nothing that is not the performer to say', async () => {
    const { token, id } = await signUpPerformer(world, undefined, 'pending');
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
    const [row] = await world.ctx.db
      .select()
      .from(performers)
      .innerJoin(accounts, eq(accounts.id, performers.accountId))
      .where(eq(accounts.id, id));
    expect(row?.performers).toMatchObject({ verification: 'pending', isFeatured: false, views: 0, bio: 'New' });
    expect(row?.accounts).toMatchObject({ role: 'performer', isPerformer: true, emailVerifiedAt: null, status: 'active' });
  });

  test('the date of birth is hers until it was checked, and never of somebody under age', async () => {
    const { token, id } = await signUpPerformer(world, undefined, 'pending');
    const [year, rest] = [world.clock.now().getUTCFullYear() - limits.performerAgeMin_years, world.clock.now().toISOString().slice(4, 10)];
    const tomorrow = new Date(Date.parse(`${String(year)}${rest}`) + 86_400_000).toISOString().slice(0, 10);
    expect((await change(token, { dateOfBirth: tomorrow })).refusal).toMatchObject({
      error: 'under_age',
      issues: [{ path: 'dateOfBirth' }],
    });
    expect((await change(token, { dateOfBirth: `${String(year)}${rest}` })).data).toMatchObject({ dateOfBirth: `${String(year)}${rest}` });
    expect((await change(token, { dateOfBirth: '0001-01-01' })).refusal.error).toBe('invalid_request');
    await set(id, { verification: 'approved' });
    expect((await change(token, { dateOfBirth: '1990-01-01' })).refusal).toMatchObject({
      error: 'invalid_request',
      issues: [{ path: 'dateOfBirth' }],
    });
    expect((await change(token, { dateOfBirth: `${String(year)}${rest}`, bio: 'Same day' })).data).toMatchObject({ bio: 'Same day' });
  });

  test('refuses names and addresses of others, reserved names and a missing password, and then changes nothing', async () => {
    const [one, other] = [await signUpPerformer(world), await signUpPerformer(world)];
    expect((await change(one.token, { username: other.username, bio: 'x' })).refusal.error).toBe('username_taken');
    expect((await change(one.token, { username: 'admin', bio: 'x' })).refusal.error).toBe('username_reserved');
    expect((await change(one.token, { country: 'ZZ', bio: 'x' })).refusal.error).toBe('country_unknown');
    expect((await change(one.token, { languages: ['en', 'xx'], bio: 'x' })).refusal).toMatchObject({
      error: 'invalid_request',
      issues: [{ path: 'languages.1' }],
    });
    expect((await change(one.token, { email: 'new@example.com', currentPassword: 'not this', bio: 'x' })).refusal.error).toBe(
      'wrong_password',
    );
    expect((await change(one.token, { email: other.email, currentPassword: 'correct horse battery', bio: 'x' })).refusal.error).toBe(
      'email_taken',
    );
    expect((await world.call('GET /performers/me', {}, { token: one.token })).data.bio).toBe('');
  });
});
