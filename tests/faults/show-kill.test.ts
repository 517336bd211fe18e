/** A private show while its host dies: killed in the middle of its rounds, each minute that ran is charged once, and the rest returns. */
import { fork } from 'node:child_process';
import { eq } from 'drizzle-orm';
import { charges, privateRequests } from '@server/platform/db/schema/schema';
import { heldFor, walletOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { tendPrivateShows } from '@server/live/private-shows/private-shows';
import { brokenLaws, fillWallet } from '../support/books';
import { bundled } from '../kit/processes/bundle';
import { signUpFan, signUpPerformer } from '../kit/people/people';
import { openLiveWorld, type LiveWorld } from '../kit/live/shows';
import { alwaysTogether } from '../support/together';
import { tries } from '../support/depth';

const kills = tries(4, 10);
const minute_ms = 60_000;

let opened: LiveWorld;
beforeAll(async () => {
  opened = await openLiveWorld();
});
afterAll(() => opened.world.close());

/** Lets a host tend the show from a moment on, and kills it after so many rounds; answers the moment of the last one. */
function killedAfter(program: string, rounds: number, fanId: string, from_ms: number): Promise<number> {
  const child = fork(program, [opened.world.databaseUrl, fanId, String(from_ms)], {
    execArgv: [],
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', APP_SECRET: 'a secret for tests only, long enough', DEMO: '0' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    let [last_ms, said, done] = [from_ms, '', 0];
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('message', (now_ms: number) => {
      last_ms = now_ms;
      done += 1;
      if (done >= rounds) child.kill('SIGKILL');
    });
    child.once('close', (_code, signal) => {
      if (signal === 'SIGKILL') resolve(last_ms);
      else reject(new Error(`the process ended by itself: ${said}`));
    });
  });
}

test('each minute is charged once, however often the host is killed', async () => {
  const { world, live } = opened;
  const [performer, fan] = [await signUpPerformer(world), await signUpFan(world)];
  const offer = { privateEnabled: true, privateMinutePrice: 3, privateMinimumMinutes: 2 };
  await world.call('PUT /streaming/update', { body: offer }, { token: performer.token });
  await fillWallet(world, fan.id, 1_000_000n);
  const { data } = await world.call('POST /streaming/private-requests', { body: { performerId: performer.id } }, { token: fan.token });
  await world.call('POST /streaming/private-requests/:id/accept', { params: { id: data._id } }, { token: performer.token });
  // The test's own host knows nothing of the rooms and leaves the show alone.
  live.isAway = true;

  const program = bundled('tests/faults/show-process.ts');
  const began_ms = world.clock.now().getTime();
  let last_ms = began_ms;
  for (let killed = 0; killed < kills; killed += 1) last_ms = await killedAfter(program, 1 + world.ctx.chance.below(12), fan.id, last_ms);
  const clock = { ...world.clock, now: () => new Date(last_ms) };
  await tendPrivateShows({ ...world.ctx, clock, streaming: alwaysTogether(fan.id) });

  const [show] = await world.ctx.db.select().from(privateRequests).where(eq(privateRequests.id, data._id));
  expect(show?.startedAt?.getTime()).toBe(began_ms);
  // A round that nobody heard of may have been one further.
  const least = Math.floor((last_ms - began_ms) / minute_ms) + 1;
  expect(show?.minutesBilled).toBeGreaterThanOrEqual(least);
  expect(show?.minutesBilled).toBeLessThanOrEqual(least + 1);
  expect(await world.ctx.db.$count(charges, eq(charges.targetId, data._id))).toBe(show?.minutesBilled);
  const bill = await world.call('POST /streaming/private-requests/:id/end', { params: { id: data._id } }, { token: fan.token });
  expect(bill.data).toMatchObject({ status: 'ended', minutesBilled: show?.minutesBilled });
  expect(await balanceOf(world.ctx, heldFor(data._id))).toBe(0n);
  expect(await balanceOf(world.ctx, walletOf(fan.id))).toBe(1_000_000n - 300n * BigInt(show?.minutesBilled ?? 0));
  expect(await brokenLaws(world)).toEqual([]);
}, 300_000);
