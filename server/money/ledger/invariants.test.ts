/** The invariants as the database enforces them against any SQL, and as the check finds violations. */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { openLedger, type LedgerTestHost } from '../../../tests/kit/host/ledger';
import { chargePosting, fundedParties, topUpPosting } from '../../../tests/kit/money/postings';
import { walletOf } from './chart';
import { checkLedger } from './check';
import { ledgerInvariants } from './invariants';
import { post } from './ledger';

let testHost: LedgerTestHost;
let client: pg.Client;
let transferId: string;
let fan: string;

async function open(): Promise<void> {
  testHost = await openLedger();
  client = new pg.Client({ connectionString: testHost.url });
  await client.connect();
  const parties = await fundedParties(testHost.ctx);
  fan = parties.fan;
  ({ transferId } = await post(testHost.ctx, chargePosting(parties)));
}
async function close(): Promise<void> {
  await client.end();
  await testHost.close();
}

async function differences(): Promise<Record<string, string[]>> {
  const { laws, ok } = await checkLedger(testHost.ctx, ledgerInvariants);
  const broken = Object.fromEntries(laws.filter((law) => !law.ok).map((law) => [law.law, law.differences]));
  expect(ok).toBe(Object.keys(broken).length === 0);
  return broken;
}

const insertTransferSql = (id: string, cents: number, reversalOf = 'null') =>
  `insert into ledger_transfers (id, reason, subject, key, digest, amount_cents, metadata, created_at, reversal_of) values ('${id}', 'adjustment', 's', '${id}', 'd', ${cents}, '{}', now(), ${reversalOf});`;
const insertEntriesSql = (id: string, ...cents: number[]) =>
  `insert into ledger_entries (transfer_id, account_id, amount_cents, created_at) values ${cents.map((one, index) => `('${id}', 'platform:${index}', ${one}, now())`).join()};`;

