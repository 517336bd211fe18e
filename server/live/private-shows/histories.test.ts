/**
 * Property test over random histories of private shows: in any order of actions, also concurrent ones, each started minute is paid once,
 * every hold is spent or released, and all ledger invariants hold. A failure prints the seed and the shortest failing history.
 */
import { eq, sum } from 'drizzle-orm';
import fc from 'fast-check';
import { charges } from '@server/platform/db/schema/money';
import { privateRequests, streamSessions } from '@server/platform/db/schema/streaming';
import { heldFor, walletOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { violatedInvariants, fillWallet } from '../../../tests/kit/money/ledger';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { openLiveTestHost, reconcile, type LiveTestHost } from '../../../tests/kit/live/shows';
import type { TestHost } from '../../../tests/kit/host/test-host';
import { attemptCount } from '../../../tests/kit/timing/depth';

const histories = attemptCount(5, 100);
const deposit_cents = 3_000n;

let opened: LiveTestHost;
let testHost: TestHost;
/** Shared by all histories, because each ends its show. */
let performer: Awaited<ReturnType<typeof signUpPerformer>>;
beforeAll(async () => {
  opened = await openLiveTestHost();
  ({ testHost } = opened);
  performer = await signUpPerformer(testHost);
  const offer = { privateEnabled: true, privateMinutePrice: 3, privateMinimumMinutes: 2 };
  await testHost.call('PUT /streaming/update', { body: offer }, { token: performer.token });
});
afterAll(() => testHost.close());

const requestAction = fc.constantFrom('request', 'accept', 'accept', 'decline', 'cancel', 'end by performer', 'end by fan', 'tip');
const presenceAction = fc.constantFrom('performer joins', 'performer joins', 'performer leaves', 'fan joins', 'fan joins', 'fan leaves');
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ action: requestAction }) },
  { weight: 3, arbitrary: fc.record({ action: presenceAction }) },
  { weight: 4, arbitrary: fc.record({ action: fc.constant('time'), seconds: fc.integer({ min: 1, max: 130 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      action: fc.constantFrom('concurrently: end and reconcile', 'concurrently: accept and cancel', 'the engine is down'),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The invariants that a step can break. The others, of payouts and orders for example, are checked at the end of each history. */
const concernsShows = (invariant: string): boolean => /^L[1-6]$|private shows$/.test(invariant);

async function run(steps: readonly Step[]): Promise<void> {
  const fan = await signUpFan(testHost);
  await fillWallet(testHost, fan.id, deposit_cents);
  let requestId = testHost.ctx.random.id();
  const callAction = (name: 'accept' | 'decline' | 'cancel' | 'end', who: { token: string }) =>
    testHost.call(`POST /streaming/private-requests/:id/${name}`, { params: { id: requestId } }, { token: who.token });
  const room = async (): Promise<string | null> => {
    const [row] = await testHost.ctx.db
      .select({ id: streamSessions.id, streamId: streamSessions.streamId })
      .from(privateRequests)
      .innerJoin(streamSessions, eq(streamSessions.id, privateRequests.sessionId))
      .where(eq(privateRequests.id, requestId));
    if (!row) return null;
    await testHost.call('POST /streaming/agora/token', { body: { streamId: row.streamId, role: 'viewer' } }, { token: fan.token });
    return row.id;
  };
  const inRoom = async (work: (name: string) => void): Promise<void> => {
    const name = await room();
    if (name !== null && !opened.live.room(name).hasEnded) work(name);
  };
  const actions: Record<Step['action'], (step: Step) => Promise<unknown>> = {
    request: async () => {
      const { status, data } = await testHost.call(
        'POST /streaming/private-requests',
        { body: { performerId: performer.id } },
        { token: fan.token },
      );
      if (status === 200) requestId = data._id;
    },
    accept: () => callAction('accept', performer),
    decline: () => callAction('decline', performer),
    cancel: () => callAction('cancel', fan),
    'end by performer': () => callAction('end', performer),
    'end by fan': () => callAction('end', fan),
    tip: () => testHost.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body: { price: 10 } }, { token: fan.token }),
    'performer joins': () => inRoom((name) => opened.live.publish(name, performer.id)),
    'performer leaves': () => inRoom((name) => opened.live.unpublish(name)),
    'fan joins': () => inRoom((name) => opened.live.watch(name, fan.id)),
    'fan leaves': () => inRoom((name) => opened.live.leave(name, fan.id)),
    time: (step) => {
      testHost.clock.advance({ seconds: 'seconds' in step ? step.seconds : 1 });
      return reconcile(testHost);
    },
    'concurrently: end and reconcile': () =>
      Promise.all([callAction('end', fan), reconcile(testHost), callAction('end', performer), reconcile(testHost)]),
    'concurrently: accept and cancel': () => Promise.all([callAction('accept', performer), callAction('cancel', fan)]),
    'the engine is down': async () => {
      opened.live.isUnavailable = true;
      await reconcile(testHost);
      opened.live.isUnavailable = false;
    },
  };
  for (const next of steps) {
    await actions[next.action](next);
    expect(await violatedInvariants(testHost, concernsShows)).toEqual([]);
  }
  // Shows left open end by themselves.
  opened.live.isUnavailable = false;
  await inRoom((name) => opened.live.unpublish(name));
  for (const seconds of [1, 61, 61]) {
    testHost.clock.advance({ seconds });
    await reconcile(testHost);
  }
  expect(await balanceOf(testHost.ctx, heldFor(requestId))).toBe(0n);
  const [paid] = await testHost.ctx.db
    .select({ cents: sum(charges.priceCents) })
    .from(charges)
    .where(eq(charges.userId, fan.id));
  expect(await balanceOf(testHost.ctx, walletOf(fan.id))).toBe(deposit_cents - BigInt(paid?.cents ?? 0));
  expect(await violatedInvariants(testHost)).toEqual([]);
}

test('the ledger invariants hold over random histories of private shows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), (rest) =>
      // Start with an active show, so that most histories test one.
      run([{ action: 'request' }, { action: 'accept' }, { action: 'performer joins' }, { action: 'fan joins' }, ...rest]),
    ),
    { numRuns: histories, endOnFailure: true },
  );
}, 600_000); // May run in parallel with the journeys and at lower priority.
