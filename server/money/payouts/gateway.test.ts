/** Payouts to an account at a gateway: one transfer, whatever becomes of the gateway's answers. */
import { and, eq } from 'drizzle-orm';
import { accounts, gatewayEvents, payoutAccounts, payoutRequests, sandboxActs } from '@server/platform/db/schema/schema';
import { GatewayAway, GatewayRefused, type Gateway } from '@server/money/gateways/gateway';
import { payoutGateway } from '@server/money/gateways/gateways';
import { applyEvent, fetchEvents } from '@server/money/payments/events';
import { accountChanged, payoutChanged } from '@server/money/payouts/payouts';
import { payoutJobs } from '@server/money/payouts/payouts.jobs';
import { brokenLaws } from '../../../tests/support/books';
import { performerWith, type Earner } from '../../../tests/support/earners';
import { password, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let gateway: Gateway;
let operator: { token: string };
const real: Partial<Gateway> = {};

beforeAll(async () => {
  world = await openWorld();
  ({ gateway } = payoutGateway(world.ctx));
  Object.assign(real, gateway);
  operator = await signUpOperator(world);
});
beforeEach(() => world.call('POST /auth/reauthenticate', { body: { password } }, { token: operator.token }));
afterEach(() => {
  Object.assign(gateway, real);
});
afterAll(async () => {
  expect(await brokenLaws(world)).toEqual([]);
  await world.close();
});

/** The sandbox stands in this process and cannot be away: a wire to it can. */
const cut = (broken: Partial<Gateway>): void => void Object.assign(gateway, broken);
const returnUrl = () => `${world.ctx.config.siteUrl}/creator/account?section=payout-method`;
const connect = (token: string, url = returnUrl()) => world.call('POST /stripe/accounts', { body: { returnUrl: url } }, { token });
const errorOf = async (call: Promise<{ refusal: { error: string } }>) => (await call).refusal.error;
const done = (id: string, key?: string) =>
  world.call(
    'POST /admin/payout-requests/:id/done',
    { params: { id }, body: {} },
    { token: operator.token, ...(key !== undefined && { key }) },
  );
const reject = (id: string) =>
  world.call('POST /admin/payout-requests/:id/reject', { params: { id }, body: { note: 'No' } }, { token: operator.token });
const stateOf = async (id: string) => (await world.ctx.db.select().from(payoutRequests).where(eq(payoutRequests.id, id)))[0];
const transfers = async (performer: Pick<Earner, 'id'>) => {
  const [account] = await world.ctx.db.select().from(payoutAccounts).where(eq(payoutAccounts.performerId, performer.id));
  return world.ctx.db.$count(sandboxActs, and(eq(sandboxActs.kind, 'payout'), eq(sandboxActs.parent, account?.gatewayAccountId ?? '')));
};
const runJob = async () => {
  for (const { work } of payoutJobs) await work(world.ctx, {});
};

async function waiting() {
  const performer = await performerWith(world, 60);
  await connect(performer.token);
  const body = { amount: 60, method: 'stripe' } as const;
  const { data } = await world.call('POST /payout-requests', { body }, { token: performer.token });
  return { performer, id: data._id };
}

describe('an account for payouts', () => {
  test('is opened once, goes through the questions, and is ready then', async () => {
    const performer = await performerWith(world, 0);
    const answers = await Promise.all([connect(performer.token), connect(performer.token)]);
    for (const { status } of answers) expect(status).toBe(200);
    expect(await world.ctx.db.$count(payoutAccounts, eq(payoutAccounts.performerId, performer.id))).toBe(1);
    expect(answers[0].data.url ?? returnUrl()).toBe(returnUrl());
    expect((await connect(performer.token)).data).toEqual({ url: null, isReady: true, requirements: [] });
    const chosen = await world.call(
      'PUT /performers/:id/payment-gateway-settings',
      { params: { id: 'me' }, body: { method: 'stripe' } },
      { token: performer.token },
    );
    expect(chosen.data.payoutMethods).toMatchObject({ stripe: { isReady: true }, preferred: 'stripe' });
  });

  test('is refused by name', async () => {
    const [performer, pending] = [await performerWith(world, 0), await signUpPerformer(world, undefined, 'pending')];
    for (const url of ['https://evil.example/', 'http://localhost:3000@evil.example/'])
      expect(await errorOf(connect(performer.token, url))).toBe('callback_not_allowed');
    expect(await errorOf(connect(pending.token))).toBe('performer_not_verified');
    cut({ accountState: () => Promise.reject(new GatewayAway('no answer')) });
    const away = await connect(performer.token);
    expect(away.refusal.error).toBe('service_unavailable');
    expect(away.headers.get('retry-after')).toBe('30');
    await world.ctx.db.update(accounts).set({ country: null }).where(eq(accounts.id, pending.id));
    const homeless = await signUpPerformer(world);
    await world.ctx.db.update(accounts).set({ country: null }).where(eq(accounts.id, homeless.id));
    expect((await connect(homeless.token)).refusal).toMatchObject({ error: 'invalid_request', issues: [{ path: 'country' }] });
  });

  test('is ready, and no longer ready, when the gateway says so', async () => {
    const performer = await performerWith(world, 0);
    await connect(performer.token);
    const [row] = await world.ctx.db.select().from(payoutAccounts).where(eq(payoutAccounts.performerId, performer.id));
    cut({ accountState: () => Promise.resolve({ isReady: false, requirements: ['passport'] }) });
    await accountChanged(world.ctx, { accountId: row?.gatewayAccountId ?? '' });
    await accountChanged(world.ctx, { accountId: 'somebody else' });
    const me = await world.call('GET /performers/me', {}, { token: performer.token });
    expect(me.data.payoutMethods.stripe).toEqual({ isReady: false });
    expect((await connect(performer.token)).data).toMatchObject({ isReady: false, requirements: ['passport'] });
    expect(await errorOf(world.call('POST /payout-requests', { body: { amount: 60, method: 'stripe' } }, { token: performer.token }))).toBe(
      'payout_method_missing',
    );
  });
});

test('what the gateway tells of accounts and payouts is heard', async () => {
  const { performer, id } = await waiting();
  cut({
    payOut: async (order) => {
      await real.payOut?.(order);
      throw new GatewayAway('the line went dead');
    },
  });
  await done(id);
  await world.ctx.db.update(payoutAccounts).set({ isReady: false }).where(eq(payoutAccounts.performerId, performer.id));
  await fetchEvents(world.ctx);
  for (const { gateway: name, eventId } of await world.ctx.db.select().from(gatewayEvents)) await applyEvent(world.ctx, name, eventId);
  const [account] = await world.ctx.db.select().from(payoutAccounts).where(eq(payoutAccounts.performerId, performer.id));
  expect(account).toMatchObject({ isReady: true, requirements: [] });
  expect(await stateOf(id)).toMatchObject({ status: 'done' });
  expect(await transfers(performer)).toBe(1);
});

describe('a payout by the gateway', () => {
  test('pressed twenty times is one transfer', async () => {
    const { performer, id } = await waiting();
    const answers = await Promise.all(Array.from({ length: 20 }, () => done(id)));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    for (const { status, refusal } of answers)
      expect(status === 200 || ['request_in_progress', 'payout_decided'].includes(refusal.error)).toBe(true);
    expect(await transfers(performer)).toBe(1);
    expect(await stateOf(id)).toMatchObject({ status: 'done', gatewayId: expect.stringContaining('sandbox_payout_') as string });
    expect(await errorOf(done(id))).toBe('payout_decided');
  });

  test('whose answer was lost is found by looking it up', async () => {
    const { performer, id } = await waiting();
    cut({
      payOut: async (order) => {
        await real.payOut?.(order);
        throw new GatewayAway('the line went dead');
      },
    });
    expect(await errorOf(done(id, 'mine'))).toBe('service_unavailable');
    expect(await stateOf(id)).toMatchObject({ status: 'approved', gatewayKey: expect.stringContaining(id) as string });
    // Nobody knows whether it was paid: it can be neither rejected nor paid by another call in the meantime.
    expect(await errorOf(reject(id))).toBe('payout_decided');
    expect(await errorOf(done(id))).toBe('request_in_progress');
    await runJob();
    expect(await stateOf(id)).toMatchObject({ status: 'approved' });
    world.clock.advance({ minutes: 1 });
    await runJob();
    expect(await stateOf(id)).toMatchObject({ status: 'done' });
    await runJob();
    expect(await transfers(performer)).toBe(1);
    expect((await done(id, 'mine')).data).toMatchObject({ _id: id, status: 'done' });
  });

  test('that never reached the gateway is made by the next press, and only then', async () => {
    const { performer, id } = await waiting();
    cut({ payOut: () => Promise.reject(new GatewayAway('no route')) });
    expect(await errorOf(done(id, 'again'))).toBe('service_unavailable');
    world.clock.advance({ minutes: 1 });
    await runJob();
    expect(await stateOf(id)).toMatchObject({ status: 'approved' });
    expect(await errorOf(reject(id))).toBe('payout_decided');
    Object.assign(gateway, real);
    expect((await done(id, 'again')).data).toMatchObject({ status: 'done' });
    expect(await transfers(performer)).toBe(1);
  });

  test('that somebody pays while an old look-up finds nothing is not made again under another key', async () => {
    const { performer, id } = await waiting();
    cut({ payOut: () => Promise.reject(new GatewayAway('no route')) });
    await done(id);
    world.clock.advance({ minutes: 61 });
    await world.call('POST /auth/reauthenticate', { body: { password } }, { token: operator.token });
    const { lookUpPayOut } = real;
    cut({
      lookUpPayOut: async (question) => {
        const outcome = (await lookUpPayOut?.(question)) ?? null;
        // Before this answer is heard, an operator presses again: it is paid, and that answer is lost.
        cut({
          lookUpPayOut: lookUpPayOut?.bind(gateway) ?? (() => Promise.resolve(null)),
          payOut: async (order) => {
            await real.payOut?.(order);
            throw new GatewayAway('the line went dead');
          },
        });
        expect(await errorOf(done(id, 'pressed'))).toBe('service_unavailable');
        return outcome;
      },
    });
    await runJob();
    Object.assign(gateway, real);
    expect(await errorOf(done(id, 'another'))).toBe('request_in_progress');
    world.clock.advance({ minutes: 2 });
    await runJob();
    expect(await stateOf(id)).toMatchObject({ status: 'done' });
    expect(await transfers(performer)).toBe(1);
  });

  test('that the gateway knows nothing of after an hour may be rejected', async () => {
    const { performer, id } = await waiting();
    cut({ payOut: () => Promise.reject(new GatewayAway('no route')) });
    await done(id);
    world.clock.advance({ minutes: 61 });
    await world.call('POST /auth/reauthenticate', { body: { password } }, { token: operator.token });
    await runJob();
    expect((await reject(id)).data.status).toBe('rejected');
    expect(await transfers(performer)).toBe(0);
  });

  test('whose answer was lost settles with the event that tells of it', async () => {
    const { performer, id } = await waiting();
    cut({
      payOut: async (order) => {
        await real.payOut?.(order);
        throw new GatewayAway('the line went dead');
      },
    });
    await done(id);
    const key = (await stateOf(id))?.gatewayKey ?? '';
    await Promise.all([
      payoutChanged(world.ctx, { key, payoutId: 'tr_unknown' }),
      payoutChanged(world.ctx, { key, payoutId: 'tr_unknown' }),
      payoutChanged(world.ctx, { key: null, payoutId: 'tr_unknown' }),
    ]);
    await payoutChanged(world.ctx, { key: 'unknown', payoutId: 'tr_unknown' });
    expect(await stateOf(id)).toMatchObject({ status: 'done' });
    expect(await transfers(performer)).toBe(1);
  });

  test('that the gateway refuses is not made, is told why, and can be made or rejected later', async () => {
    const { performer, id } = await waiting();
    cut({ payOut: () => Promise.resolve({ status: 'refused', code: 'balance_too_low', message: 'The balance is too low.' }) });
    expect((await done(id)).refusal).toMatchObject({ error: 'payout_refused', message: expect.stringContaining('too low') as string });
    expect(await stateOf(id)).toMatchObject({ status: 'approved', gatewayKey: null });
    cut({ payOut: () => Promise.reject(new GatewayRefused('busy', 'too many calls')) });
    expect(await errorOf(done(id))).toBe('service_unavailable');
    expect(await stateOf(id)).toMatchObject({ status: 'approved', gatewayKey: null });
    Object.assign(gateway, real);
    expect((await done(id)).data).toMatchObject({ status: 'done' });
    expect(await transfers(performer)).toBe(1);
  });

  test('is refused while the account is not ready', async () => {
    const { performer, id } = await waiting();
    await world.ctx.db.update(payoutAccounts).set({ isReady: false }).where(eq(payoutAccounts.performerId, performer.id));
    expect(await errorOf(done(id))).toBe('payout_method_missing');
    expect((await reject(id)).status).toBe(200);
  });
});
