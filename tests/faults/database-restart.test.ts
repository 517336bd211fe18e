/**
 * The database dies in the middle of work, again and again, and comes back: hosts stay up, refuse in words meanwhile, connect
 * again by themselves, and have kept every word that they gave.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realChance } from '@server/kernel/random';
import { placesBelow, runningServer } from '@server/platform/db/engine/cluster';
import { ownDatabase, type Database } from '@server/platform/db/engine/engine';
import { migrate } from '@server/platform/db/migrate';
import { walletOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { brokenLaws, fillWallet } from '../support/books';
import { listenAs } from '../support/ear';
import { eventually } from '../kit/timing/eventually';
import { performerWith, type Earner } from '../support/earners';
import { signUpFan } from '../kit/people/people';
import type { Somebody } from '../support/subscriptions';
import { openWorld, type World } from '../kit/host/test-host';
import { tries } from '../support/depth';

const kills = tries(2, 6);
const tipsBetween = 15;
const patience_ms = 30_000;
const start_cents = 10_000_000n;
/** The machine itself goes on, so what was written is there. */
const quick = { fsync: 'off', max_connections: '100' };

let folder: string;
let database: Database;
let world: World;
let fans: Somebody[];
let performer: Earner;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'footlight-database-restart-'));
  database = await ownDatabase(folder, { info: () => {}, warn: () => {} }, quick);
  await migrate(database.url);
  world = await openWorld({ DATABASE_URL: database.url });
  performer = await performerWith(world, 0);
  fans = [await signUpFan(world), await signUpFan(world), await signUpFan(world)];
  for (const fan of fans) await fillWallet(world, fan.id, start_cents);
}, 60_000);
afterAll(async () => {
  // A bug that anything met meanwhile fails here.
  await world.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

test(`killed ${String(kills)} times under load, it takes nothing along that was acknowledged`, async () => {
  const ear = await listenAs(world, performer.token);
  // The second: what was begun under this key may have been done.
  const expected: string[] = ['service_unavailable', 'request_in_progress'];
  let [acknowledged, refused] = [0, 0];
  let isOver = false;
  /** Tips until all is over; a tip that was refused, or whose answer failed, is sent again under its key until it is done. */
  const tip = async ({ token }: Somebody): Promise<number> => {
    let done = 0;
    while (!isOver) {
      const key = realChance.id();
      for (;;) {
        const { status, refusal } = await world.call(
          'POST /wallet/charges/tip/:id',
          { params: { id: performer.id }, body: { price: 10, text: 'Bravo' } },
          { token, key },
        );
        if (status === 200) break;
        refused += 1;
        if (!expected.includes(refusal.error)) throw new Error(`refused as ${refusal.error}: ${refusal.message}`);
        await world.ctx.db.execute('select pg_sleep(0.02)').catch(() => undefined);
      }
      done += 1;
      acknowledged += 1;
    }
    return done;
  };
  const tipping = Promise.all(fans.map(tip));
  for (let kill = 0; kill < kills; kill += 1) {
    const from = acknowledged;
    await eventually(() => expect(acknowledged).toBeGreaterThan(from + tipsBetween), patience_ms);
    const server = runningServer(placesBelow(folder).cluster);
    process.kill(server?.pid ?? 0, 'SIGKILL');
  }
  const last = acknowledged;
  await eventually(() => expect(acknowledged).toBeGreaterThan(last + tipsBetween), patience_ms);
  isOver = true;
  const done = await tipping;

  expect(refused).toBeGreaterThan(0);
  for (const [index, fan] of fans.entries())
    expect(await balanceOf(world.ctx, walletOf(fan.id))).toBe(start_cents - 1000n * BigInt(done[index] ?? 0));
  expect(await brokenLaws(world)).toEqual([]);
  // Who listened all the while is still there, and hears of every tip, once.
  expect(ear.isOpen()).toBe(true);
  await eventually(() => expect(ear.heard('wallet/balance-changed')).toHaveLength(acknowledged), patience_ms);
  ear.close();
}, 120_000);
