/** Performers through their endpoints: found, shown, changed. */
import { eq } from 'drizzle-orm';
import { limits } from '@contract/limits';
import { accounts, performers, performerViews } from '@server/db/schema/schema';
import { signUpFan, signUpOperator, signUpPerformer, somePicture } from '../../../tests/support/people';
import { openWorld, type World } from '../../../tests/support/world';
import { sweepViews } from './sweep';

let world: World;
let visitorCountry: string | null = null;

beforeAll(async () => {
  world = await openWorld({}, { geo: { countryOf: () => Promise.resolve(visitorCountry) } });
});
afterAll(() => world.close());
beforeEach(() => {
  visitorCountry = null;
});

const names = async (query: object, token?: string): Promise<string[]> => {
  const { data } = await world.call('GET /performers/user/search', { query: { limit: 100, ...query } }, { token });
  return data.data.map(({ username }) => username ?? '').sort();
};
const set = (id: string, values: Partial<typeof performers.$inferInsert>) =>
  world.ctx.db.update(performers).set(values).where(eq(performers.accountId, id));
const setAccount = (id: string, values: Partial<typeof accounts.$inferInsert>) =>
  world.ctx.db.update(accounts).set(values).where(eq(accounts.id, id));
const change = (token: string, body: object, id = 'me') => world.call('PUT /performers/:id', { params: { id }, body }, { token });

