/** A performer's page: who may see it, and how looks are counted. */
import { eq } from 'drizzle-orm';
import { accounts, performers, performerViews } from '@server/platform/db/schema/schema';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let visitorCountry: string | null = null;

beforeAll(async () => {
  world = await openWorld({}, { geo: { countryOf: () => Promise.resolve(visitorCountry) } });
});
afterAll(() => world.close());
beforeEach(() => {
  visitorCountry = null;
});

const set = (id: string, values: Partial<typeof performers.$inferInsert>) =>
  world.ctx.db.update(performers).set(values).where(eq(performers.accountId, id));
const setAccount = (id: string, values: Partial<typeof accounts.$inferInsert>) =>
  world.ctx.db.update(accounts).set(values).where(eq(accounts.id, id));

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
