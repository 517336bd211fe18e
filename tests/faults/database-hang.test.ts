/**
 * The database hangs: it keeps its connections, accepts new ones, and sends nothing. Waiting requests fail within twelve
 * seconds, also inside a transaction. When the database responds again, everything works, and no operation was left half done.
 */
import { walletOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { violatedInvariants, fillWallet } from '../kit/money/ledger';
import { freshDatabase, type FreshDatabase } from '../kit/host/database';
import { performerWithEarnings } from '../kit/money/earners';
import { eventually } from '../kit/timing/eventually';
import { signUpFan } from '../kit/people/people';
import { openStallingProxy, type StallingProxy } from '../kit/processes/stalling-proxy';
import { openTestHost, type TestHost } from '../kit/host/test-host';

/** Well below the statement timeout of 15 seconds, and well above the expected time. */
const responseLimit_ms = 12_000;
const initial_cents = 10_000n;

let database: FreshDatabase;
let proxy: StallingProxy;
let testHost: TestHost;
beforeAll(async () => {
  database = await freshDatabase();
  const url = new URL(database.url);
  proxy = await openStallingProxy({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${String(proxy.port)}`;
  testHost = await openTestHost({ DATABASE_URL: url.href });
});
afterAll(async () => {
  // An unexpected error during the test fails here.
  await testHost.close();
  await proxy.close();
  await database.drop();
});

test('waiting requests fail after some seconds, and succeed once the database responds again', async () => {
  const [fan, performer] = [await signUpFan(testHost), await performerWithEarnings(testHost, 0)];
  await fillWallet(testHost, fan.id, initial_cents);
  const key = testHost.ctx.random.id();
  const read = () => testHost.call('GET /users/me', {}, { token: fan.token });
  const tip = () =>
    testHost.call(
      'POST /wallet/charges/tip/:id',
      { params: { id: performer.id }, body: { price: 10, text: 'Bravo' } },
      { token: fan.token, key },
    );
  // In the middle of a transaction, independent of the host's timing.
  const hangingTransaction = testHost.ctx.db.transaction(async (tx) => {
    await tx.execute('select 1');
    proxy.hang();
    await tx.execute('select 1');
  });
  const start_ms = performance.now();
  const results = await Promise.all([
    read(),
    read(),
    tip(),
    hangingTransaction.then(
      () => null,
      (error: unknown) => error,
    ),
  ]);
  expect(performance.now() - start_ms).toBeLessThan(responseLimit_ms);
  expect(results.slice(0, 3)).toMatchObject([0, 1, 2].map(() => ({ status: 503, errorBody: { error: 'service_unavailable' } })));
  expect(results[3]).toBeInstanceOf(Error);

  proxy.resume();
  await eventually(async () => expect((await read()).status).toBe(200));
  await eventually(async () => expect((await tip()).status).toBe(200));
  expect(await balanceOf(testHost.ctx, walletOf(fan.id))).toBe(initial_cents - 1000n);
  expect(await violatedInvariants(testHost)).toEqual([]);
});
