/** Statements of any length are streamed without buffering. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'drizzle-orm';
import { headers } from '@contract/kernel/conventions';
import { attemptCount } from '../../../tests/kit/timing/depth';
import { signUpFan } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { walletOf } from './chart';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

const rows = attemptCount(25_000, 100_000);
/** Less than the lines would take if they were buffered. */
const grownMax_bytes = 80 * rows;
/** Number of memory samples. */
const samplesTaken = 10;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
function heap_bytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Top-ups of one hundredth each, newest first, inserted in bulk because posting them would take minutes. */
async function writeEntries(account: string): Promise<void> {
  const { db } = testHost.ctx;
  await db.execute(sql`alter table ledger_transfers disable trigger ledger_transfers_balance`);
  await db.execute(sql`
    insert into ledger_transfers (id, reason, subject, key, digest, amount_cents, metadata, created_at)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'top_up', 'bulk ' || n, 'bulk ' || n, '', 1, '{}',
      timestamptz '2026-01-01' - n * interval '1 minute'
    from generate_series(1, ${rows}::int) n`);
  await db.execute(sql`
    insert into ledger_entries (transfer_id, account_id, amount_cents, created_at)
    select t.id, e.account, e.cents, t.created_at
    from ledger_transfers t cross join lateral (values (${account}, 1), ('gateway:sandbox', -1)) as e(account, cents)`);
  await db.execute(sql`analyze ledger_transfers, ledger_entries`);
}

test('a statement of many entries adds up, and memory does not grow with it', async () => {
  const fan = await signUpFan(testHost);
  await writeEntries(walletOf(fan.id));
  // A short statement first, so that one-time allocations do not count.
  await testHost.call('GET /wallet/statement', { query: { fromDate: '2025-12-31' } }, { token: fan.token });
  const before_bytes = heap_bytes();
  const response = await fetch(`${testHost.url}/wallet/statement`, { headers: { authorization: fan.token } });
  expect(response.headers.get(headers.requestId)).not.toBeNull();
  let [lines, last, rest] = [0, '', ''];
  const samples: number[] = [];
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\r\n');
    rest = parts.pop() ?? '';
    last = parts.at(-1) ?? last;
    const before = lines;
    lines += parts.length;
    if (Math.floor((before * samplesTaken) / rows) !== Math.floor((lines * samplesTaken) / rows)) samples.push(heap_bytes());
  }
  expect(lines).toBe(rows + 1);
  expect(last).toMatch(new RegExp(`,top_up,bulk 1,0\\.01,${(rows / 100).toFixed(2)},,$`));
  expect(samples.length).toBeGreaterThanOrEqual(samplesTaken);
  expect(Math.max(...samples) - before_bytes).toBeLessThan(grownMax_bytes);
});
