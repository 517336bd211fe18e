/** A performer's page: who can see it, and how views are counted. */
import { eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { performers, performerViews } from '@server/platform/db/schema/performers';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let visitorCountry: string | null = null;

beforeAll(async () => {
  testHost = await openTestHost({}, { geo: { countryOf: () => Promise.resolve(visitorCountry) } });
});
afterAll(() => testHost.close());
beforeEach(() => {
  visitorCountry = null;
});

const setProfile = (id: string, values: Partial<typeof performers.$inferInsert>) =>
  testHost.ctx.db.update(performers).set(values).where(eq(performers.accountId, id));
const setAccount = (id: string, values: Partial<typeof accounts.$inferInsert>) =>
  testHost.ctx.db.update(accounts).set(values).where(eq(accounts.id, id));

describe("a performer's page", () => {
  test('is found by id and by username, in upper or lower case, with public fields only', async () => {
    const { id, username } = await signUpPerformer(testHost);
    for (const key of [id, username, username.toUpperCase()]) {
      const { status, data } = await testHost.call('GET /performers/:id', { params: { id: key } });
      expect(status).toBe(200);
      expect(data).toMatchObject({ _id: id, username, monthlyPrice: 9.99, yearlyPrice: 99.99, messageAudience: 'everyone' });
      for (const field of ['email', 'phone', 'dateOfBirth', 'verification', 'documents', 'payoutMethods'])
        expect(data).not.toHaveProperty(field);
    }
  });

  test('is a 404 for others while the performer is pending or suspended; the performer and operators see it', async () => {
    const waiting = await signUpPerformer(testHost, undefined, 'pending');
    const [fan, operator] = [await signUpFan(testHost), await signUpOperator(testHost)];
    const view = (token?: string) => testHost.call('GET /performers/:id', { params: { id: waiting.username } }, { token });
    for (const token of [undefined, fan.token]) expect((await view(token)).errorBody.error).toBe('performer_not_found');
    for (const token of [waiting.token, operator.token]) expect((await view(token)).status).toBe(200);
    await setProfile(waiting.id, { verification: 'approved' });
    expect((await view()).status).toBe(200);
    await setAccount(waiting.id, { status: 'suspended' });
    expect((await view(fan.token)).errorBody.error).toBe('performer_not_found');
    expect((await view(operator.token)).status).toBe(200);
    for (const id of ['nobody-at-all', testHost.ctx.random.id(), fan.id, fan.username])
      expect((await testHost.call('GET /performers/:id', { params: { id } })).errorBody.error).toBe('performer_not_found');
  });

  test('is not visible across a block in either direction or in blocked countries', async () => {
    const performer = await signUpPerformer(testHost);
    const [blocked, blocker, other, operator] = [
      await signUpFan(testHost),
      await signUpFan(testHost),
      await signUpFan(testHost),
      await signUpOperator(testHost),
    ];
    await testHost.call('POST /block/users', { body: { targetId: blocked.id } }, { token: performer.token });
    await testHost.call('POST /block/users', { body: { targetId: performer.id } }, { token: blocker.token });
    const view = async (token?: string) =>
      (await testHost.call('GET /performers/:id', { params: { id: performer.id } }, { token })).errorBody.error;
    expect(await view(blocked.token)).toBe('blocked_by_performer');
    expect(await view(blocker.token)).toBe('blocked_by_performer');
    expect(await view(other.token)).toBeUndefined();
    await testHost.call('POST /block/countries', { body: { countryCodes: ['FR', 'BE'] } }, { token: performer.token });
    visitorCountry = 'FR';
    expect(await view()).toBe('blocked_by_performer');
    expect(await view(other.token)).toBe('blocked_by_performer');
    expect(await view(performer.token)).toBeUndefined();
    expect(await view(operator.token)).toBeUndefined();
    visitorCountry = 'LU';
    expect(await view()).toBeUndefined();
  });

  test('counts a view once per viewer and day, but not the performer’s own', async () => {
    const performer = await signUpPerformer(testHost);
    const fans = [await signUpFan(testHost), await signUpFan(testHost)];
    const view = (token?: string) => testHost.call('GET /performers/:id', { params: { id: performer.id } }, { token });
    const views = async () => (await view(performer.token)).data.stats.views;
    await Promise.all([...fans, ...fans, ...fans].map(({ token }) => view(token)));
    expect(await views()).toBe(2);
    await view();
    await view();
    expect(await views()).toBe(3);
    testHost.clock.advance({ days: 1 });
    await view();
    expect(await views()).toBe(4);
    const [counted] = await testHost.ctx.db.select().from(performers).where(eq(performers.accountId, performer.id));
    expect(counted?.recentViews).toBe(4);
    const rows = await testHost.ctx.db.select().from(performerViews).where(eq(performerViews.performerId, performer.id));
    expect(rows.map(({ viewer }) => viewer).join()).not.toContain('127.0.0.1');
  });
});
