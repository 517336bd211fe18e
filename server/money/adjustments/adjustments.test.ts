/** Balance adjustments, which take two operators. */
import { eq } from 'drizzle-orm';
import { auditLog } from '@server/platform/db/schema/site';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let proposer: { token: string; id: string };
let approver: { token: string; id: string };

beforeAll(async () => {
  testHost = await openTestHost();
  [proposer, approver] = [await signUpOperator(testHost, 'olga'), await signUpOperator(testHost, 'otto')];
});
afterAll(async () => {
  const { data } = await testHost.call('GET /admin/ledger/check', {}, { token: proposer.token });
  await testHost.close();
  expect(data.laws.filter(({ ok }) => !ok)).toEqual([]);
});

interface Proposal {
  personId: string;
  amount: number;
  reason?: string;
}
const propose = ({ reason = 'Charged twice', ...proposal }: Proposal, operator = proposer, key?: string) =>
  testHost.call(
    'POST /admin/ledger/adjustments',
    { body: { reason, ...proposal } },
    { token: operator.token, ...(key !== undefined && { key }) },
  );
const approve = (id: string, operator = approver) =>
  testHost.call('POST /admin/ledger/adjustments/:id/approve', { params: { id } }, { token: operator.token });
const decline = (id: string, operator = approver, note = 'Look again') =>
  testHost.call('POST /admin/ledger/adjustments/:id/decline', { params: { id }, body: { note } }, { token: operator.token });
const find = async (query: object, operator = proposer) =>
  (await testHost.call('GET /admin/ledger/adjustments/search', { query }, { token: operator.token })).data;
const balanceOf = async ({ token }: { token: string }) => (await testHost.call('GET /users/me', {}, { token })).data.balance;

test('an adjustment moves no money until another operator approves it, and then moves it once', async () => {
  const fan = await signUpFan(testHost, 'wilma');
  const { data: proposed } = await propose({ personId: fan.id, amount: 12.5 });
  expect(proposed).toMatchObject({
    account: `wallet:${fan.id}`,
    amount: 12.5,
    status: 'pending',
    isOwn: true,
    proposedBy: { name: 'olga' },
  });
  expect((await approve(proposed._id, proposer)).errorBody.error).toBe('same_operator');
  expect(await balanceOf(fan)).toBe(0);
  const third = await signUpOperator(testHost);
  const outcomes = await Promise.all([approve(proposed._id), approve(proposed._id, third), decline(proposed._id)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(outcomes.find(({ status }) => status === 409)?.errorBody.error).toBe('already_so');
  const [after] = (await find({ personId: fan.id })).data;
  expect(await balanceOf(fan)).toBe(after?.status === 'approved' ? 12.5 : 0);
});

test('an approved adjustment is in the audit log with its proposer and approver, and in the ledger', async () => {
  const fan = await signUpFan(testHost);
  const { data } = await propose({ personId: fan.id, amount: 3 });
  expect((await approve(data._id)).data).toMatchObject({ status: 'approved', decidedBy: { name: 'otto' }, isOwn: false });
  expect(await testHost.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, data._id)).orderBy(auditLog.id)).toMatchObject([
    { actorId: proposer.id, action: 'adjustments.propose', after: { amountCents: 3, reason: 'Charged twice', status: 'pending' } },
    { actorId: approver.id, action: 'adjustments.approved', before: { status: 'pending' }, after: { status: 'approved' } },
  ]);
  const account = await testHost.call('GET /admin/ledger/accounts/:id', { params: { id: `wallet:${fan.id}` } }, { token: proposer.token });
  expect(account.data.data).toMatchObject([{ reason: 'adjustment', subject: data._id, change: 3, balance: 3 }]);
});

test('an adjustment that would take a balance below zero is rejected and stays pending', async () => {
  const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
  for (const { id } of [fan, performer]) {
    const { data } = await propose({ personId: id, amount: -0.01 });
    expect((await approve(data._id)).errorBody.error).toBe('insufficient_balance');
    expect((await find({ personId: id, status: 'pending' })).total).toBe(1);
    const { data: credit } = await propose({ personId: id, amount: 0.01 });
    await approve(credit._id);
    expect((await approve(data._id)).data.status).toBe('approved');
    expect(await balanceOf(id === fan.id ? fan : performer)).toBe(0);
  }
});

test('an idempotency key creates one adjustment, and is rejected with another body', async () => {
  const fan = await signUpFan(testHost);
  const proposal = { personId: fan.id, amount: 1 };
  const [first, second] = [await propose(proposal, proposer, 'key-1'), await propose(proposal, proposer, 'key-1')];
  expect(second.data._id).toBe(first.data._id);
  expect((await propose({ ...proposal, amount: 2 }, proposer, 'key-1')).errorBody.error).toBe('idempotency_key_reused');
  expect((await find({ personId: fan.id })).total).toBe(1);
  const concurrent = await Promise.all([1, 2, 3, 4].map(() => propose({ ...proposal, amount: 5 }, proposer, 'key-2')));
  expect((await find({ personId: fan.id })).total).toBe(2);
  for (const { status, errorBody } of concurrent) if (status !== 200) expect(errorBody.error).toBe('request_in_progress');
});

test('an adjustment can be declined with a note, withdrawn by its proposer, and searched', async () => {
  const fan = await signUpFan(testHost, 'findable');
  const { data: declined } = await propose({ personId: fan.id, amount: 7, reason: 'A voucher that was lost' });
  expect((await decline(declined._id)).data).toMatchObject({ status: 'declined', note: 'Look again', decidedBy: { name: 'otto' } });
  const { data: ownProposal } = await propose({ personId: fan.id, amount: 8 });
  expect((await decline(ownProposal._id, proposer, '')).data).toMatchObject({ status: 'declined', note: null });
  expect((await decline(ownProposal._id)).errorBody.error).toBe('already_so');
  expect((await find({ q: 'VOUCHER' })).data.map(({ _id }) => _id)).toEqual([declined._id]);
  expect((await find({ q: 'findab', sortBy: 'amount', sort: 'asc' })).data.map(({ amount }) => amount)).toEqual([7, 8]);
  expect(await balanceOf(fan)).toBe(0);
});

test("rejects adjustments of the operator's own balance, of a missing account, of zero, and beyond the limit", async () => {
  const missingId = testHost.ctx.random.id();
  expect((await propose({ personId: proposer.id, amount: 1 })).errorBody.error).toBe('self_not_allowed');
  const { data } = await propose({ personId: approver.id, amount: 1 });
  expect((await approve(data._id)).errorBody.error).toBe('self_not_allowed');
  expect((await propose({ personId: missingId, amount: 1 })).errorBody.error).toBe('account_not_found');
  expect((await approve(missingId)).errorBody.error).toBe('adjustment_not_found');
  expect((await decline(missingId)).errorBody.error).toBe('adjustment_not_found');
  for (const amount of [0, 0.001, 1_000_000.01])
    expect((await propose({ personId: approver.id, amount })).errorBody.error).toBe('invalid_request');
});
