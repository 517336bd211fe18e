/** The system clock changes while the site runs: no one pays for time that has not passed, and messages keep their order. */
import { eq } from 'drizzle-orm';
import { charges } from '@server/platform/db/schema/money';
import { privateRequests } from '@server/platform/db/schema/streaming';
import { startLiveReconciliation } from '@server/live';
import { violatedInvariants, fillWallet, waitForBlockedQuery } from '../kit/money/ledger';
import { signUpFan, signUpPerformer } from '../kit/people/people';
import { requestCredentials, openLiveTestHost, reconcile, type LiveTestHost } from '../kit/live/shows';
import type { TestHost } from '../kit/host/test-host';

let host: LiveTestHost;
let testHost: TestHost;
beforeAll(async () => {
  host = await openLiveTestHost();
  ({ testHost } = host);
});
afterEach(async () => {
  expect(await violatedInvariants(testHost)).toEqual([]);
});
afterAll(() => testHost.close());

/** A private show with both participants connected and its first minute billed. */
async function startBilledShow() {
  const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
  await fillWallet(testHost, fan.id, 100_000n);
  const body = { privateEnabled: true, privateMinutePrice: 3, privateMinimumMinutes: 2 };
  await testHost.call('PUT /streaming/update', { body }, { token: performer.token });
  const { data } = await testHost.call('POST /streaming/private-requests', { body: { performerId: performer.id } }, { token: fan.token });
  await testHost.call('POST /streaming/private-requests/:id/accept', { params: { id: data._id } }, { token: performer.token });
  const [row] = await testHost.ctx.db.select().from(privateRequests).where(eq(privateRequests.id, data._id));
  const room = row?.sessionId ?? '';
  host.live.publish(room, performer.id);
  await requestCredentials(testHost, fan, data.streamId, 'viewer');
  host.live.watch(room, fan.id);
  await reconcile(testHost);
  const chargeCount = () => testHost.ctx.db.$count(charges, eq(charges.targetId, data._id));
  expect(await chargeCount()).toBe(1);
  return {
    chargeCount,
    /**
     * Runs `hostCount` hosts that reconcile the show while `change` runs; each receives an event of the fan's video afterwards, and
     * has reconciled the show when this resolves.
     */
    reconcileWith: async (hostCount: number, change: () => void) => {
      const stops = Array.from({ length: hostCount }, () => startLiveReconciliation(testHost.ctx));
      change();
      host.live.watch(room, fan.id);
      await Promise.all(stops.map((stop) => stop()));
    },
    /** Runs `change` in the middle of a reconcile round of the host: the show's row is locked until then. */
    duringRound: async (change: () => void) => {
      const stop = startLiveReconciliation(testHost.ctx);
      await testHost.ctx.db.transaction(async (tx) => {
        await tx.select().from(privateRequests).where(eq(privateRequests.id, data._id)).for('update');
        host.live.watch(room, fan.id);
        await waitForBlockedQuery(testHost);
        change();
      });
      await stop();
    },
    end: () => testHost.call('POST /streaming/private-requests/:id/end', { params: { id: data._id } }, { token: fan.token }),
  };
}

test.each([1, 2])('a clock that jumps forward bills no minute of a private show that has not passed (%s hosts)', async (hosts) => {
  const show = await startBilledShow();
  await show.reconcileWith(hosts, () => testHost.clock.move({ hours: 3 }));
  expect(await show.chargeCount()).toBe(1);
  await show.reconcileWith(hosts, () => testHost.clock.advance({ seconds: 61 }));
  expect(await show.chargeCount()).toBe(2);
  await show.end();
});

test.each([1, 2])('a clock that is set back leaves no minute of a private show unbilled (%s hosts)', async (hosts) => {
  const show = await startBilledShow();
  await show.reconcileWith(hosts, () => testHost.clock.move({ hours: -3 }));
  expect(await show.chargeCount()).toBe(1);
  await show.reconcileWith(hosts, () => testHost.clock.advance({ seconds: 61 }));
  expect(await show.chargeCount()).toBe(2);
  await show.end();
});

test('a clock that jumps forward during a round bills no minute that has not passed', async () => {
  const show = await startBilledShow();
  await show.duringRound(() => testHost.clock.move({ hours: 3 }));
  expect(await show.chargeCount()).toBe(1);
  await show.reconcileWith(1, () => testHost.clock.advance({ seconds: 61 }));
  expect(await show.chargeCount()).toBe(2);
  await show.end();
});

test('messages sent after the clock was set back are listed after earlier ones', async () => {
  const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
  const { data: conversation } = await testHost.call(
    'POST /conversations',
    { body: { sourceId: performer.id, source: 'performer' } },
    { token: fan.token },
  );
  const sendMessage = async (text: string) =>
    testHost.call('POST /messages/conversations/:id', { params: { id: conversation._id }, body: { text } }, { token: fan.token });
  expect((await sendMessage('first')).status).toBe(200);
  testHost.clock.move({ hours: -5 });
  expect((await sendMessage('second')).status).toBe(200);
  testHost.clock.move({ hours: 9 });
  expect((await sendMessage('third')).status).toBe(200);
  const { data } = await testHost.call('GET /messages/conversations/:id', { params: { id: conversation._id } }, { token: performer.token });
  expect(data.data.map(({ text }) => text)).toEqual(['third', 'second', 'first']);
});