describe('finding performers', () => {
  let tall: Awaited<ReturnType<typeof signUpPerformer>>;
  let small: Awaited<ReturnType<typeof signUpPerformer>>;

  beforeAll(async () => {
    [tall, small] = [await signUpPerformer(world, 'tall'), await signUpPerformer(world, 'small')];
    await set(tall.id, {
      height: 'over_190',
      weight: '79_81',
      bodyType: 'fit',
      ethnicity: 'white',
      size: 'large',
      hair: 'black',
      eyes: 'blue',
      sexualOrientation: 'gay',
      dateOfBirth: '1970-01-01',
      isFeatured: true,
      views: 50,
    });
    await set(small.id, {
      height: '152_154',
      weight: '46_48',
      bodyType: 'petite',
      ethnicity: 'asian',
      size: 'small',
      hair: 'red',
      eyes: 'green',
      sexualOrientation: 'straight',
      dateOfBirth: '2005-01-01',
      isFreeSubscription: true,
      views: 10,
    });
    await setAccount(tall.id, { gender: 'male', country: 'NL', isOnline: true });
    await setAccount(small.id, { gender: 'female', country: 'JP', isOnline: true, showOnline: false });
  });

  test.each([
    ['gender', 'male'],
    ['country', 'NL'],
    ['height', 'over_190'],
    ['weight', '79_81'],
    ['age', 'over_50'],
    ['bodyType', 'fit'],
    ['ethnicity', 'white'],
    ['size', 'large'],
    ['hair', 'black'],
    ['eyes', 'blue'],
    ['sexualOrientation', 'gay'],
    ['isFeatured', true],
    ['isFreeSubscription', false],
    ['isOnline', true],
    ['q', 'TAL'],
  ])('the filter %s leaves those who match', async (key, value) => {
    expect(await names({ [key]: value })).toEqual(['tall']);
  });

  test('a filter that repeats takes any of its values, and filters add up', async () => {
    expect(await names({ hair: ['black', 'red'] })).toEqual(['small', 'tall']);
    expect(await names({ hair: ['black', 'red'], gender: 'female' })).toEqual(['small']);
    expect(await names({ age: ['20_22', 'over_50'] })).toEqual(['small', 'tall']);
    expect(await names({ performerIds: [small.id] })).toEqual(['small']);
    expect(await names({ q: '%' })).toEqual([]);
  });

  test.each([
    ['popular', 'desc', ['tall', 'small']],
    ['popular', 'asc', ['small', 'tall']],
    ['online', 'desc', ['tall', 'small']],
    ['name', 'asc', ['small', 'tall']],
    ['createdAt', 'asc', ['tall', 'small']],
  ] as const)('sorts by %s %s, also behind a cursor', async (sortBy, sort, expected) => {
    const first = await world.call('GET /performers/user/search', { query: { sortBy, sort, limit: 1 } });
    const second = await world.call('GET /performers/user/search', {
      query: { sortBy, sort, limit: 1, cursor: first.data.nextCursor ?? '' },
    });
    expect([...first.data.data, ...second.data.data].map(({ username }) => username)).toEqual(expected);
    expect(first.data.total).toBe(2);
    expect(second.data.nextCursor).toBeNull();
  });

  test('shows a card without anything private, and who hides her presence as offline', async () => {
    const { data } = await world.call('GET /performers/user/search', { query: { performerIds: [small.id] } });
    expect(data.data[0]).toMatchObject({
      username: 'small',
      age: '20_22',
      isVerified: true,
      isOnline: false,
      stats: { views: 10 },
      cover: null,
    });
    expect(Object.keys(data.data[0] ?? {})).not.toEqual(expect.arrayContaining(['email', 'dateOfBirth', 'verification']));
  });

  test('leaves out who waits for approval, is suspended, or is no performer any more', async () => {
    const hidden = await signUpPerformer(world, 'hidden', 'pending');
    expect(await names({})).toEqual(['small', 'tall']);
    await set(hidden.id, { verification: 'approved' });
    expect(await names({})).toEqual(['hidden', 'small', 'tall']);
    await setAccount(hidden.id, { status: 'suspended' });
    expect(await names({})).toEqual(['small', 'tall']);
    await setAccount(hidden.id, { status: 'active', isPerformer: false });
    expect(await names({})).toEqual(['small', 'tall']);
  });

  test('a block hides both from each other, whoever set it', async () => {
    const [blocker, blocked] = [await signUpFan(world), await signUpFan(world)];
    await world.call('POST /block/users', { body: { targetId: tall.id } }, { token: blocker.token });
    await world.call('POST /block/users', { body: { targetId: blocked.id } }, { token: tall.token });
    for (const { token } of [blocker, blocked]) {
      expect(await names({}, token)).toEqual(['small']);
      for (const name of ['GET /performers/search/random', 'GET /performers/top'] as const) {
        expect((await world.call(name, {}, { token })).data.data.map(({ username }) => username)).toEqual(['small']);
      }
    }
    expect(await names({})).toEqual(['small', 'tall']);
  });

  test('who closed her page to a country is not found from there', async () => {
    await world.call('POST /block/countries', { body: { countryCodes: ['FR'] } }, { token: tall.token });
    visitorCountry = 'FR';
    expect(await names({})).toEqual(['small']);
    visitorCountry = 'ES';
    expect(await names({})).toEqual(['small', 'tall']);
    await world.call('POST /block/countries', { body: { countryCodes: [] } }, { token: tall.token });
  });

  test('random performers obey filters and limit, and come in different orders', async () => {
    const orders = new Set<string>();
    for (let round = 0; round < 40; round += 1) {
      const { data } = await world.call('GET /performers/search/random');
      expect(data.data.map(({ username }) => username).sort()).toEqual(['small', 'tall']);
      orders.add(data.data.map(({ username }) => username).join());
    }
    expect(orders.size).toBe(2);
    expect((await world.call('GET /performers/search/random', { query: { limit: 1 } })).data.data).toHaveLength(1);
    const filtered = await world.call('GET /performers/search/random', {
      query: { gender: 'female', country: 'JP', isFreeSubscription: true, isFeatured: false },
    });
    expect(filtered.data.data.map(({ username }) => username)).toEqual(['small']);
  });

  test('the top counts the views of thirty days only', async () => {
    const day = (ago: number): string => new Date(world.clock.now().getTime() - ago * 86_400_000).toISOString().slice(0, 10);
    const view = (performerId: string, ago: number, viewer: string) => ({ performerId, day: day(ago), viewer });
    await world.ctx.db
      .insert(performerViews)
      .values([view(small.id, 29, 'a'), view(tall.id, 31, 'a'), view(tall.id, 32, 'b'), view(tall.id, 40, 'c')]);
    await set(small.id, { recentViews: 1 });
    await set(tall.id, { recentViews: 3 });
    expect((await world.call('GET /performers/top')).data.data.map(({ username }) => username)).toEqual(['tall', 'small']);
    await sweepViews(world.ctx);
    expect((await world.ctx.db.select().from(performerViews)).filter(({ performerId }) => performerId === tall.id)).toEqual([]);
    const { data } = await world.call('GET /performers/top');
    expect(data.data.map(({ username }) => username)).toEqual(['small', 'tall']);
  });

  test('costs the same number of queries for three and for thirty performers', async () => {
    const { db, chance, clock } = world.ctx;
    const fan = await signUpFan(world);
    const add = async (count: number): Promise<void> => {
      const ids = Array.from({ length: count }, () => chance.id());
      const now = clock.now();
      await db.insert(accounts).values(
        ids.map((id) => ({
          id,
          role: 'performer' as const,
          isPerformer: true,
          username: `many-${id.slice(-12)}`,
          name: 'Many',
          createdAt: now,
          updatedAt: now,
        })),
      );
      await db.insert(performers).values(
        ids.map((accountId) => ({
          accountId,
          freeSubscriptionDays: 1,
          monthlyPriceCents: 500n,
          yearlyPriceCents: 5000n,
          verification: 'approved' as const,
        })),
      );
    };
    const costs = async (): Promise<number[]> => {
      const counted: number[] = [];
      for (const name of ['GET /performers/user/search', 'GET /performers/search/random', 'GET /performers/top'] as const) {
        const before = await queries();
        const { data } = await world.call(name, { query: { limit: 50 } }, { token: fan.token });
        counted.push((await queries()) - before);
        shown.push(data.data.length);
      }
      return counted;
    };
    const shown: number[] = [];
    let sent = 0;
    const session = (db as unknown as { session: { client: { query: (...args: unknown[]) => unknown } } }).session.client;
    const original = session.query.bind(session);
    session.query = (...args: unknown[]) => {
      sent += 1;
      return original(...args);
    };
    const queries = (): Promise<number> => Promise.resolve(sent);
    await add(1);
    const few = await costs();
    await add(27);
    const many = await costs();
    session.query = original;
    expect(shown).toEqual([3, 3, 3, 30, 30, 30]);
    expect(many).toEqual(few);
    expect(Math.min(...few)).toBeGreaterThan(0);
    await db.delete(accounts).where(eq(accounts.name, 'Many'));
  });
});

