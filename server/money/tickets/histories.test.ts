/**
 * Property-based test of a show with tickets. Whatever the creator and fans do, in any order and concurrently, no more fans join
 * than the capacity, each ticket is settled by the show's outcome, and all invariants hold after each step. A failure prints the
 * seed and the shortest failing history.
 */
import { and, eq, sum } from 'drizzle-orm';
import fc from 'fast-check';
import { feeds } from '@server/platform/db/schema/content';
import { charges } from '@server/platform/db/schema/money';
import { streamSessions } from '@server/platform/db/schema/streaming';
import { walletOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { violatedInvariants, fillWallet } from '../../../tests/kit/money/ledger';
import { attemptCount } from '../../../tests/kit/timing/depth';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { endShow, openLiveTestHost, reconcile, type LiveTestHost } from '../../../tests/kit/live/shows';
import { isoIn, buyTicket, scheduleShow, settleShowsAndTickets, runShowJobs } from '../../../tests/kit/live/tickets';
import type { TestHost } from '../../../tests/kit/host/test-host';

const histories = attemptCount(4, 100);
const initial_cents = 10_000n;
const capacity = 2;

type TestAccount = Awaited<ReturnType<typeof signUpFan>>;
let liveTestHost: LiveTestHost;
let testHost: TestHost;
let operator: TestAccount;
let fans: [TestAccount, TestAccount, TestAccount];
beforeAll(async () => {
  liveTestHost = await openLiveTestHost();
  ({ testHost } = liveTestHost);
  operator = await signUpOperator(testHost);
  fans = [await signUpFan(testHost), await signUpFan(testHost), await signUpFan(testHost)];
});
afterAll(() => testHost.close());

const fanIndex = fc.nat({ max: 2 });
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constantFrom('buy', 'return', 'pay for entry', 'refund as operator'), fanIndex }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom('start', 'start', 'publish video', 'publish video', 'end', 'cancel', 'reschedule', 'delete', 'block'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('advance clock'), minutes: fc.constantFrom(1, 3, 8, 20, 45) }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constantFrom('all buy concurrently', 'cancel while all buy', 'start while all return', 'reconcile') }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The invariants checked after every step; the others are checked at the end. */
const isCheckedAfterEachStep = (name: string): boolean => /^L[1-6]$|^L8/.test(name);

async function run(steps: readonly Step[]): Promise<void> {
  const performer = await signUpPerformer(testHost);
  const before = await Promise.all(fans.map(({ id }) => balanceOf(testHost.ctx, walletOf(id))));
  for (const [index, { id }] of fans.entries()) if ((before[index] ?? 0n) < initial_cents) await fillWallet(testHost, id, initial_cents);
  const initialBalances = await Promise.all(fans.map(({ id }) => balanceOf(testHost.ctx, walletOf(id))));
  const post = await scheduleShow(testHost, performer, { ticketCapacity: capacity });
  const { _id: id } = post;
  const fanOf = (step: Step): TestAccount => fans['fanIndex' in step ? step.fanIndex : 0] ?? fans[0];
  const returnTicket = (fan: TestAccount) =>
    testHost.call('POST /wallet/charges/ticket/:id/return', { params: { id } }, { token: fan.token });
  const session = async () => {
    const [row] = await testHost.ctx.db.select().from(streamSessions).where(eq(streamSessions.performerId, performer.id));
    return row;
  };
  const start = () =>
    testHost.call(
      'POST /streaming/live',
      { body: { title: 'Live', isFree: false, price: 15, plannedShowId: id } },
      { token: performer.token },
    );
  const cancel = () => testHost.call('POST /performer/feeds/:id/cancel-show', { params: { id } }, { token: performer.token });
  const buyAll = () => fans.map((fan) => buyTicket(testHost, fan, id));
  const actions: Record<Step['type'], (step: Step) => Promise<unknown>> = {
    buy: (step) => buyTicket(testHost, fanOf(step), id),
    return: (step) => returnTicket(fanOf(step)),
    'pay for entry': async (step) => {
      const row = await session();
      return (
        row && testHost.call('POST /wallet/charges/stream/:id', { params: { id: row.streamId }, body: {} }, { token: fanOf(step).token })
      );
    },
    'refund as operator': async (step) => {
      const [paid] = await testHost.ctx.db
        .select({ id: charges.id })
        .from(charges)
        .where(and(eq(charges.targetId, id), eq(charges.userId, fanOf(step).id), eq(charges.status, 'success')));
      const body = { reason: 'They asked for it.' };
      return paid && testHost.call('POST /admin/charges/:id/refund', { params: { id: paid.id }, body }, { token: operator.token });
    },
    start,
    'publish video': async () => {
      const row = await session();
      if (row && row.status !== 'ended') liveTestHost.live.publish(row.id, performer.id);
      return reconcile(testHost);
    },
    end: async () => {
      const row = await session();
      return row && endShow(testHost, performer, row.streamId);
    },
    cancel,
    reschedule: () =>
      testHost.call(
        'PUT /performer/feeds/:id',
        { params: { id }, body: { streamScheduledAt: isoIn(testHost, 90) } },
        { token: performer.token },
      ),
    delete: () => testHost.call('DELETE /performer/feeds/:id', { params: { id } }, { token: performer.token }),
    block: () => testHost.call('POST /block/users', { body: { targetId: fans[0].id } }, { token: performer.token }),
    'advance clock': async (step) => {
      testHost.clock.advance({ minutes: 'minutes' in step ? step.minutes : 1 });
      await reconcile(testHost);
    },
    'all buy concurrently': () => Promise.all(buyAll()),
    'cancel while all buy': () => Promise.all([...buyAll(), cancel()]),
    'start while all return': () => Promise.all([start(), ...fans.map(returnTicket)]),
    reconcile: () => settleShowsAndTickets(testHost, id),
  };
  for (const next of steps) {
    await actions[next.type](next);
    expect(await violatedInvariants(testHost, isCheckedAfterEachStep)).toEqual([]);
  }
  // Ends a show that is still live.
  const row = await session();
  if (row) await endShow(testHost, performer, row.streamId);
  testHost.clock.advance({ minutes: 200 });
  await settleShowsAndTickets(testHost, id);
  await runShowJobs(testHost, id);
  const [feed] = await testHost.ctx.db.select().from(feeds).where(eq(feeds.itemId, id));
  const tickets = await testHost.ctx.db.select().from(charges).where(eq(charges.targetId, id));
  expect(feed?.showOutcome).not.toBeNull();
  const isHeld = feed?.showOutcome === 'held';
  if (!isHeld) expect(tickets.filter(({ status }) => status === 'success')).toEqual([]);
  for (const [index, fan] of fans.entries()) {
    const [paid] = await testHost.ctx.db
      .select({ price: sum(charges.priceCents), refunded: sum(charges.refundedCents) })
      .from(charges)
      .where(and(eq(charges.userId, fan.id), eq(charges.performerId, performer.id)));
    const net = BigInt(paid?.price ?? 0) - BigInt(paid?.refunded ?? 0);
    expect(await balanceOf(testHost.ctx, walletOf(fan.id))).toBe((initialBalances[index] ?? 0n) - net);
  }
  expect(await violatedInvariants(testHost)).toEqual([]);
}

test('the invariants hold over random histories of shows with tickets', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      await run(steps);
      return true;
    }),
    { numRuns: histories },
  );
}, 600_000);
