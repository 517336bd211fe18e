/** Payouts to a gateway account: one transfer, whatever responses are lost. */
import { and, eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { payoutAccounts, payoutRequests } from '@server/platform/db/schema/money';
import { gatewayEvents } from '@server/platform/db/schema/payments';
import { sandboxObjects } from '@server/platform/db/schema/sandbox';
import { GatewayUnavailable, GatewayRejected, type Gateway } from '@server/money/gateways/gateway';
import { payoutGateway } from '@server/money/gateways/gateways';
import { applyEvent, pollEvents } from '@server/money/payments/events';
import { handleAccountChanged } from '@server/money/payouts/connect';
import { handlePayoutChanged } from '@server/money/payouts/pay';
import { payoutJobs } from '@server/money/payouts/payouts.jobs';
import { violatedInvariants } from '../../../tests/kit/money/ledger';
import { performerWithEarnings, type Earner } from '../../../tests/kit/money/earners';
import { password, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let gateway: Gateway;
let operator: { token: string };
const originalMethods: Partial<Gateway> = {};

beforeAll(async () => {
  testHost = await openTestHost();
  ({ gateway } = payoutGateway(testHost.ctx));
  Object.assign(originalMethods, gateway);
  operator = await signUpOperator(testHost);
});
beforeEach(() => testHost.call('POST /auth/reauthenticate', { body: { password } }, { token: operator.token }));
afterEach(() => {
  Object.assign(gateway, originalMethods);
});
afterAll(async () => {
  expect(await violatedInvariants(testHost)).toEqual([]);
  await testHost.close();
});

/** Breaks methods of the sandbox, which runs in this process and never fails by itself. */
const overrideGateway = (broken: Partial<Gateway>): void => void Object.assign(gateway, broken);
const returnUrl = () => `${testHost.ctx.config.siteUrl}/creator/account?section=payout-method`;
const connect = (token: string, url = returnUrl()) => testHost.call('POST /stripe/accounts', { body: { returnUrl: url } }, { token });
const errorOf = async (call: Promise<{ refusal: { error: string } }>) => (await call).refusal.error;
const done = (id: string, key?: string) =>
  testHost.call(
    'POST /admin/payout-requests/:id/done',
    { params: { id }, body: {} },
    { token: operator.token, ...(key !== undefined && { key }) },
  );
const reject = (id: string) =>
  testHost.call('POST /admin/payout-requests/:id/reject', { params: { id }, body: { note: 'No' } }, { token: operator.token });
const stateOf = async (id: string) => (await testHost.ctx.db.select().from(payoutRequests).where(eq(payoutRequests.id, id)))[0];
const transfers = async (performer: Pick<Earner, 'id'>) => {
  const [account] = await testHost.ctx.db.select().from(payoutAccounts).where(eq(payoutAccounts.performerId, performer.id));
  return testHost.ctx.db.$count(
    sandboxObjects,
    and(eq(sandboxObjects.kind, 'payout'), eq(sandboxObjects.parent, account?.gatewayAccountId ?? '')),
  );
};
const runJob = async () => {
  for (const { work } of payoutJobs) await work(testHost.ctx, {});
};

async function pendingRequest() {
  const performer = await performerWithEarnings(testHost, 60);
  await connect(performer.token);
  const body = { amount: 60, method: 'stripe' } as const;
  const { data } = await testHost.call('POST /payout-requests', { body }, { token: performer.token });
  return { performer, id: data._id };
}

describe('an account for payouts', () => {
  test('is created once, goes through the onboarding, and is ready after it', async () => {
    const performer = await performerWithEarnings(testHost, 0);
    const answers = await Promise.all([connect(performer.token), connect(performer.token)]);
    for (const { status } of answers) expect(status).toBe(200);
    expect(await testHost.ctx.db.$count(payoutAccounts, eq(payoutAccounts.performerId, performer.id))).toBe(1);
    expect(answers[0].data.url ?? returnUrl()).toBe(returnUrl());
    expect((await connect(performer.token)).data).toEqual({ url: null, isReady: true, requirements: [] });
    const chosen = await testHost.call(
      'PUT /performers/:id/payment-gateway-settings',
      { params: { id: 'me' }, body: { method: 'stripe' } },
      { token: performer.token },
    );
    expect(chosen.data.payoutMethods).toMatchObject({ stripe: { isReady: true }, preferred: 'stripe' });
  });

  test('is rejected with the matching error code', async () => {
    const [performer, pending] = [await performerWithEarnings(testHost, 0), await signUpPerformer(testHost, undefined, 'pending')];
    for (const url of ['https://evil.example/', 'http://localhost:3000@evil.example/'])
      expect(await errorOf(connect(performer.token, url))).toBe('callback_not_allowed');
    expect(await errorOf(connect(pending.token))).toBe('performer_not_verified');
    overrideGateway({ accountState: () => Promise.reject(new GatewayUnavailable('no answer')) });
    const away = await connect(performer.token);
    expect(away.refusal.error).toBe('service_unavailable');
    expect(away.headers.get('retry-after')).toBe('30');
    await testHost.ctx.db.update(accounts).set({ country: null }).where(eq(accounts.id, pending.id));
    const withoutCountry = await signUpPerformer(testHost);
    await testHost.ctx.db.update(accounts).set({ country: null }).where(eq(accounts.id, withoutCountry.id));
    expect((await connect(withoutCountry.token)).refusal).toMatchObject({ error: 'invalid_request', issues: [{ path: 'country' }] });
  });

  test('becomes ready, and not ready, when the gateway reports it', async () => {
    const performer = await performerWithEarnings(testHost, 0);
    await connect(performer.token);
    const [row] = await testHost.ctx.db.select().from(payoutAccounts).where(eq(payoutAccounts.performerId, performer.id));
    overrideGateway({ accountState: () => Promise.resolve({ isReady: false, requirements: ['passport'] }) });
    await handleAccountChanged(testHost.ctx, { accountId: row?.gatewayAccountId ?? '' });
    await handleAccountChanged(testHost.ctx, { accountId: 'unknown account' });
    const me = await testHost.call('GET /performers/me', {}, { token: performer.token });
    expect(me.data.payoutMethods.stripe).toEqual({ isReady: false });
    expect((await connect(performer.token)).data).toMatchObject({ isReady: false, requirements: ['passport'] });
    expect(
      await errorOf(testHost.call('POST /payout-requests', { body: { amount: 60, method: 'stripe' } }, { token: performer.token })),
    ).toBe('payout_method_missing');
  });
});

test('events about accounts and payouts are applied', async () => {
  const { performer, id } = await pendingRequest();
  overrideGateway({
    payOut: async (order) => {
      await originalMethods.payOut?.(order);
      throw new GatewayUnavailable('the line went dead');
    },
  });
  await done(id);
  await testHost.ctx.db.update(payoutAccounts).set({ isReady: false }).where(eq(payoutAccounts.performerId, performer.id));
  await pollEvents(testHost.ctx);
  for (const { gateway: name, eventId } of await testHost.ctx.db.select().from(gatewayEvents))
    await applyEvent(testHost.ctx, name, eventId);
  const [account] = await testHost.ctx.db.select().from(payoutAccounts).where(eq(payoutAccounts.performerId, performer.id));
  expect(account).toMatchObject({ isReady: true, requirements: [] });
  expect(await stateOf(id)).toMatchObject({ status: 'done' });
  expect(await transfers(performer)).toBe(1);
});

describe('a payout by the gateway', () => {
  test('requested twenty times is one transfer', async () => {
    const { performer, id } = await pendingRequest();
    const answers = await Promise.all(Array.from({ length: 20 }, () => done(id)));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    for (const { status, refusal } of answers)
      expect(status === 200 || ['request_in_progress', 'payout_decided'].includes(refusal.error)).toBe(true);
    expect(await transfers(performer)).toBe(1);
    expect(await stateOf(id)).toMatchObject({ status: 'done', gatewayId: expect.stringContaining('sandbox_payout_') as string });
    expect(await errorOf(done(id))).toBe('payout_decided');
  });

  test('whose response was lost is found by looking it up', async () => {
    const { performer, id } = await pendingRequest();
    overrideGateway({
      payOut: async (order) => {
        await originalMethods.payOut?.(order);
        throw new GatewayUnavailable('the line went dead');
      },
    });
    expect(await errorOf(done(id, 'mine'))).toBe('service_unavailable');
    expect(await stateOf(id)).toMatchObject({ status: 'approved', gatewayKey: expect.stringContaining(id) as string });
    // Its outcome is unknown, so that it can be neither rejected nor paid by another call until it is looked up.
    expect(await errorOf(reject(id))).toBe('payout_decided');
    expect(await errorOf(done(id))).toBe('request_in_progress');
    await runJob();
    expect(await stateOf(id)).toMatchObject({ status: 'approved' });
    testHost.clock.advance({ minutes: 1 });
    await runJob();
    expect(await stateOf(id)).toMatchObject({ status: 'done' });
    await runJob();
    expect(await transfers(performer)).toBe(1);
    expect((await done(id, 'mine')).data).toMatchObject({ _id: id, status: 'done' });
  });

  test('that never reached the gateway is made by the next attempt, and only then', async () => {
    const { performer, id } = await pendingRequest();
    overrideGateway({ payOut: () => Promise.reject(new GatewayUnavailable('no route')) });
    expect(await errorOf(done(id, 'again'))).toBe('service_unavailable');
    testHost.clock.advance({ minutes: 1 });
    await runJob();
    expect(await stateOf(id)).toMatchObject({ status: 'approved' });
    expect(await errorOf(reject(id))).toBe('payout_decided');
    Object.assign(gateway, originalMethods);
    expect((await done(id, 'again')).data).toMatchObject({ status: 'done' });
    expect(await transfers(performer)).toBe(1);
  });

  test('that is paid while an older look-up finds nothing is not made again with another key', async () => {
    const { performer, id } = await pendingRequest();
    overrideGateway({ payOut: () => Promise.reject(new GatewayUnavailable('no route')) });
    await done(id);
    testHost.clock.advance({ minutes: 61 });
    await testHost.call('POST /auth/reauthenticate', { body: { password } }, { token: operator.token });
    const { lookUpPayOut } = originalMethods;
    overrideGateway({
      lookUpPayOut: async (question) => {
        const outcome = (await lookUpPayOut?.(question)) ?? null;
        // Before this result is applied, an operator tries again: it is paid, and that response is lost.
        overrideGateway({
          lookUpPayOut: lookUpPayOut?.bind(gateway) ?? (() => Promise.resolve(null)),
          payOut: async (order) => {
            await originalMethods.payOut?.(order);
            throw new GatewayUnavailable('the line went dead');
          },
        });
        expect(await errorOf(done(id, 'pressed'))).toBe('service_unavailable');
        return outcome;
      },
    });
    await runJob();
    Object.assign(gateway, originalMethods);
    expect(await errorOf(done(id, 'another'))).toBe('request_in_progress');
    testHost.clock.advance({ minutes: 2 });
    await runJob();
    expect(await stateOf(id)).toMatchObject({ status: 'done' });
    expect(await transfers(performer)).toBe(1);
  });

  test('that the gateway still does not know after an hour can be rejected', async () => {
    const { performer, id } = await pendingRequest();
    overrideGateway({ payOut: () => Promise.reject(new GatewayUnavailable('no route')) });
    await done(id);
    testHost.clock.advance({ minutes: 61 });
    await testHost.call('POST /auth/reauthenticate', { body: { password } }, { token: operator.token });
    await runJob();
    expect((await reject(id)).data.status).toBe('rejected');
    expect(await transfers(performer)).toBe(0);
  });

  test('whose response was lost settles with the event about it', async () => {
    const { performer, id } = await pendingRequest();
    overrideGateway({
      payOut: async (order) => {
        await originalMethods.payOut?.(order);
        throw new GatewayUnavailable('the line went dead');
      },
    });
    await done(id);
    const key = (await stateOf(id))?.gatewayKey ?? '';
    await Promise.all([
      handlePayoutChanged(testHost.ctx, { key, payoutId: 'tr_unknown' }),
      handlePayoutChanged(testHost.ctx, { key, payoutId: 'tr_unknown' }),
      handlePayoutChanged(testHost.ctx, { key: null, payoutId: 'tr_unknown' }),
    ]);
    await handlePayoutChanged(testHost.ctx, { key: 'unknown', payoutId: 'tr_unknown' });
    expect(await stateOf(id)).toMatchObject({ status: 'done' });
    expect(await transfers(performer)).toBe(1);
  });

  test('that the gateway rejects is not made, returns the reason, and can be made or rejected later', async () => {
    const { performer, id } = await pendingRequest();
    overrideGateway({ payOut: () => Promise.resolve({ status: 'refused', code: 'balance_too_low', message: 'The balance is too low.' }) });
    expect((await done(id)).refusal).toMatchObject({ error: 'payout_refused', message: expect.stringContaining('too low') as string });
    expect(await stateOf(id)).toMatchObject({ status: 'approved', gatewayKey: null });
    overrideGateway({ payOut: () => Promise.reject(new GatewayRejected('busy', 'too many calls')) });
    expect(await errorOf(done(id))).toBe('service_unavailable');
    expect(await stateOf(id)).toMatchObject({ status: 'approved', gatewayKey: null });
    Object.assign(gateway, originalMethods);
    expect((await done(id)).data).toMatchObject({ status: 'done' });
    expect(await transfers(performer)).toBe(1);
  });

  test('is rejected while the account is not ready', async () => {
    const { performer, id } = await pendingRequest();
    await testHost.ctx.db.update(payoutAccounts).set({ isReady: false }).where(eq(payoutAccounts.performerId, performer.id));
    expect(await errorOf(done(id))).toBe('payout_method_missing');
    expect((await reject(id)).status).toBe(200);
  });
});
