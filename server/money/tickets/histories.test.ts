/**
 * Property-based test of a show with tickets. Whatever the creator and fans do, in any order and concurrently, no more fans join
 * than the capacity, each ticket ends as the show did, and all invariants hold after each step. A failure prints the seed and the
 * shortest failing history.
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
import { isoIn, buyTicket, planShow, settleShowsAndTickets, runShowJobs } from '../../../tests/kit/live/tickets';
import type { TestHost } from '../../../tests/kit/host/test-host';

const histories = attemptCount(4, 100);
const filled_cents = 10_000n;
const capacity = 2;

type TestAccount = Awaited<ReturnType<typeof signUpFan>>;
let opened: LiveTestHost;
let testHost: TestHost;
let operator: TestAccount;
let fans: [TestAccount, TestAccount, TestAccount];
beforeAll(async () => {
  opened = await openLiveTestHost();
  ({ testHost } = opened);
  operator = await signUpOperator(testHost);
  fans = [await signUpFan(testHost), await signUpFan(testHost), await signUpFan(testHost)];
});
afterAll(() => testHost.close());

const who = fc.nat({ max: 2 });
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constantFrom('buy', 'return', 'pay at the door', 'refund by hand'), who }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constantFrom('begin', 'begin', 'picture', 'picture', 'end', 'cancel', 'move', 'delete', 'block') }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('time'), minutes: fc.constantFrom(1, 3, 8, 20, 45) }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constantFrom('all buy at once', 'cancel while all buy', 'begin while all return', 'tend') }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The invariants checked after every step; the others are checked at the end. */
const isCheckedAtEachStep = (law: string): boolean => /^L[1-6]$|^L8/.test(law);

async function run(steps: readonly Step[]): Promise<void> {
  const performer = await signUpPerformer(testHost);
  const before = await Promise.all(fans.map(({ id }) => balanceOf(testHost.ctx, walletOf(id))));
  for (const [index, { id }] of fans.entries()) if ((before[index] ?? 0n) < filled_cents) await fillWallet(testHost, id, filled_cents);
  const filled = await Promise.all(fans.map(({ id }) => balanceOf(testHost.ctx, walletOf(id))));
  const post = await planShow(testHost, performer, { ticketCapacity: capacity });
  const { _id: id } = post;
  const fanOf = (step: Step): TestAccount => fans['who' in step ? step.who : 0] ?? fans[0];
  const returnTicket = (fan: TestAccount) =>
    testHost.call('POST /wallet/charges/ticket/:id/return', { params: { id } }, { token: fan.token });
  const session = async () => {
    const [row] = await testHost.ctx.db.select().from(streamSessions).where(eq(streamSessions.performerId, performer.id));
    return row;
  };
  const begin = () =>
    testHost.call(
      'POST /streaming/live',
      { body: { title: 'Live', isFree: false, price: 15, plannedShowId: id } },
      { token: performer.token },
    );
  const cancel = () => testHost.call('POST /performer/feeds/:id/cancel-show', { params: { id } }, { token: performer.token });
  const buyAll = () => fans.map((fan) => buyTicket(testHost, fan, id));
  const actions: Record<Step['does'], (step: Step) => Promise<unknown>> = {
    buy: (step) => buyTicket(testHost, fanOf(step), id),
    return: (step) => returnTicket(fanOf(step)),
    'pay at the door': async (step) => {
      const row = await session();
      return (
        row && testHost.call('POST /wallet/charges/stream/:id', { params: { id: row.streamId }, body: {} }, { token: fanOf(step).token })
      );
    },
    'refund by hand': async (step) => {
      const [paid] = await testHost.ctx.db
        .select({ id: charges.id })
        .from(charges)
        .where(and(eq(charges.targetId, id), eq(charges.userId, fanOf(step).id), eq(charges.status, 'success')));
      const body = { reason: 'They asked for it.' };
      return paid && testHost.call('POST /admin/charges/:id/refund', { params: { id: paid.id }, body }, { token: operator.token });
    },
    begin,
    picture: async () => {
      const row = await session();
      if (row && row.status !== 'ended') opened.live.publish(row.id, performer.id);
      return reconcile(testHost);
    },
    end: async () => {
      const row = await session();
      return row && endShow(testHost, performer, row.streamId);
    },
    cancel,
    move: () =>
      testHost.call(
        'PUT /performer/feeds/:id',
        { params: { id }, body: { streamScheduledAt: isoIn(testHost, 90) } },
        { token: performer.token },
      ),
    delete: () => testHost.call('DELETE /performer/feeds/:id', { params: { id } }, { token: performer.token }),
    block: () => testHost.call('POST /block/users', { body: { targetId: fans[0].id } }, { token: performer.token }),
    time: async (step) => {
      testHost.clock.advance({ minutes: 'minutes' in step ? step.minutes : 1 });
      await reconcile(testHost);
    },
    'all buy at once': () => Promise.all(buyAll()),
    'cancel while all buy': () => Promise.all([...buyAll(), cancel()]),
    'begin while all return': () => Promise.all([begin(), ...fans.map(returnTicket)]),
    tend: () => settleShowsAndTickets(testHost, id),
  };
  for (const next of steps) {
    await actions[next.does](next);
    expect(await violatedInvariants(testHost, isCheckedAtEachStep)).toEqual([]);
  }
  // Ends whatever is still open.
  const row = await session();
  if (row) await endShow(testHost, performer, row.streamId);
  testHost.clock.advance({ minutes: 200 });
  await settleShowsAndTickets(testHost, id);
  await runShowJobs(testHost, id);
  const [feed] = await testHost.ctx.db.select().from(feeds).where(eq(feeds.itemId, id));
  const ended = await testHost.ctx.db.select().from(charges).where(eq(charges.targetId, id));
  expect(feed?.showOutcome).not.toBeNull();
  const isHeld = feed?.showOutcome === 'held';
  if (!isHeld) expect(ended.filter(({ status }) => status === 'success')).toEqual([]);
  for (const [index, fan] of fans.entries()) {
    const [paid] = await testHost.ctx.db
      .select({ price: sum(charges.priceCents), back: sum(charges.refundedCents) })
      .from(charges)
      .where(and(eq(charges.userId, fan.id), eq(charges.performerId, performer.id)));
    const left = BigInt(paid?.price ?? 0) - BigInt(paid?.back ?? 0);
    expect(await balanceOf(testHost.ctx, walletOf(fan.id))).toBe((filled[index] ?? 0n) - left);
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
