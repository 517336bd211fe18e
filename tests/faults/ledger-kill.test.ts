/** The ledger keeps every acknowledged command while its process is killed repeatedly. */
import { fork } from 'node:child_process';
import { sql } from 'drizzle-orm';
import { checkLedger } from '@server/money/ledger/check';
import { ledgerInvariants } from '@server/money/ledger/invariants';
import { bundle } from '../kit/processes/bundle';
import { openLedger, type LedgerTestHost } from '../kit/host/ledger';
import { attemptCount } from '../kit/timing/depth';

const kills = attemptCount(4, 50);
const concurrency = 2;

let testHost: LedgerTestHost;
let program: string;
beforeAll(async () => {
  program = bundle('tests/faults/processes/ledger-process.ts');
  testHost = await openLedger();
});
afterAll(() => testHost.close());

interface Acknowledgement {
  key: string;
  /** How many transfers the command posted. */
  count: number;
}

/** Starts a process and kills it after `acknowledgementCount` acknowledgements; returns all acknowledgements. */
function runAndKill(acknowledgementCount: number, run: string): Promise<Acknowledgement[]> {
  const child = fork(program, [testHost.url, run], {
    execArgv: [],
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', APP_SECRET: 'a secret for tests only, long enough', DEMO: '0' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    const acknowledgements: Acknowledgement[] = [];
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('message', (message: Acknowledgement | 'ready') => {
      if (message !== 'ready') acknowledgements.push(message);
      // Acknowledgements that arrive while it is ending count too.
      if (acknowledgements.length >= acknowledgementCount) child.kill('SIGKILL');
    });
    child.once('close', (_code, signal) => {
      if (signal === 'SIGKILL') resolve(acknowledgements);
      else reject(new Error(`the process ended by itself: ${stderr}`));
    });
  });
}

test('every acknowledged command is stored, none is stored partially, and the invariants hold after each kill', async () => {
  let acknowledged = 0;
  const runs = Array.from({ length: kills }, (_, index) => index);
  const runUntilEmpty = async (): Promise<void> => {
    for (let index = runs.shift(); index !== undefined; index = runs.shift()) {
      const acknowledgements = await runAndKill(testHost.ctx.random.below(60), `run ${index}`);
      const { rows } = await testHost.ctx.db.execute<{ key: string }>(
        sql`select key from ledger_transfers where key like ${`run ${index}/%`}`,
      );
      const keys = new Set(rows.map(({ key }) => key));
      for (const { key, count } of acknowledgements) {
        const parts = count === 1 ? [key] : Array.from({ length: count }, (_, part) => `${key}/${part + 1}`);
        expect(parts.filter((part) => !keys.has(part))).toEqual([]);
      }
      // A cart without an acknowledgement is stored completely or not at all.
      expect([...keys].filter((key) => key.endsWith('/cart/1')).length).toBe([...keys].filter((key) => key.endsWith('/cart/2')).length);
      acknowledged += acknowledgements.length;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runUntilEmpty));
  expect(acknowledged).toBeGreaterThan(kills);
  expect(await checkLedger(testHost.ctx, ledgerInvariants)).toMatchObject({ ok: true });
  const [outbox] = (
    await testHost.ctx.db.execute<{ missing: string }>(sql`
      select count(*)::text as missing from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
      where (e.account_id like 'wallet:%' or e.account_id like 'earnings:%') and not exists (
        select from outbox o where o.payload->>'subjectId' = t.subject and o.payload->>'reason' = t.reason and (o.payload->>'change')::numeric * 100 = e.amount_cents
      )`)
  ).rows;
  expect(outbox?.missing).toBe('0');
}, 600_000);
