/**
 * The database server is killed repeatedly under load and restarts: API servers stay up, respond with errors, reconnect by themselves,
 * and keep every acknowledged operation.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realRandom } from '@server/kernel/random';
import { clusterPaths, runningServer } from '@server/platform/db/engine/cluster';
import { openEmbeddedDatabase, type Database } from '@server/platform/db/engine/engine';
import { migrate } from '@server/platform/db/migrate';
import { walletOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { violatedInvariants, fillWallet } from '../kit/money/ledger';
import { openSocket } from '../kit/host/test-socket';
import { eventually } from '../kit/timing/eventually';
import { performerWithEarnings, type Earner } from '../kit/money/earners';
import { signUpFan } from '../kit/people/people';
import type { TestPerson } from '../kit/money/subscriptions';
import { openTestHost, type TestHost } from '../kit/host/test-host';

const kills = 6;
const tipsBetweenKills = 15;
const start_cents = 10_000_000n;
/** The operating system keeps running, so committed writes are in its page cache. */
const fastSettings = { fsync: 'off', max_connections: '100' };

let folder: string;
let database: Database;
let testHost: TestHost;
let fans: TestPerson[];
let performer: Earner;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'footlight-database-restart-'));
  database = await openEmbeddedDatabase(folder, { info: () => {}, warn: () => {} }, fastSettings);
  await migrate(database.url);
  testHost = await openTestHost({ DATABASE_URL: database.url });
  performer = await performerWithEarnings(testHost, 0);
  fans = [await signUpFan(testHost), await signUpFan(testHost), await signUpFan(testHost)];
  for (const fan of fans) await fillWallet(testHost, fan.id, start_cents);
});
afterAll(async () => {
  // An unexpected error during the test fails here.
  await testHost.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

test(`every acknowledged tip is kept when the database is killed ${String(kills)} times under load`, async () => {
  const socket = await openSocket(testHost, performer.token);
  // The second one: an earlier attempt with the same idempotency key may have succeeded or still run.
  const expected: string[] = ['service_unavailable', 'request_in_progress'];
  let [acknowledged, rejectedCount] = [0, 0];
  let isStopped = false;
  /** Tips until the test stops it; a rejected or failed tip is repeated with its idempotency key until it succeeds. */
  const tip = async ({ token }: TestPerson): Promise<number> => {
    let completed = 0;
    while (!isStopped) {
      const key = realRandom.id();
      for (;;) {
        const { status, errorBody } = await testHost.call(
          'POST /wallet/charges/tip/:id',
          { params: { id: performer.id }, body: { price: 10, text: 'Bravo' } },
          { token, key },
        );
        if (status === 200) break;
        rejectedCount += 1;
        if (!expected.includes(errorBody.error)) throw new Error(`refused as ${errorBody.error}: ${errorBody.message}`);
        await testHost.ctx.db.execute('select pg_sleep(0.02)').catch(() => undefined);
      }
      completed += 1;
      acknowledged += 1;
    }
    return completed;
  };
  const running = Promise.all(fans.map(tip));
  for (let kill = 0; kill < kills; kill += 1) {
    const before = acknowledged;
    await eventually(() => expect(acknowledged).toBeGreaterThan(before + tipsBetweenKills));
    const server = runningServer(clusterPaths(folder).cluster);
    process.kill(server?.pid ?? 0, 'SIGKILL');
  }
  const afterKills = acknowledged;
  await eventually(() => expect(acknowledged).toBeGreaterThan(afterKills + tipsBetweenKills));
  isStopped = true;
  const completedTips = await running;

  expect(rejectedCount).toBeGreaterThan(0);
  for (const [index, fan] of fans.entries())
    expect(await balanceOf(testHost.ctx, walletOf(fan.id))).toBe(start_cents - 1000n * BigInt(completedTips[index] ?? 0));
  expect(await violatedInvariants(testHost)).toEqual([]);
  // The socket stayed connected, and received the event of every tip once.
  expect(socket.isOpen()).toBe(true);
  await eventually(() => expect(socket.received('wallet/balance-changed')).toHaveLength(acknowledged));
  socket.close();
});