describe("a performer's page", () => {
  test('opens by id and by username, in any case, with public fields only', async () => {
    const { id, username } = await signUpPerformer(world);
    for (const key of [id, username, username.toUpperCase()]) {
      const { status, data } = await world.call('GET /performers/:id', { params: { id: key } });
      expect(status).toBe(200);
      expect(data).toMatchObject({ _id: id, username, monthlyPrice: 9.99, yearlyPrice: 99.99, messageAudience: 'everyone' });
      for (const field of ['email', 'phone', 'dateOfBirth', 'verification', 'documents', 'payoutMethods'])
        expect(data).not.toHaveProperty(field);
    }
  });

  test('does not exist for others while she waits or is suspended; she and operators see it', async () => {
    const waiting = await signUpPerformer(world, undefined, 'pending');
    const [fan, operator] = [await signUpFan(world), await signUpOperator(world)];
    const view = (token?: string) => world.call('GET /performers/:id', { params: { id: waiting.username } }, { token });
    for (const token of [undefined, fan.token]) expect((await view(token)).refusal.error).toBe('performer_not_found');
    for (const token of [waiting.token, operator.token]) expect((await view(token)).status).toBe(200);
    await set(waiting.id, { verification: 'approved' });
    expect((await view()).status).toBe(200);
    await setAccount(waiting.id, { status: 'suspended' });
    expect((await view(fan.token)).refusal.error).toBe('performer_not_found');
    expect((await view(operator.token)).status).toBe(200);
    for (const id of ['nobody-at-all', world.ctx.chance.id(), fan.id, fan.username])
      expect((await world.call('GET /performers/:id', { params: { id } })).refusal.error).toBe('performer_not_found');
  });

  test('is closed to whom she blocked, to who blocked her, and to the countries she named', async () => {
    const performer = await signUpPerformer(world);
    const [blocked, blocker, stranger, operator] = [
      await signUpFan(world),
      await signUpFan(world),
      await signUpFan(world),
      await signUpOperator(world),
    ];
    await world.call('POST /block/users', { body: { targetId: blocked.id } }, { token: performer.token });
    await world.call('POST /block/users', { body: { targetId: performer.id } }, { token: blocker.token });
    const view = async (token?: string) =>
      (await world.call('GET /performers/:id', { params: { id: performer.id } }, { token })).refusal.error;
    expect(await view(blocked.token)).toBe('blocked_by_performer');
    expect(await view(blocker.token)).toBe('blocked_by_performer');
    expect(await view(stranger.token)).toBeUndefined();
    await world.call('POST /block/countries', { body: { countryCodes: ['FR', 'BE'] } }, { token: performer.token });
    visitorCountry = 'FR';
    expect(await view()).toBe('blocked_by_performer');
    expect(await view(stranger.token)).toBe('blocked_by_performer');
    expect(await view(performer.token)).toBeUndefined();
    expect(await view(operator.token)).toBeUndefined();
    visitorCountry = 'LU';
    expect(await view()).toBeUndefined();
  });

  test('counts a look once per viewer and day, and never her own', async () => {
    const performer = await signUpPerformer(world);
    const fans = [await signUpFan(world), await signUpFan(world)];
    const view = (token?: string) => world.call('GET /performers/:id', { params: { id: performer.id } }, { token });
    const views = async () => (await view(performer.token)).data.stats.views;
    await Promise.all([...fans, ...fans, ...fans].map(({ token }) => view(token)));
    expect(await views()).toBe(2);
    await view();
    await view();
    expect(await views()).toBe(3);
    world.clock.advance({ days: 1 });
    await view();
    expect(await views()).toBe(4);
    const [counted] = await world.ctx.db.select().from(performers).where(eq(performers.accountId, performer.id));
    expect(counted?.recentViews).toBe(4);
    const rows = await world.ctx.db.select().from(performerViews).where(eq(performerViews.performerId, performer.id));
    expect(rows.map(({ viewer }) => viewer).join()).not.toContain('127.0.0.1');
  });
});

