/** Deleting the own account: gone for everybody at once, and all there again when it is kept. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { auditLog, mails, notifications, payoutRequests } from '@server/platform/db/schema/schema';
import { adjustmentsAccount, earningsOf, receivableOf } from '@server/money/ledger/chart';
import { post } from '@server/money/ledger/ledger';
import { fillWallet } from '../../../tests/support/books';
import { addProduct, buyOne, tellOrder } from '../../../tests/kit/content/products';
import { password, signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

type Who = { token: string; username: string };
const state = async ({ token }: Who) => (await world.call('GET /account/deletion', {}, { token })).data;
const remove = ({ token }: Who, currentPassword: string | undefined = password) =>
  world.call('POST /account/deletion', { body: { currentPassword } }, { token });
const keep = ({ token }: Who) => world.call('DELETE /account/deletion', {}, { token });
const me = ({ token }: Who) => world.call('GET /users/me', {}, { token });
const signIn = async (who: Who): Promise<void> => {
  who.token = (await world.call('POST /auth/login', { body: { username: who.username, password } })).data.token;
};
const mailsTo = async (to: string) =>
  (await world.ctx.db.select({ template: mails.template }).from(mails).where(eq(mails.to, to))).map(({ template }) => template);

test('an account is gone at once and comes back whole', async () => {
  const [ada, finn] = [await signUpPerformer(world), await signUpFan(world)];
  const { data: post } = await world.call(
    'POST /performer/feeds',
    { body: { type: 'text', text: 'Hello there', audience: 'public' } },
    { token: ada.token },
  );
  const asFinn = { token: finn.token };
  const page = () => world.call('GET /performers/:id', { params: { id: ada.username } }, asFinn);
  const read = () => world.call('GET /user/feeds/:id', { params: { id: post._id } }, asFinn);
  expect([(await page()).status, (await read()).status]).toEqual([200, 200]);
  expect(await state(ada)).toMatchObject({ deletesAt: null, obstacles: [], balance: 0, items: 1, itemsSold: 0, subscribers: 0 });

  const before_ms = world.clock.now().getTime();
  const { deletesAt } = (await remove(ada)).data;
  const grace_ms = new Date(deletesAt).getTime() - before_ms;
  expect(grace_ms).toBeGreaterThanOrEqual(limits.deletionGrace_s * 1000);
  expect(grace_ms).toBeLessThan((limits.deletionGrace_s + 60) * 1000);
  expect((await me(ada)).refusal.error).toBe('session_ended');
  expect([(await page()).refusal.error, (await read()).refusal.error]).toEqual(['performer_not_found', 'feed_not_found']);
  expect(await mailsTo(ada.email)).toContain('account-deletion');

  await signIn(ada);
  expect((await me(ada)).data).toMatchObject({ status: 'deleting', deletesAt });
  expect(await state(ada)).toMatchObject({ deletesAt });
  const others = await Promise.all([
    world.call('GET /conversations', {}, { token: ada.token }),
    world.call('PUT /users', { body: { name: 'Other' } }, { token: ada.token }),
    world.call('POST /account/deletion', { body: {} }, { token: ada.token }),
  ]);
  for (const { refusal } of others) expect(refusal.error).toBe('account_deleting');

  expect((await keep(ada)).data).toEqual({ cancelled: true });
  expect((await me(ada)).data).toMatchObject({ status: 'active', deletesAt: null, username: ada.username });
  expect([(await page()).status, (await read()).status]).toEqual([200, 200]);
  expect(await mailsTo(ada.email)).toContain('account-kept');
  const told = await world.ctx.db.select({ text: notifications.text }).from(notifications).where(eq(notifications.accountId, ada.id));
  expect(told.map(({ text }) => text).join()).toMatch(/will be deleted.*stays/);
  expect((await keep(ada)).refusal.error).toBe('already_so');
});

test('it takes the password, or who has just proved who she is', async () => {
  const fan = await signUpFan(world);
  expect((await remove(fan, 'not the password')).refusal).toMatchObject({ error: 'wrong_password', issues: [{ path: 'currentPassword' }] });
  world.clock.advance({ minutes: 30 });
  expect((await world.call('POST /account/deletion', { body: {} }, { token: fan.token })).refusal.error).toBe('reauthentication_required');
  await world.call('POST /auth/reauthenticate', { body: { password } }, { token: fan.token });
  expect((await world.call('POST /account/deletion', { body: {} }, { token: fan.token })).status).toBe(200);
});

test('it waits for what others wait for, and says so', async () => {
  const performer = await signUpPerformer(world);
  const now = world.clock.now();
  const times = { createdAt: now, updatedAt: now };
  const payoutId = world.ctx.chance.id();
  await world.ctx.db
    .insert(payoutRequests)
    .values({ id: payoutId, performerId: performer.id, amountCents: 5000n, method: 'paypal', accountShown: 'x', ...times });
  expect((await state(performer)).obstacles).toEqual(['payout_pending']);
  expect((await remove(performer)).refusal).toMatchObject({
    error: 'payout_pending',
    message: expect.stringContaining('payout of yours') as string,
  });
  await world.ctx.db.update(payoutRequests).set({ status: 'rejected' }).where(eq(payoutRequests.id, payoutId));
  const fan = await signUpFan(world);
  await fillWallet(world, fan.id, 10_000n);
  const orderId = await buyOne(world, fan, await addProduct(world, performer));
  expect((await state(fan)).orders).toBe(1);
  expect((await state(performer)).obstacles).toEqual(['orders_open']);
  expect((await remove(performer)).refusal).toMatchObject({
    error: 'orders_open',
    message: expect.stringContaining('of your fans') as string,
  });
  for (const status of ['shipping', 'delivered'] as const) await tellOrder(world, performer, orderId, status);
  expect((await remove(performer)).status).toBe(200);
});

test('it waits while the account owes money', async () => {
  for (const [who, account] of [
    [await signUpFan(world), receivableOf],
    [await signUpPerformer(world), earningsOf],
  ] as const) {
    const owe = (cents: bigint) => {
      const key = `adjustment:${world.ctx.chance.id()}`;
      const entries = [
        { account: account(who.id), cents: -cents },
        { account: adjustmentsAccount, cents },
      ];
      return post(world.ctx, { reason: 'adjustment', subject: key, key, entries });
    };
    await owe(500n);
    expect((await state(who)).obstacles).toEqual(['account_in_debt']);
    expect((await remove(who)).refusal.error).toBe('account_in_debt');
    await owe(-500n);
    expect((await remove(who)).status).toBe(200);
  }
});

test('the last owner stays, another may go, and the log says so', async () => {
  const [first, second] = [await signUpOperator(world), await signUpOperator(world)];
  expect((await remove(second)).status).toBe(200);
  expect((await state(first)).obstacles).toEqual(['last_operator']);
  expect((await remove(first)).refusal.error).toBe('last_operator');
  await signIn(second);
  await keep(second);
  const noted = await world.ctx.db.select().from(auditLog).where(eq(auditLog.actorId, second.id));
  expect(noted.map(({ action }) => action)).toEqual(['account.delete', 'account.keep']);
});

test('operators see it, may suspend her meanwhile, and what they restore is still on its way out', async () => {
  const [operator, fan] = [await signUpOperator(world), await signUpFan(world)];
  const by = { token: operator.token };
  const params = { id: fan.id };
  await remove(fan);
  const shown = async () => (await world.call('GET /admin/users/:id', { params }, by)).data;
  expect(await shown()).toMatchObject({ status: 'deleting', name: fan.username, deletesAt: expect.any(String) as string });
  await world.call('POST /admin/users/:id/suspend', { params, body: { reason: 'Spam' } }, by);
  expect((await world.call('POST /auth/login', { body: { username: fan.username, password } })).refusal.error).toBe('account_suspended');
  await world.call('POST /admin/users/:id/restore', { params }, by);
  expect(await shown()).toMatchObject({ status: 'deleting', suspension: null });
});

test('whose time is over cannot come back', async () => {
  const fan = await signUpFan(world);
  await remove(fan);
  world.clock.advance({ days: 31 });
  await signIn(fan);
  expect((await keep(fan)).refusal.error).toBe('deletion_begun');
});
