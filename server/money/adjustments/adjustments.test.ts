/** Corrections of balances by two operators. */
import { eq } from 'drizzle-orm';
import { auditLog } from '@server/platform/db/schema/schema';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let one: { token: string; id: string };
let other: { token: string; id: string };

beforeAll(async () => {
  world = await openWorld();
  [one, other] = [await signUpOperator(world, 'olga'), await signUpOperator(world, 'otto')];
});
afterAll(async () => {
  const { data } = await world.call('GET /admin/ledger/check', {}, { token: one.token });
  await world.close();
  expect(data.laws.filter(({ ok }) => !ok)).toEqual([]);
});

interface Wish {
  personId: string;
  amount: number;
  reason?: string;
}
const propose = ({ reason = 'Charged twice', ...wish }: Wish, by = one, key?: string) =>
  world.call('POST /admin/ledger/adjustments', { body: { reason, ...wish } }, { token: by.token, ...(key !== undefined && { key }) });
const approve = (id: string, by = other) =>
  world.call('POST /admin/ledger/adjustments/:id/approve', { params: { id } }, { token: by.token });
const decline = (id: string, by = other, note = 'Look again') =>
  world.call('POST /admin/ledger/adjustments/:id/decline', { params: { id }, body: { note } }, { token: by.token });
const find = async (query: object, by = one) =>
  (await world.call('GET /admin/ledger/adjustments/search', { query }, { token: by.token })).data;
const balanceOf = async ({ token }: { token: string }) => (await world.call('GET /users/me', {}, { token })).data.balance;

test('a correction moves nothing until another operator approves it, and then once', async () => {
  const fan = await signUpFan(world, 'wilma');
  const { data: proposed } = await propose({ personId: fan.id, amount: 12.5 });
  expect(proposed).toMatchObject({
    account: `wallet:${fan.id}`,
    amount: 12.5,
    status: 'pending',
    isOwn: true,
    proposedBy: { name: 'olga' },
  });
  expect((await approve(proposed._id, one)).refusal.error).toBe('same_operator');
  expect(await balanceOf(fan)).toBe(0);
  const third = await signUpOperator(world);
  const outcomes = await Promise.all([approve(proposed._id), approve(proposed._id, third), decline(proposed._id)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(outcomes.find(({ status }) => status === 409)?.refusal.error).toBe('already_so');
  const [after] = (await find({ personId: fan.id })).data;
  expect(await balanceOf(fan)).toBe(after?.status === 'approved' ? 12.5 : 0);
});

test('the trail tells who proposed and who approved, and the ledger what moved', async () => {
  const fan = await signUpFan(world);
  const { data } = await propose({ personId: fan.id, amount: 3 });
  expect((await approve(data._id)).data).toMatchObject({ status: 'approved', decidedBy: { name: 'otto' }, isOwn: false });
  expect(await world.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, data._id)).orderBy(auditLog.id)).toMatchObject([
    { actorId: one.id, action: 'adjustments.propose', after: { amountCents: 3, reason: 'Charged twice', status: 'pending' } },
    { actorId: other.id, action: 'adjustments.approved', before: { status: 'pending' }, after: { status: 'approved' } },
  ]);
  const account = await world.call('GET /admin/ledger/accounts/:id', { params: { id: `wallet:${fan.id}` } }, { token: one.token });
  expect(account.data.data).toMatchObject([{ reason: 'adjustment', subject: data._id, change: 3, balance: 3 }]);
});

test('nobody is taken below zero: the correction waits on', async () => {
  const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
  for (const { id } of [fan, performer]) {
    const { data } = await propose({ personId: id, amount: -0.01 });
    expect((await approve(data._id)).refusal.error).toBe('insufficient_balance');
    expect((await find({ personId: id, status: 'pending' })).total).toBe(1);
    const { data: given } = await propose({ personId: id, amount: 0.01 });
    await approve(given._id);
    expect((await approve(data._id)).data.status).toBe('approved');
    expect(await balanceOf(id === fan.id ? fan : performer)).toBe(0);
  }
});

test('one key proposes once, and says the same thing', async () => {
  const fan = await signUpFan(world);
  const wish = { personId: fan.id, amount: 1 };
  const [first, second] = [await propose(wish, one, 'key-1'), await propose(wish, one, 'key-1')];
  expect(second.data._id).toBe(first.data._id);
  expect((await propose({ ...wish, amount: 2 }, one, 'key-1')).refusal.error).toBe('idempotency_key_reused');
  expect((await find({ personId: fan.id })).total).toBe(1);
  const together = await Promise.all([1, 2, 3, 4].map(() => propose({ ...wish, amount: 5 }, one, 'key-2')));
  expect((await find({ personId: fan.id })).total).toBe(2);
  for (const { status, refusal } of together) if (status !== 200) expect(refusal.error).toBe('request_in_progress');
});

test('is declined with a note, taken back by whoever proposed it, and found', async () => {
  const fan = await signUpFan(world, 'findable');
  const { data: declined } = await propose({ personId: fan.id, amount: 7, reason: 'A voucher that was lost' });
  expect((await decline(declined._id)).data).toMatchObject({ status: 'declined', note: 'Look again', decidedBy: { name: 'otto' } });
  const { data: own } = await propose({ personId: fan.id, amount: 8 });
  expect((await decline(own._id, one, '')).data).toMatchObject({ status: 'declined', note: null });
  expect((await decline(own._id)).refusal.error).toBe('already_so');
  expect((await find({ q: 'VOUCHER' })).data.map(({ _id }) => _id)).toEqual([declined._id]);
  expect((await find({ q: 'findab', sortBy: 'amount', sort: 'asc' })).data.map(({ amount }) => amount)).toEqual([7, 8]);
  expect(await balanceOf(fan)).toBe(0);
});

test('nobody corrects her own balance, one that is not there, by nothing or by too much', async () => {
  const nobody = world.ctx.chance.id();
  expect((await propose({ personId: one.id, amount: 1 })).refusal.error).toBe('self_not_allowed');
  const { data } = await propose({ personId: other.id, amount: 1 });
  expect((await approve(data._id)).refusal.error).toBe('self_not_allowed');
  expect((await propose({ personId: nobody, amount: 1 })).refusal.error).toBe('account_not_found');
  expect((await approve(nobody)).refusal.error).toBe('adjustment_not_found');
  expect((await decline(nobody)).refusal.error).toBe('adjustment_not_found');
  for (const amount of [0, 0.001, 1_000_000.01])
    expect((await propose({ personId: other.id, amount })).refusal.error).toBe('invalid_request');
});