describe('changing the own profile', () => {
  test('keeps what is left out and stores what is sent', async () => {
    const { token } = await signUpPerformer(world);
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
    expect((await change(one.token, { email: 'new@example.com', currentPassword: 'not this', bio: 'x' })).refusal.error).toBe(
      'wrong_password',
    );
    expect((await change(one.token, { email: other.email, currentPassword: 'correct horse battery', bio: 'x' })).refusal.error).toBe(
      'email_taken',
    );
    expect((await world.call('GET /performers/me', {}, { token: one.token })).data.bio).toBe('');
  });
});

const bank = {
  firstName: 'Ada',
  lastName: 'Winters',
  bankName: 'Good Bank',
  country: 'GB',
  iban: 'GB82 WEST 1234 5698 7654 32',
  swift: 'WESTGB22',
};

describe('pictures and papers', () => {
  const png = async (background: string): Promise<Blob> => somePicture(background === 'wide' ? 1800 : 300, 300);

  test('a new avatar and cover show at once, and the ones before are gone', async () => {
    const { token, username } = await signUpPerformer(world);
    const first = await world.call('POST /performers/cover/upload', { files: { cover: await png('wide') } }, { token });
    const second = await world.call('POST /performers/cover/upload', { files: { cover: await png('wide') } }, { token });
    const avatar = await world.call('POST /performers/avatar/upload', { files: { avatar: await png('square') } }, { token });
    expect(avatar.data).toMatchObject({ type: 'avatar', status: 'finished', width: 300, height: 300 });
    const page = await world.call('GET /performers/:id', { params: { id: username } });
    expect(page.data).toMatchObject({ cover: second.data.cover, avatar: avatar.data.avatar });
    const get = async (address: string) => (await fetch(world.url + new URL(address).pathname)).status;
    expect(await get(second.data.cover)).toBe(200);
    expect(await get(first.data.cover)).toBe(404);
  });

  test('refuses what cannot be read and what is too much', async () => {
    const { token, id } = await signUpPerformer(world);
    const damaged = new File([new Uint8Array(await (await png('square')).arrayBuffer()).slice(0, 400)], 'a.jpg');
    const { files } = await import('@server/db/schema/schema');
    for (const [name, field] of [
      ['POST /performers/avatar/upload', 'avatar'],
      ['POST /performers/cover/upload', 'cover'],
    ] as const) {
      expect((await world.call(name, { files: { [field]: damaged } as never }, { token })).refusal.error).toBe('file_unreadable');
    }
    await set(id, { verification: 'pending' });
    expect(
      (await world.call('POST /performers/documents/upload', { body: { type: 'idVerification' }, files: { file: damaged } }, { token }))
        .refusal.error,
    ).toBe('file_unreadable');
    await world.ctx.db.insert(files).values({
      id: world.ctx.chance.id(),
      ownerId: id,
      type: 'cover',
      name: 'full',
      mimeType: 'image/webp',
      size: limits.quota_bytes,
      status: 'finished',
      variants: [],
      createdAt: world.clock.now(),
    });
    for (const [name, field] of [
      ['POST /performers/avatar/upload', 'avatar'],
      ['POST /performers/cover/upload', 'cover'],
    ] as const) {
      expect((await world.call(name, { files: { [field]: await png('square') } as never }, { token })).refusal.error).toBe(
        'quota_exceeded',
      );
    }
    expect(
      (
        await world.call(
          'POST /performers/documents/upload',
          { body: { type: 'idVerification' }, files: { file: await png('square') } },
          { token },
        )
      ).refusal.error,
    ).toBe('quota_exceeded');
  });

  test('both papers put an application up for review, and approval closes the door', async () => {
    const { token, id } = await signUpPerformer(world, undefined, 'pending');
    await set(id, { verification: 'rejected', verificationNote: 'Too dark' });
    const paper = await png('square');
    const upload = (type: 'idVerification' | 'documentVerification') =>
      world.call('POST /performers/documents/upload', { body: { type }, files: { file: paper } }, { token });
    const both = await Promise.all([upload('idVerification'), upload('documentVerification')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0].data.url).toContain('signature=');
    const own = await world.call('GET /performers/me', {}, { token });
    expect(own.data).toMatchObject({ verification: 'pending', verificationNote: null });
    expect(own.data.documents).toHaveLength(2);
    await set(id, { verification: 'approved' });
    expect((await upload('idVerification')).refusal.error).toBe('already_verified');
  });
});

