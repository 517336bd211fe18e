/** Payouts to a gateway account: exactly one transfer, even if responses are lost. */
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

/** Replaces methods of the sandbox gateway, which runs in this process and never fails by itself. */
const overrideGateway = (methods: Partial<Gateway>): void => void Object.assign(gateway, methods);
const returnUrl = () => `${testHost.ctx.config.siteUrl}/creator/account?section=payout-method`;
const connect = (token: string, url = returnUrl()) => testHost.call('POST /stripe/accounts', { body: { returnUrl: url } }, { token });
const errorOf = async (call: Promise<{ errorBody: { error: string } }>) => (await call).errorBody.error;
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
const runJobs = async () => {
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
  test('is created once, and is ready after onboarding', async () => {
    const performer = await performerWithEarnings(testHost, 0);
    const responses = await Promise.all([connect(performer.token), connect(performer.token)]);
    for (const { status } of responses) expect(status).toBe(200);
    expect(await testHost.ctx.db.$count(payoutAccounts, eq(payoutAccounts.performerId, performer.id))).toBe(1);
    expect(responses[0].data.url ?? returnUrl()).toBe(returnUrl());
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
    overrideGateway({ accountState: () => Promise.reject(new GatewayUnavailable('no response')) });
    const unavailable = await connect(performer.token);
    expect(unavailable.errorBody.error).toBe('service_unavailable');
    expect(unavailable.headers.get('retry-after')).toBe('30');
    await testHost.ctx.db.update(accounts).set({ country: null }).where(eq(accounts.id, pending.id));
    const withoutCountry = await signUpPerformer(testHost);
    await testHost.ctx.db.update(accounts).set({ country: null }).where(eq(accounts.id, withoutCountry.id));
    expect((await connect(withoutCountry.token)).errorBody).toMatchObject({ error: 'invalid_request', issues: [{ path: 'country' }] });
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
    payOut: async (params) => {
      await originalMethods.payOut?.(params);
      throw new GatewayUnavailable('connection lost');
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
  test('requested 20 times concurrently makes one transfer', async () => {
    const { performer, id } = await pendingRequest();
    const responses = await Promise.all(Array.from({ length: 20 }, () => done(id)));
    expect(responses.some(({ status }) => status === 200)).toBe(true);
    for (const { status, errorBody } of responses)
      expect(status === 200 || ['request_in_progress', 'payout_decided'].includes(errorBody.error)).toBe(true);
    expect(await transfers(performer)).toBe(1);
    expect(await stateOf(id)).toMatchObject({ status: 'done', gatewayId: expect.stringContaining('sandbox_payout_') as string });
    expect(await errorOf(done(id))).toBe('payout_decided');
  });

  test('whose response was lost is found by a lookup', async () => {
    const { performer, id } = await pendingRequest();
    overrideGateway({
      payOut: async (params) => {
        await originalMethods.payOut?.(params);
        throw new GatewayUnavailable('connection lost');
      },
    });
    expect(await errorOf(done(id, 'mine'))).toBe('service_unavailable');
    expect(await stateOf(id)).toMatchObject({ status: 'approved', gatewayKey: expect.stringContaining(id) as string });
    // Its outcome is unknown, so that it can be neither rejected nor paid by another call until it is looked up.
    expect(await errorOf(reject(id))).toBe('payout_decided');
    expect(await errorOf(done(id))).toBe('request_in_progress');
    await runJobs();
    expect(await stateOf(id)).toMatchObject({ status: 'approved' });
    testHost.clock.advance({ minutes: 1 });
    await runJobs();
    expect(await stateOf(id)).toMatchObject({ status: 'done' });
    await runJobs();
    expect(await transfers(performer)).toBe(1);
    expect((await done(id, 'mine')).data).toMatchObject({ _id: id, status: 'done' });
  });

  test('that never reached the gateway is made by the next attempt, and only then', async () => {
    const { performer, id } = await pendingRequest();
    overrideGateway({ payOut: () => Promise.reject(new GatewayUnavailable('no route')) });
    expect(await errorOf(done(id, 'again'))).toBe('service_unavailable');
    testHost.clock.advance({ minutes: 1 });
    await runJobs();
    expect(await stateOf(id)).toMatchObject({ status: 'approved' });
    expect(await errorOf(reject(id))).toBe('payout_decided');
    Object.assign(gateway, originalMethods);
    expect((await done(id, 'again')).data).toMatchObject({ status: 'done' });
    expect(await transfers(performer)).toBe(1);
  });

  test('retried successfully while an earlier lookup finds nothing is not repeated with another key', async () => {
    const { performer, id } = await pendingRequest();
    overrideGateway({ payOut: () => Promise.reject(new GatewayUnavailable('no route')) });
    await done(id);
    testHost.clock.advance({ minutes: 61 });
    await testHost.call('POST /auth/reauthenticate', { body: { password } }, { token: operator.token });
    const { lookUpPayout } = originalMethods;
    overrideGateway({
      lookUpPayout: async (payout) => {
        const outcome = (await lookUpPayout?.(payout)) ?? null;
        // Before this result is applied, an operator tries again: it is paid, and that response is lost.
        overrideGateway({
          lookUpPayout: lookUpPayout?.bind(gateway) ?? (() => Promise.resolve(null)),
          payOut: async (params) => {
            await originalMethods.payOut?.(params);
            throw new GatewayUnavailable('connection lost');
          },
        });
        expect(await errorOf(done(id, 'pressed'))).toBe('service_unavailable');
        return outcome;
      },
    });
    await runJobs();
    Object.assign(gateway, originalMethods);
    expect(await errorOf(done(id, 'another'))).toBe('request_in_progress');
    testHost.clock.advance({ minutes: 2 });
    await runJobs();
    expect(await stateOf(id)).toMatchObject({ status: 'done' });
    expect(await transfers(performer)).toBe(1);
  });

  test('that the gateway still does not know after an hour can be rejected', async () => {
    const { performer, id } = await pendingRequest();
    overrideGateway({ payOut: () => Promise.reject(new GatewayUnavailable('no route')) });
    await done(id);
    testHost.clock.advance({ minutes: 61 });
    await testHost.call('POST /auth/reauthenticate', { body: { password } }, { token: operator.token });
    await runJobs();
    expect((await reject(id)).data.status).toBe('rejected');
    expect(await transfers(performer)).toBe(0);
  });

  test('whose response was lost is settled by the gateway’s event', async () => {
    const { performer, id } = await pendingRequest();
    overrideGateway({
      payOut: async (params) => {
        await originalMethods.payOut?.(params);
        throw new GatewayUnavailable('connection lost');
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

  test('that the gateway declines fails with the reason, and can be retried or rejected later', async () => {
    const { performer, id } = await pendingRequest();
    overrideGateway({ payOut: () => Promise.resolve({ status: 'refused', code: 'balance_too_low', message: 'The balance is too low.' }) });
    expect((await done(id)).errorBody).toMatchObject({ error: 'payout_refused', message: expect.stringContaining('too low') as string });
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