describe('the database', () => {
  beforeAll(open);
  afterAll(close);
  afterEach(() => client.query('rollback'));

  describe('L1', () => {
    it('rejects a transfer without entries on commit', async () => {
      await client.query(`begin; ${insertTransferSql(testHost.ctx.random.id(), 5)}`);
      await expect(client.query('commit')).rejects.toThrow('do not add up');
    });

    it.each([
      ['that do not add up to zero', 5, [5, -4]],
      ['that move another amount than the transfer', 5, [6, -6]],
    ])('rejects entries %s', async (_what, amount, cents) => {
      const id = testHost.ctx.random.id();
      await expect(client.query(`begin; ${insertTransferSql(id, amount)} ${insertEntriesSql(id, ...cents)} commit`)).rejects.toThrow(
        'do not add up',
      );
    });

    it('rejects entries for an existing transfer, even balanced ones', async () => {
      await expect(client.query(insertEntriesSql(transferId, 5, -5))).rejects.toThrow('do not add up');
    });

    it('rejects reversals of more than was moved, and zero amounts', async () => {
      const id = testHost.ctx.random.id();
      await expect(client.query(insertTransferSql(id, 3_001, `'${transferId}'`))).rejects.toThrow('reversed by more');
      await expect(client.query(insertTransferSql(id, 0))).rejects.toThrow('ledger_transfers_amount');
      await expect(client.query(insertEntriesSql(transferId, 0))).rejects.toThrow('ledger_entries_amount');
    });

    it('is also enforced by the posting function', async () => {
      const call = `select ledger_post('${testHost.ctx.random.id()}', 'adjustment', 's', 'k', 'd', null, now(), '{}', array['gateway:a', 'gateway:b'], array[5, -4], array[]::text[])`;
      await expect(client.query(call)).rejects.toThrow('do not add up');
    });
  });

  describe('L2', () => {
    it.each(['update %s set created_at = now()', 'delete from %s', 'truncate %s cascade', 'update %s set created_at = now() where false'])(
      'rejects `%s`',
      async (statement) => {
        for (const table of ['ledger_transfers', 'ledger_entries']) {
          await expect(client.query(statement.replace('%s', table))).rejects.toThrow('is append-only');
          // Not even with triggers disabled for the session.
          await client.query('set session_replication_role = replica');
          await expect(client.query(statement.replace('%s', table))).rejects.toThrow('is append-only');
          await client.query('set session_replication_role = default');
        }
      },
    );
  });

  describe('L3', () => {
    it('rejects a second transfer with the same key', async () => {
      const [{ key }] = (await client.query<{ key: string }>('select key from ledger_transfers limit 1')).rows as [{ key: string }];
      await expect(
        client.query(insertTransferSql(testHost.ctx.random.id(), 5).replace(/, '[^']+', 'd'/, `, '${key}', 'd'`)),
      ).rejects.toThrow('ledger_transfers_key');
    });
  });

  describe('L4', () => {
    it.each(['wallet:x', 'held:x'])('rejects %s below zero or in a second row', async (account) => {
      const insert = (slot: number, cents: number) =>
        client.query('insert into ledger_balances (account_id, slot, balance_cents) values ($1, $2, $3)', [account, slot, cents]);
      await expect(insert(0, -1)).rejects.toThrow('ledger_balances_floor');
      await expect(insert(1, 1)).rejects.toThrow('ledger_balances_floor');
      await insert(0, 0);
      await expect(client.query('update ledger_balances set balance_cents = -1 where account_id = $1', [account])).rejects.toThrow(
        'ledger_balances_floor',
      );
    });

    it('rejects accounts outside the chart', async () => {
      await expect(client.query(`insert into ledger_balances (account_id, slot, balance_cents) values ('pocket:x', 0, 1)`)).rejects.toThrow(
        'ledger_balances_chart',
      );
    });
  });
});

describe('the check', () => {
  beforeEach(open);
  afterEach(close);

  it('finds nothing in a correct ledger, and runs while others post', async () => {
    await client.query('begin');
    await client.query(`select * from ledger_balances for update`);
    expect(await differences()).toEqual({});
    await client.query('rollback');
  });

  it('finds a balance that is not the sum of its entries', async () => {
    await client.query('update ledger_balances set balance_cents = 6000 where account_id = $1', [walletOf(fan)]);
    expect((await differences())['L5']?.sort()).toEqual([
      'all accounts together hold -10.00',
      `${walletOf(fan)} holds 60.00, its entries add up to 70.00`,
    ]);
  });

  it('finds a balance that was wrong in the past only', async () => {
    await client.query(`alter table ledger_entries disable trigger ledger_entries_never_change`);
    await client.query(`update ledger_entries set balance_after_cents = 1 where transfer_id = $1 and account_id = $2`, [
      transferId,
      walletOf(fan),
    ]);
    expect(await differences()).toEqual({
      L2: [expect.stringContaining('ledger_entries_never_change')],
      L5: [`${walletOf(fan)} held 0.01 after transfer ${transferId}, its entries until then add up to 70.00`],
    });
  });

  it('finds entries that were changed with triggers disabled, and the missing triggers', async () => {
    await client.query('alter table ledger_entries disable trigger user');
    await client.query('update ledger_entries set amount_cents = amount_cents + 100 where transfer_id = $1 and amount_cents > 0', [
      transferId,
    ]);
    const found = await differences();
    expect(Object.keys(found)).toEqual(['L1', 'L2', 'L5']);
    expect(found['L1']).toEqual([`transfer ${transferId} is of 30.00, its entries move 32.00 and add up to 2.00`]);
    expect(found['L2']).toHaveLength(2);
  });

  it('finds missing constraints on keys and floors', async () => {
    await client.query('drop index ledger_transfers_key');
    await client.query('alter table ledger_balances drop constraint ledger_balances_floor');
    await client.query('update ledger_balances set balance_cents = -5 where account_id = $1', [walletOf(fan)]);
    expect(Object.keys(await differences())).toEqual(['L3', 'L4', 'L5']);
  });

  it('checks invariants of other modules in the same snapshot', async () => {
    const other = {
      name: 'L8',
      statement: 'An invariant of another module.',
      violations: async (ctx: Pick<typeof testHost.ctx, 'db'>) => {
        await post(testHost.ctx, topUpPosting(testHost.ctx.random.id(), 1n, 'concurrent'));
        const { rows } = await ctx.db.execute<{ n: string }>(sql`select count(*)::text as n from ledger_transfers`);
        return [`saw ${rows[0]?.n}`];
      },
    };
    const { ok, laws } = await checkLedger(testHost.ctx, [...ledgerInvariants, other]);
    expect({ ok, last: laws.at(-1) }).toMatchObject({ ok: false, last: { law: 'L8', ok: false, differences: ['saw 2'] } });
  });
});
