/**
 * A private show whose API server is killed repeatedly during reconciliation: each minute is charged once, and the rest of the hold is
 * released.
 */
import { fork } from 'node:child_process';
import { eq } from 'drizzle-orm';
import { charges } from '@server/platform/db/schema/money';
import { privateRequests } from '@server/platform/db/schema/streaming';
import { heldFor, walletOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { reconcilePrivateShows } from '@server/live/private-shows/reconcile';
import { violatedInvariants, fillWallet } from '../kit/money/ledger';
import { bundle } from '../kit/processes/bundle';
import { signUpFan, signUpPerformer } from '../kit/people/people';
import { openLiveTestHost, type LiveTestHost } from '../kit/live/shows';
import { engineWithViewer } from '../kit/live/engine-with-viewer';

const kills = 10;
const minute_ms = 60_000;

let host: LiveTestHost;
beforeAll(async () => {
  host = await openLiveTestHost();
});
afterAll(() => host.testHost.close());

/**
 * Starts a process that reconciles the show from `from_ms` on, and kills it after at least `rounds` rounds; returns the time of the last
 * round in milliseconds.
 */
function runAndKill(program: string, rounds: number, fanId: string, from_ms: number): Promise<number> {
  const child = fork(program, [host.testHost.databaseUrl, fanId, String(from_ms)], {
    execArgv: [],
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', APP_SECRET: 'a secret for tests only, long enough', DEMO: '0' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    let [last_ms, stderr, completedRounds] = [from_ms, '', 0];
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('message', (now_ms: number) => {
      last_ms = now_ms;
      completedRounds += 1;
      if (completedRounds >= rounds) child.kill('SIGKILL');
    });
    child.once('close', (_code, signal) => {
      if (signal === 'SIGKILL') resolve(last_ms);
      else reject(new Error(`the process ended by itself: ${stderr}`));
    });
  });
}

test('each minute is charged once, however often the API server is killed', async () => {
  const { testHost, live } = host;
  const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
  const privateShowSettings = { privateEnabled: true, privateMinutePrice: 3, privateMinimumMinutes: 2 };
  await testHost.call('PUT /streaming/update', { body: privateShowSettings }, { token: performer.token });
  await fillWallet(testHost, fan.id, 1_000_000n);
  const { data } = await testHost.call('POST /streaming/private-requests', { body: { performerId: performer.id } }, { token: fan.token });
  await testHost.call('POST /streaming/private-requests/:id/accept', { params: { id: data._id } }, { token: performer.token });
  // Without access to the rooms, the test's own host ignores the show.
  live.isUnavailable = true;

  const program = bundle('tests/faults/processes/show-process.ts');
  const start_ms = testHost.clock.now().getTime();
  let last_ms = start_ms;
  for (let killCount = 0; killCount < kills; killCount += 1)
    last_ms = await runAndKill(program, 1 + testHost.ctx.random.below(12), fan.id, last_ms);
  const clock = { ...testHost.clock, now: () => new Date(last_ms) };
  await reconcilePrivateShows({ ...testHost.ctx, clock, streaming: engineWithViewer(fan.id) });

  const [show] = await testHost.ctx.db.select().from(privateRequests).where(eq(privateRequests.id, data._id));
  expect(show?.startedAt?.getTime()).toBe(start_ms);
  // A round that was not reported may have billed one minute more.
  const minimumMinutes = Math.floor((last_ms - start_ms) / minute_ms) + 1;
  expect(show?.minutesBilled).toBeGreaterThanOrEqual(minimumMinutes);
  expect(show?.minutesBilled).toBeLessThanOrEqual(minimumMinutes + 1);
  expect(await testHost.ctx.db.$count(charges, eq(charges.targetId, data._id))).toBe(show?.minutesBilled);
  const bill = await testHost.call('POST /streaming/private-requests/:id/end', { params: { id: data._id } }, { token: fan.token });
  expect(bill.data).toMatchObject({ status: 'ended', minutesBilled: show?.minutesBilled });
  expect(await balanceOf(testHost.ctx, heldFor(data._id))).toBe(0n);
  expect(await balanceOf(testHost.ctx, walletOf(fan.id))).toBe(1_000_000n - 300n * BigInt(show?.minutesBilled ?? 0));
  expect(await violatedInvariants(testHost)).toEqual([]);
});