describe('payouts', () => {
  const banking = (token: string, body: object = bank) =>
    world.call('PUT /performers/:id/banking-settings', { params: { id: 'me' }, body: body as never }, { token });
  const gateway = (token: string, body: object) =>
    world.call('PUT /performers/:id/payment-gateway-settings', { params: { id: 'me' }, body: body as never }, { token });

  test('bank details are shown masked, stored sealed, and her mailbox hears of it', async () => {
    const { token, id, email } = await signUpPerformer(world);
    expect((await banking(token)).data.banking).toEqual({
      firstName: 'Ada',
      lastName: 'Winters',
      bankName: 'Good Bank',
      country: 'GB',
      last4: '5432',
    });
    const { data } = await gateway(token, { method: 'paypal', email: 'pay.me@example.com' });
    expect(data.payoutMethods).toMatchObject({ paypal: { email: 'p***@example.com' }, preferred: 'paypal', banking: { last4: '5432' } });
    const { rows } = await world.ctx.db.execute(`select p::text as row from performers p where account_id = '${id}'`);
    const stored = String(rows[0]?.row);
    for (const secret of ['GB82', '1234 5698', '123456987654', 'WESTGB22', 'pay.me']) expect(stored).not.toContain(secret);
    const [row] = await world.ctx.db.select({ sealed: performers.bankingSealed }).from(performers).where(eq(performers.accountId, id));
    for (const secret of ['GB82', '5698']) expect(Buffer.from(row?.sealed ?? '', 'base64').toString('latin1')).not.toContain(secret);
    const { mails } = await import('@server/db/schema/schema');
    const told = await world.ctx.db.select({ template: mails.template }).from(mails).where(eq(mails.to, email));
    expect(told.filter(({ template }) => template === 'payout-details-changed')).toHaveLength(2);
  });

  test('what was sealed opens with the key of the site, and only in its place', async () => {
    const { token, id } = await signUpPerformer(world);
    await banking(token);
    const { deriveKey } = await import('@server/derive-key');
    const { unseal } = await import('@server/media/sealed');
    const [row] = await world.ctx.db.select({ sealed: performers.bankingSealed }).from(performers).where(eq(performers.accountId, id));
    const [key, sealed] = [deriveKey(world.ctx.config.appSecret, 'footlight payout details'), Buffer.from(row?.sealed ?? '', 'base64')];
    expect(JSON.parse(unseal(key, `banking:${id}`, sealed).toString())).toEqual(bank);
    expect(() => unseal(key, `paypal:${id}`, sealed)).toThrow();
    expect(() => unseal(key, `banking:${world.ctx.chance.id()}`, sealed)).toThrow();
  });

  test('wants the password again after a while', async () => {
    const { token } = await signUpPerformer(world);
    world.clock.advance({ minutes: 11 });
    expect((await banking(token)).refusal.error).toBe('reauthentication_required');
    expect((await gateway(token, { method: 'paypal', email: 'pay@example.com' })).refusal.error).toBe('reauthentication_required');
    await world.call('POST /auth/reauthenticate', { body: { password: 'correct horse battery' } }, { token });
    expect((await banking(token)).status).toBe(200);
  });

  test('needs an account with Stripe before Stripe is chosen, and a number before a bank', async () => {
    const { token } = await signUpPerformer(world);
    expect((await gateway(token, { method: 'stripe' })).refusal.error).toBe('stripe_account_missing');
    expect((await banking(token, { ...bank, iban: undefined })).refusal).toMatchObject({
      error: 'invalid_request',
      issues: [{ path: 'accountNumber' }],
    });
  });
});
