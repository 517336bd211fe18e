/**
 * The database hangs: it keeps its connections, takes new ones, and says nothing. Who waits is refused in words after some seconds,
 * also in the middle of a transaction; when it goes on, so does everything, and nothing was done by halves.
 */
import { walletOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { brokenLaws, fillWallet } from '../support/books';
import { freshDatabase, type FreshDatabase } from '../kit/host/database';
import { performerWith } from '../support/earners';
import { eventually } from '../kit/timing/eventually';
import { signUpFan } from '../kit/people/people';
import { openLine, type SilentLine } from '../support/silent-line';
import { openWorld, type World } from '../kit/host/test-host';

/** Far below the quarter of a minute that a statement may take, and far above what is needed. */
const answered_ms = 12_000;
const patience_ms = 30_000;
const start_cents = 10_000n;

let database: FreshDatabase;
let line: SilentLine;
let world: World;
beforeAll(async () => {
  database = await freshDatabase();
  const url = new URL(database.url);
  line = await openLine({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${String(line.port)}`;
  world = await openWorld({ DATABASE_URL: url.href });
});
afterAll(async () => {
  // A bug that anything met meanwhile fails here.
  await world.close();
  await line.close();
  await database.drop();
});

test('whoever waits for it is refused after some seconds, and served when it goes on', async () => {
  const [fan, performer] = [await signUpFan(world), await performerWith(world, 0)];
  await fillWallet(world, fan.id, start_cents);
  const key = world.ctx.chance.id();
  const read = () => world.call('GET /users/me', {}, { token: fan.token });
  const tip = () =>
    world.call(
      'POST /wallet/charges/tip/:id',
      { params: { id: performer.id }, body: { price: 10, text: 'Bravo' } },
      { token: fan.token, key },
    );
  // In the middle of a transaction, whatever the host is quick to do.
  const held = world.ctx.db.transaction(async (tx) => {
    await tx.execute('select 1');
    line.hang();
    await tx.execute('select 1');
  });
  const from = performance.now();
  const refused = await Promise.all([
    read(),
    read(),
    tip(),
    held.then(
      () => null,
      (error: unknown) => error,
    ),
  ]);
  expect(performance.now() - from).toBeLessThan(answered_ms);
  expect(refused.slice(0, 3)).toMatchObject([0, 1, 2].map(() => ({ status: 503, refusal: { error: 'service_unavailable' } })));
  expect(refused[3]).toBeInstanceOf(Error);

  line.goOn();
  await eventually(async () => expect((await read()).status).toBe(200), patience_ms);
  await eventually(async () => expect((await tip()).status).toBe(200), patience_ms);
  expect(await balanceOf(world.ctx, walletOf(fan.id))).toBe(start_cents - 1000n);
  expect(await brokenLaws(world)).toEqual([]);
}, 90_000);
