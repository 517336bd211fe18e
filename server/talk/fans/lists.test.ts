/** Lists of fans, and what a performer knows of one of them. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { accounts, charges, earnings, fanListPeople, subscriptions } from '@server/platform/db/schema/schema';
import { addCrowd, addFollowers, addSale, letFollow } from '../../../tests/kit/people/fans';
import { fewestQueries } from '../../../tests/support/queries';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let performer: { id: string; token: string };
let other: { id: string; token: string };

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  [performer, other] = [await signUpPerformer(world), await signUpPerformer(world)];
});

const nobody = '0198c0de-0000-7000-8000-00000000dead';
const lists = async (who = performer) => (await world.call('GET /performer/lists', {}, { token: who.token })).data;
const totals = async (who = performer) => Object.fromEntries((await lists(who)).map(({ _id, rule, total }) => [rule ?? _id, total]));
const make = (body: { name: string; userIds?: string[] }, who = performer) =>
  world.call('POST /performer/lists', { body }, { token: who.token });
const change = (id: string, body: { name?: string; userIds?: string[]; addIds?: string[]; removeIds?: string[] }, who = performer) =>
  world.call('PUT /performer/lists/:id', { params: { id }, body }, { token: who.token });
const read = (id: string, who = performer) => world.call('GET /performer/lists/:id', { params: { id } }, { token: who.token });
const fan = (id: string, who = performer) => world.call('GET /performer/fans/:id', { params: { id } }, { token: who.token });
const note = (id: string, text: string, who = performer) =>
  world.call('PUT /performer/fans/:id/note', { params: { id }, body: { text } }, { token: who.token });
const block = (who: { token: string }, targetId: string) => world.call('POST /block/users', { body: { targetId } }, { token: who.token });
const suspend = (id: string) => world.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, id));
const day_ms = 86_400_000;

async function addSubscription(userId: string, columns: Partial<typeof subscriptions.$inferInsert>): Promise<void> {
  const now = world.clock.now();
  await world.ctx.db.insert(subscriptions).values({
    ...{ id: world.ctx.chance.id(), userId, performerId: performer.id, type: 'monthly', months: 1, status: 'active' },
    ...{ priceCents: 500n, source: 'wallet', isRenewing: true, startedAt: now, createdAt: now, updatedAt: now },
    expiresAt: new Date(now.getTime() + day_ms),
    ...columns,
  });
}

describe('the lists that the site keeps', () => {
  test('hold followers, subscribers, former subscribers and buyers, but nobody who is suspended or blocked either way', async () => {
    const past = new Date(world.clock.now().getTime() - day_ms);
    const [reader, ...crowd] = [await signUpFan(world), ...(await addCrowd(world, 11))];
    const [f1 = '', f2 = '', s1 = '', s2 = '', s3 = '', e1 = '', e2 = '', b1 = '', b2 = '', gone = '', barred = ''] = crowd;
    await letFollow(world, [f1, f2, gone, barred, reader.id], performer.id);
    await addSubscription(s1, {});
    await addSubscription(s2, { status: 'past_due', expiresAt: past });
    await addSubscription(s3, { status: 'cancelled', isRenewing: false });
    await addSubscription(e1, { status: 'expired', expiresAt: past, isRenewing: false });
    await addSubscription(e2, { status: 'cancelled', expiresAt: past, isRenewing: false });
    await addSale(world, { userId: b1, performerId: performer.id, targetId: nobody, type: 'tip', cents: 100n });
    await addSale(world, { userId: b1, performerId: performer.id, targetId: nobody, type: 'tip', cents: 100n });
    const refunded = await addSale(world, { userId: b2, performerId: performer.id, targetId: nobody, type: 'tip', cents: 100n });
    await world.ctx.db.update(charges).set({ status: 'refunded' }).where(eq(charges.id, refunded));
    await suspend(gone);
    await block(performer, barred);
    expect(await totals()).toEqual({ followers: 3, subscribers: 3, expired: 2, buyers: 1 });
    await block(reader, performer.id);
    expect(await totals()).toEqual({ followers: 2, subscribers: 3, expired: 2, buyers: 1 });
    expect(await totals(other)).toEqual({ followers: 0, subscribers: 0, expired: 0, buyers: 0 });
  });

  test('are counted in as many queries for one own list as for twenty', async () => {
    const users = await addFollowers(world, 30, performer.id);
    await make({ name: 'First', userIds: users.slice(0, 3) });
    const few = await fewestQueries(world, () => lists());
    for (let number = 0; number < 20; number += 1) await make({ name: `List ${String(number)}`, userIds: users });
    expect((await lists()).length).toBe(25);
    expect(await fewestQueries(world, () => lists())).toBe(few);
  });
});

describe('an own list', () => {
  test('is made, renamed, filled, emptied and deleted by its performer alone', async () => {
    const [one = '', two = '', three = ''] = await addFollowers(world, 3, performer.id);
    const { status, data } = await make({ name: 'Regulars', userIds: [one, two, one] });
    expect({ status, data }).toMatchObject({ status: 200, data: { name: 'Regulars', rule: null, total: 2 } });
    expect(data.users.map(({ _id }) => _id)).toEqual([one, two]);
    expect((await change(data._id, { name: 'Friends', addIds: [three], removeIds: [one] })).data).toMatchObject({
      name: 'Friends',
      total: 2,
    });
    expect((await change(data._id, { userIds: [one] })).data.users.map(({ _id }) => _id)).toEqual([one]);
    expect((await lists()).at(-1)).toMatchObject({ _id: data._id, name: 'Friends', total: 1, rule: null });
    for (const refused of [
      await read(data._id, other),
      await change(data._id, { name: 'Mine' }, other),
      await world.call('DELETE /performer/lists/:id', { params: { id: data._id } }, { token: other.token }),
      await read(nobody),
    ])
      expect(refused.refusal.error).toBe('list_not_found');
    const remove = () => world.call('DELETE /performer/lists/:id', { params: { id: data._id } }, { token: performer.token });
    expect((await remove()).data).toEqual({ deleted: true });
    expect((await remove()).refusal.error).toBe('list_not_found');
    expect(await world.ctx.db.$count(fanListPeople, eq(fanListPeople.listId, data._id))).toBe(0);
  });

  test('takes nobody who is not there, suspended or blocked, and shows nobody who has become so', async () => {
    const [kept = '', gone = '', barred = ''] = await addFollowers(world, 3, performer.id);
    const { data } = await make({ name: 'All', userIds: [kept, gone, barred] });
    await suspend(gone);
    await block(performer, barred);
    expect((await read(data._id)).data).toMatchObject({ total: 1, users: [{ _id: kept }] });
    expect((await lists()).at(-1)?.total).toBe(1);
    for (const id of [nobody, gone, barred, performer.id])
      expect((await make({ name: 'More', userIds: [kept, id] })).refusal.error).toBe('user_not_found');
    const empty = await make({ name: 'Empty' });
    for (const id of [nobody, gone, barred]) expect((await change(empty.data._id, { addIds: [id] })).refusal.error).toBe('user_not_found');
    expect((await lists()).length).toBe(6);
  });

  test('ends at a thousand fans, and so do fifty lists, also in a race', async () => {
    const users = await addFollowers(world, limits.listFansMax + 1, performer.id);
    const { data } = await make({ name: 'Full', userIds: users.slice(1) });
    expect(data.total).toBe(limits.listFansMax);
    expect((await change(data._id, { addIds: users.slice(0, 1) })).refusal.error).toBe('list_limit');
    expect((await change(data._id, { addIds: users.slice(0, 1), removeIds: users.slice(1, 2) })).status).toBe(200);
    for (let number = 2; number < limits.listsMax; number += 1) await make({ name: `List ${String(number)}` });
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => make({ name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect((await make({ name: 'One more' })).refusal.error).toBe('list_limit');
  });
});

describe('a fan', () => {
  test('is known with what she has paid and was not given back, her subscription, her lists and the note', async () => {
    const [id = ''] = await addFollowers(world, 1, performer.id);
    const startedAt = world.clock.now();
    await addSubscription(id, { status: 'cancelled', startedAt });
    await addSale(world, { userId: id, performerId: performer.id, targetId: nobody, type: 'tip', cents: 1000n });
    const chargeId = await addSale(world, { userId: id, performerId: performer.id, targetId: nobody, type: 'tip', cents: 500n });
    await world.ctx.db.update(earnings).set({ status: 'refunded', refundedCents: 500n }).where(eq(earnings.chargeId, chargeId));
    await addSale(world, { userId: id, performerId: other.id, targetId: nobody, type: 'tip', cents: 700n });
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

  test('is nobody to a performer to whom she never came near', async () => {
    const [stranger = ''] = await addCrowd(world, 1);
    for (const id of [stranger, nobody, performer.id]) {
      expect((await fan(id)).refusal.error).toBe('user_not_found');
      expect((await note(id, 'Who?')).refusal.error).toBe('user_not_found');
    }
    await letFollow(world, [stranger], performer.id);
    expect((await fan(stranger)).data).toMatchObject({ totalSpent: 0, isFollowing: true, subscription: null, note: '' });
  });
});
