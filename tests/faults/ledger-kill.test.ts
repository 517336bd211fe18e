/** Money while its process dies: killed again and again in the middle of its work, it keeps every command that it acknowledged. */
import { fork } from 'node:child_process';
import { sql } from 'drizzle-orm';
import { checkLedger } from '@server/money/ledger/check';
import { ledgerLaws } from '@server/money/ledger/invariants';
import { bundled } from '../kit/processes/bundle';
import { openLedger, type LedgerWorld } from '../kit/host/ledger';
import { tries } from '../support/depth';

const kills = tries(10, 50);
const together = 2;

let world: LedgerWorld;
let program: string;
beforeAll(async () => {
  program = bundled('tests/faults/ledger-process.ts');
  world = await openLedger();
});
afterAll(() => world.close());

interface Word {
  key: string;
  /** How many transfers the command is made of. */
  count: number;
}

/** Starts a process and kills it once it has given so many words; answers all that it gave. */
function killedAfter(words: number, run: string): Promise<Word[]> {
  const child = fork(program, [world.url, run], {
    execArgv: [],
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', APP_SECRET: 'a secret for tests only, long enough', DEMO: '0' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    const given: Word[] = [];
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('message', (message: Word | 'ready') => {
      if (message !== 'ready') given.push(message);
      // What it still says while dying counts too.
      if (given.length >= words) child.kill('SIGKILL');
    });
    child.once('close', (_code, signal) => {
      if (signal === 'SIGKILL') resolve(given);
      else reject(new Error(`the process ended by itself: ${said}`));
    });
  });
}

test('every acknowledged command is there, no half of any, and the laws hold, however often the process is killed', async () => {
  let acknowledged = 0;
  const runs = Array.from({ length: kills }, (_, index) => index);
  const work = async (): Promise<void> => {
    for (let index = runs.shift(); index !== undefined; index = runs.shift()) {
      const given = await killedAfter(world.ctx.chance.below(60), `run ${index}`);
      const { rows } = await world.ctx.db.execute<{ key: string }>(
        sql`select key from ledger_transfers where key like ${`run ${index}/%`}`,
      );
      const keys = new Set(rows.map(({ key }) => key));
      for (const { key, count } of given) {
        const parts = count === 1 ? [key] : Array.from({ length: count }, (_, part) => `${key}/${part + 1}`);
        expect(parts.filter((part) => !keys.has(part))).toEqual([]);
      }
      // A cart that nobody heard of is there whole or not at all.
      expect([...keys].filter((key) => key.endsWith('/cart/1')).length).toBe([...keys].filter((key) => key.endsWith('/cart/2')).length);
      acknowledged += given.length;
    }
  };
  await Promise.all(Array.from({ length: together }, work));
  expect(acknowledged).toBeGreaterThan(kills);
  expect(await checkLedger(world.ctx, ledgerLaws)).toMatchObject({ ok: true });
  const [told] = (
    await world.ctx.db.execute<{ missing: string }>(sql`
      select count(*)::text as missing from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
      where (e.account_id like 'wallet:%' or e.account_id like 'earnings:%') and not exists (
        select from outbox o where o.payload->>'subjectId' = t.subject and o.payload->>'reason' = t.reason and (o.payload->>'change')::numeric * 100 = e.amount_cents
      )`)
  ).rows;
  expect(told?.missing).toBe('0');
}, 600_000);
