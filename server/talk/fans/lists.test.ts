/** Lists of fans, and a performer's view of a single fan. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { accounts } from '@server/platform/db/schema/accounts';
import { fanListPeople } from '@server/platform/db/schema/messages';
import { charges, earnings } from '@server/platform/db/schema/money';
import { subscriptions } from '@server/platform/db/schema/subscriptions';
import { addFans, addFollowers, addSale, addFollows } from '../../../tests/kit/people/fans';
import { fewestQueries } from '../../../tests/kit/host/queries';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let performer: { id: string; token: string };
let other: { id: string; token: string };

beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());
beforeEach(async () => {
  [performer, other] = [await signUpPerformer(testHost), await signUpPerformer(testHost)];
});

const missingId = '0198c0de-0000-7000-8000-00000000dead';
const lists = async (who = performer) => (await testHost.call('GET /performer/lists', {}, { token: who.token })).data;
const totals = async (who = performer) => Object.fromEntries((await lists(who)).map(({ _id, rule, total }) => [rule ?? _id, total]));
const make = (body: { name: string; userIds?: string[] }, who = performer) =>
  testHost.call('POST /performer/lists', { body }, { token: who.token });
const change = (id: string, body: { name?: string; userIds?: string[]; addIds?: string[]; removeIds?: string[] }, who = performer) =>
  testHost.call('PUT /performer/lists/:id', { params: { id }, body }, { token: who.token });
const read = (id: string, who = performer) => testHost.call('GET /performer/lists/:id', { params: { id } }, { token: who.token });
const fan = (id: string, who = performer) => testHost.call('GET /performer/fans/:id', { params: { id } }, { token: who.token });
const note = (id: string, text: string, who = performer) =>
  testHost.call('PUT /performer/fans/:id/note', { params: { id }, body: { text } }, { token: who.token });
const block = (who: { token: string }, targetId: string) =>
  testHost.call('POST /block/users', { body: { targetId } }, { token: who.token });
const suspend = (id: string) => testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, id));
const day_ms = 86_400_000;

async function addSubscription(userId: string, columns: Partial<typeof subscriptions.$inferInsert>): Promise<void> {
  const now = testHost.clock.now();
  await testHost.ctx.db.insert(subscriptions).values({
    id: testHost.ctx.random.id(),
    userId,
    performerId: performer.id,
    type: 'monthly',
    months: 1,
    status: 'active',
    priceCents: 500n,
    source: 'wallet',
    isRenewing: true,
    startedAt: now,
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + day_ms),
    ...columns,
  });
}

describe('rule-based lists', () => {
  test('contain followers, subscribers, former subscribers and buyers, without suspended or blocked accounts', async () => {
    const past = new Date(testHost.clock.now().getTime() - day_ms);
    const [blocker, ...fans] = [await signUpFan(testHost), ...(await addFans(testHost, 11))];
    const [f1 = '', f2 = '', s1 = '', s2 = '', s3 = '', e1 = '', e2 = '', b1 = '', b2 = '', suspended = '', blocked = ''] = fans;
    await addFollows(testHost, [f1, f2, suspended, blocked, blocker.id], performer.id);
    await addSubscription(s1, {});
    await addSubscription(s2, { status: 'past_due', expiresAt: past });
    await addSubscription(s3, { status: 'cancelled', isRenewing: false });
    await addSubscription(e1, { status: 'expired', expiresAt: past, isRenewing: false });
    await addSubscription(e2, { status: 'cancelled', expiresAt: past, isRenewing: false });
    await addSale(testHost, { userId: b1, performerId: performer.id, targetId: missingId, type: 'tip', cents: 100n });
    await addSale(testHost, { userId: b1, performerId: performer.id, targetId: missingId, type: 'tip', cents: 100n });
    const refunded = await addSale(testHost, { userId: b2, performerId: performer.id, targetId: missingId, type: 'tip', cents: 100n });
    await testHost.ctx.db.update(charges).set({ status: 'refunded' }).where(eq(charges.id, refunded));
    await suspend(suspended);
    await block(performer, blocked);
    expect(await totals()).toEqual({ followers: 3, subscribers: 3, expired: 2, buyers: 1 });
    await block(blocker, performer.id);
    expect(await totals()).toEqual({ followers: 2, subscribers: 3, expired: 2, buyers: 1 });
    expect(await totals(other)).toEqual({ followers: 0, subscribers: 0, expired: 0, buyers: 0 });
  });

  test('are counted with the same number of queries for one custom list as for twenty', async () => {
    const users = await addFollowers(testHost, 30, performer.id);
    await make({ name: 'First', userIds: users.slice(0, 3) });
    const few = await fewestQueries(testHost, () => lists());
    for (let number = 0; number < 20; number += 1) await make({ name: `List ${String(number)}`, userIds: users });
    expect((await lists()).length).toBe(25);
    expect(await fewestQueries(testHost, () => lists())).toBe(few);
  });
});

describe("a performer's list", () => {
  test('can be created, renamed, changed and deleted only by its performer', async () => {
    const [one = '', two = '', three = ''] = await addFollowers(testHost, 3, performer.id);
    const { status, data } = await make({ name: 'Regulars', userIds: [one, two, one] });
    expect({ status, data }).toMatchObject({ status: 200, data: { name: 'Regulars', rule: null, total: 2 } });
    expect(data.users.map(({ _id }) => _id)).toEqual([one, two]);
    expect((await change(data._id, { name: 'Friends', addIds: [three], removeIds: [one] })).data).toMatchObject({
      name: 'Friends',
      total: 2,
    });
    expect((await change(data._id, { userIds: [one] })).data.users.map(({ _id }) => _id)).toEqual([one]);
    expect((await lists()).at(-1)).toMatchObject({ _id: data._id, name: 'Friends', total: 1, rule: null });
    for (const rejected of [
      await read(data._id, other),
      await change(data._id, { name: 'Mine' }, other),
      await testHost.call('DELETE /performer/lists/:id', { params: { id: data._id } }, { token: other.token }),
      await read(missingId),
    ])
      expect(rejected.errorBody.error).toBe('list_not_found');
    const remove = () => testHost.call('DELETE /performer/lists/:id', { params: { id: data._id } }, { token: performer.token });
    expect((await remove()).data).toEqual({ deleted: true });
    expect((await remove()).errorBody.error).toBe('list_not_found');
    expect(await testHost.ctx.db.$count(fanListPeople, eq(fanListPeople.listId, data._id))).toBe(0);
  });

  test('rejects missing, suspended and blocked accounts, and hides members who become suspended or blocked', async () => {
    const [kept = '', suspended = '', blocked = ''] = await addFollowers(testHost, 3, performer.id);
    const { data } = await make({ name: 'All', userIds: [kept, suspended, blocked] });
    await suspend(suspended);
    await block(performer, blocked);
    expect((await read(data._id)).data).toMatchObject({ total: 1, users: [{ _id: kept }] });
    expect((await lists()).at(-1)?.total).toBe(1);
    for (const id of [missingId, suspended, blocked, performer.id])
      expect((await make({ name: 'More', userIds: [kept, id] })).errorBody.error).toBe('user_not_found');
    const empty = await make({ name: 'Empty' });
    for (const id of [missingId, suspended, blocked])
      expect((await change(empty.data._id, { addIds: [id] })).errorBody.error).toBe('user_not_found');
    expect((await lists()).length).toBe(6);
  });

  test('is limited to 1,000 fans, and a performer to 50 lists, also for concurrent requests', async () => {
    const users = await addFollowers(testHost, limits.listFansMax + 1, performer.id);
    const { data } = await make({ name: 'Full', userIds: users.slice(1) });
    expect(data.total).toBe(limits.listFansMax);
    expect((await change(data._id, { addIds: users.slice(0, 1) })).errorBody.error).toBe('list_limit');
    expect((await change(data._id, { addIds: users.slice(0, 1), removeIds: users.slice(1, 2) })).status).toBe(200);
    for (let number = 2; number < limits.listsMax; number += 1) await make({ name: `List ${String(number)}` });
    const responses = await Promise.all(['a', 'b', 'c'].map((name) => make({ name })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect((await make({ name: 'One more' })).errorBody.error).toBe('list_limit');
  });
});

describe('a fan', () => {
  test('is returned with net spending, subscription, lists and note', async () => {
    const [id = ''] = await addFollowers(testHost, 1, performer.id);
    const startedAt = testHost.clock.now();
    await addSubscription(id, { status: 'cancelled', startedAt });
    await addSale(testHost, { userId: id, performerId: performer.id, targetId: missingId, type: 'tip', cents: 1000n });
    const chargeId = await addSale(testHost, { userId: id, performerId: performer.id, targetId: missingId, type: 'tip', cents: 500n });
    await testHost.ctx.db.update(earnings).set({ status: 'refunded', refundedCents: 500n }).where(eq(earnings.chargeId, chargeId));
    await addSale(testHost, { userId: id, performerId: other.id, targetId: missingId, type: 'tip', cents: 700n });
    const list = await make({ name: 'Regulars', userIds: [id] });
    await make({ name: 'Others' });
    expect((await note(id, 'Likes lamps')).data.note).toBe('Likes lamps');
    expect((await note(id, 'Likes red lamps')).status).toBe(200);
    expect((await fan(id)).data).toMatchObject({
      person: { _id: id, name: 'Crowd' },
      note: 'Likes red lamps',
      totalSpent: 10,
      isFollowing: true,
      subscription: { status: 'cancelled', startedAt: startedAt.toISOString() },
      lists: [{ _id: list.data._id, name: 'Regulars' }],
    });
    expect((await fan(id, other)).data).toMatchObject({ note: '', totalSpent: 7, isFollowing: false, subscription: null, lists: [] });
  });

  test('is not found by a performer without any relation to them', async () => {
    const [stranger = ''] = await addFans(testHost, 1);
    for (const id of [stranger, missingId, performer.id]) {
      expect((await fan(id)).errorBody.error).toBe('user_not_found');
      expect((await note(id, 'Who?')).errorBody.error).toBe('user_not_found');
    }
    await addFollows(testHost, [stranger], performer.id);
    expect((await fan(stranger)).data).toMatchObject({ totalSpent: 0, isFollowing: true, subscription: null, note: '' });
  });
});
