/** Deleting an account: hidden from everyone immediately, and restored completely when it is kept. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { payoutRequests } from '@server/platform/db/schema/money';
import { payments } from '@server/platform/db/schema/payments';
import { notifications } from '@server/platform/db/schema/notifications';
import { auditLog, mails } from '@server/platform/db/schema/site';
import { adjustmentsAccount, earningsOf, receivableOf } from '@server/money/ledger/chart';
import { post } from '@server/money/ledger/ledger';
import { reconcile } from '@server/money/payments/reconcile';
import { fanWithTestCard, newIdempotencyKey } from '../../../tests/kit/money/payments';
import { fillWallet } from '../../../tests/kit/money/ledger';
import { addProduct, buyOne, setOrderStatus } from '../../../tests/kit/content/products';
import { password, signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
beforeEach(async () => {
  testHost = await openTestHost();
});
afterEach(() => testHost.close());

type SignedIn = { token: string; username: string };
const state = async ({ token }: SignedIn) => (await testHost.call('GET /account/deletion', {}, { token })).data;
const requestDeletion = ({ token }: SignedIn, currentPassword: string | undefined = password) =>
  testHost.call('POST /account/deletion', { body: { currentPassword } }, { token });
const cancelDeletion = ({ token }: SignedIn) => testHost.call('DELETE /account/deletion', {}, { token });
const me = ({ token }: SignedIn) => testHost.call('GET /users/me', {}, { token });
const signIn = async (who: SignedIn): Promise<void> => {
  who.token = (await testHost.call('POST /auth/login', { body: { username: who.username, password } })).data.token;
};
const mailsTo = async (to: string) =>
  (await testHost.ctx.db.select({ template: mails.template }).from(mails).where(eq(mails.to, to))).map(({ template }) => template);

test('an account disappears immediately and can be restored completely', async () => {
  const [ada, finn] = [await signUpPerformer(testHost), await signUpFan(testHost)];
  const { data: post } = await testHost.call(
    'POST /performer/feeds',
    { body: { type: 'text', text: 'Hello there', audience: 'public' } },
    { token: ada.token },
  );
  const asFinn = { token: finn.token };
  const page = () => testHost.call('GET /performers/:id', { params: { id: ada.username } }, asFinn);
  const read = () => testHost.call('GET /user/feeds/:id', { params: { id: post._id } }, asFinn);
  expect([(await page()).status, (await read()).status]).toEqual([200, 200]);
  expect(await state(ada)).toMatchObject({ deletesAt: null, obstacles: [], balance: 0, items: 1, itemsSold: 0, subscribers: 0 });

  const before_ms = testHost.clock.now().getTime();
  const { deletesAt } = (await requestDeletion(ada)).data;
  const grace_ms = new Date(deletesAt).getTime() - before_ms;
  expect(grace_ms).toBeGreaterThanOrEqual(limits.deletionGrace_s * 1000);
  expect(grace_ms).toBeLessThan((limits.deletionGrace_s + 60) * 1000);
  expect((await me(ada)).errorBody.error).toBe('session_ended');
  expect([(await page()).errorBody.error, (await read()).errorBody.error]).toEqual(['performer_not_found', 'feed_not_found']);
  expect(await mailsTo(ada.email)).toContain('account-deletion');

  await signIn(ada);
  expect((await me(ada)).data).toMatchObject({ status: 'deleting', deletesAt });
  expect(await state(ada)).toMatchObject({ deletesAt });
  const others = await Promise.all([
    testHost.call('GET /conversations', {}, { token: ada.token }),
    testHost.call('PUT /users', { body: { name: 'Other' } }, { token: ada.token }),
    testHost.call('POST /account/deletion', { body: {} }, { token: ada.token }),
  ]);
  for (const { errorBody } of others) expect(errorBody.error).toBe('account_deleting');

  expect((await cancelDeletion(ada)).data).toEqual({ cancelled: true });
  expect((await me(ada)).data).toMatchObject({ status: 'active', deletesAt: null, username: ada.username });
  expect([(await page()).status, (await read()).status]).toEqual([200, 200]);
  expect(await mailsTo(ada.email)).toContain('account-kept');
  const notified = await testHost.ctx.db
    .select({ text: notifications.text })
    .from(notifications)
    .where(eq(notifications.accountId, ada.id));
  expect(notified.map(({ text }) => text).join()).toMatch(/will be deleted.*won’t be deleted/);
  expect((await cancelDeletion(ada)).errorBody.error).toBe('already_so');
});

test('deletion requires the password, or a recent authentication', async () => {
  const fan = await signUpFan(testHost);
  expect((await requestDeletion(fan, 'not the password')).errorBody).toMatchObject({
    error: 'wrong_password',
    issues: [{ path: 'currentPassword' }],
  });
  testHost.clock.advance({ minutes: 30 });
  expect((await testHost.call('POST /account/deletion', { body: {} }, { token: fan.token })).errorBody.error).toBe(
    'reauthentication_required',
  );
  await testHost.call('POST /auth/reauthenticate', { body: { password } }, { token: fan.token });
  expect((await testHost.call('POST /account/deletion', { body: {} }, { token: fan.token })).status).toBe(200);
});

test('deletion is rejected while payouts or orders are open, with the reason', async () => {
  const performer = await signUpPerformer(testHost);
  const now = testHost.clock.now();
  const times = { createdAt: now, updatedAt: now };
  const payoutId = testHost.ctx.random.id();
  await testHost.ctx.db
    .insert(payoutRequests)
    .values({ id: payoutId, performerId: performer.id, amountCents: 5000n, method: 'paypal', accountShown: 'x', ...times });
  expect((await state(performer)).obstacles).toEqual(['payout_pending']);
  expect((await requestDeletion(performer)).errorBody).toMatchObject({
    error: 'payout_pending',
    message: expect.stringContaining('a pending payout') as string,
  });
  await testHost.ctx.db.update(payoutRequests).set({ status: 'rejected' }).where(eq(payoutRequests.id, payoutId));
  const fan = await signUpFan(testHost);
  await fillWallet(testHost, fan.id, 10_000n);
  const orderId = await buyOne(testHost, fan, await addProduct(testHost, performer));
  expect((await state(fan)).orders).toBe(1);
  expect((await state(performer)).obstacles).toEqual(['orders_open']);
  expect((await requestDeletion(performer)).errorBody).toMatchObject({
    error: 'orders_open',
    message: expect.stringContaining('open orders from fans') as string,
  });
  for (const status of ['shipping', 'delivered'] as const) await setOrderStatus(testHost, performer, orderId, status);
  expect((await requestDeletion(performer)).status).toBe(200);
});

test('deletion is rejected while a payment is on its way to the account', async () => {
  const fan = { ...(await fanWithTestCard(testHost, 'test_late_success')), username: '' };
  const topUp = { body: { amount: 50 } };
  const { data } = await testHost.call('POST /payment/wallet/top-up', topUp, { token: fan.token, key: newIdempotencyKey() });
  expect(data.status).toBe('processing');
  expect(await state(fan)).toMatchObject({ obstacles: ['payment_pending'], balance: 0 });
  expect((await requestDeletion(fan)).errorBody).toMatchObject({
    error: 'payment_pending',
    message: expect.stringContaining('a payment in progress') as string,
  });
  testHost.clock.advance({ minutes: 2 });
  await reconcile(testHost.ctx);
  expect(await state(fan)).toMatchObject({ obstacles: [], balance: 50 });
  expect((await requestDeletion(fan)).status).toBe(200);
});

test('deletion is also rejected while a payment is created or requires action, but not after one has ended', async () => {
  const fan = { ...(await fanWithTestCard(testHost)), username: '' };
  const topUp = { body: { amount: 50 } };
  const { data } = await testHost.call('POST /payment/wallet/top-up', topUp, { token: fan.token, key: newIdempotencyKey() });
  for (const [status, obstacles] of [
    ['created', ['payment_pending']],
    ['requires_action', ['payment_pending']],
    ['failed', []],
    ['success', []],
  ] as const) {
    await testHost.ctx.db.update(payments).set({ status }).where(eq(payments.id, data._id));
    expect((await state(fan)).obstacles).toEqual(obstacles);
  }
});

test('deletion is rejected while the account owes money', async () => {
  for (const [who, account] of [
    [await signUpFan(testHost), receivableOf],
    [await signUpPerformer(testHost), earningsOf],
  ] as const) {
    const owe = (cents: bigint) => {
      const key = `adjustment:${testHost.ctx.random.id()}`;
      const entries = [
        { account: account(who.id), cents: -cents },
        { account: adjustmentsAccount, cents },
      ];
      return post(testHost.ctx, { reason: 'adjustment', subject: key, key, entries });
    };
    await owe(500n);
    expect((await state(who)).obstacles).toEqual(['account_in_debt']);
    expect((await requestDeletion(who)).errorBody.error).toBe('account_in_debt');
    await owe(-500n);
    expect((await requestDeletion(who)).status).toBe(200);
  }
});

test('the last owner cannot delete their account, another operator can, and the audit log records it', async () => {
  const [first, second] = [await signUpOperator(testHost), await signUpOperator(testHost)];
  expect((await requestDeletion(second)).status).toBe(200);
  expect((await state(first)).obstacles).toEqual(['last_operator']);
  expect((await requestDeletion(first)).errorBody.error).toBe('last_operator');
  await signIn(second);
  await cancelDeletion(second);
  const noted = await testHost.ctx.db.select().from(auditLog).where(eq(auditLog.actorId, second.id));
  expect(noted.map(({ action }) => action)).toEqual(['account.delete', 'account.keep']);
});

test('operators see a pending deletion, can suspend the account, and its deletion stays scheduled when it is restored', async () => {
  const [operator, fan] = [await signUpOperator(testHost), await signUpFan(testHost)];
  const asOperator = { token: operator.token };
  const params = { id: fan.id };
  await requestDeletion(fan);
  const shown = async () => (await testHost.call('GET /admin/users/:id', { params }, asOperator)).data;
  expect(await shown()).toMatchObject({ status: 'deleting', name: fan.username, deletesAt: expect.any(String) as string });
  await testHost.call('POST /admin/users/:id/suspend', { params, body: { reason: 'Spam' } }, asOperator);
  expect((await testHost.call('POST /auth/login', { body: { username: fan.username, password } })).errorBody.error).toBe(
    'account_suspended',
  );
  await testHost.call('POST /admin/users/:id/restore', { params }, asOperator);
  expect(await shown()).toMatchObject({ status: 'deleting', suspension: null });
});

test('deletion cannot be canceled after the waiting period', async () => {
  const fan = await signUpFan(testHost);
  await requestDeletion(fan);
  testHost.clock.advance({ days: 31 });
  await signIn(fan);
  expect((await cancelDeletion(fan)).errorBody.error).toBe('deletion_begun');
});
