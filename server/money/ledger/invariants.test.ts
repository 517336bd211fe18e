/** The laws as the database itself holds them against anyone who writes SQL, and as the check finds what broke them anyway. */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { openLedger, type LedgerWorld } from '../../../tests/kit/host/ledger';
import { charge, people, topUp } from '../../../tests/kit/money/postings';
import { walletOf } from './chart';
import { checkLedger } from './check';
import { ledgerLaws } from './invariants';
import { post } from './ledger';

let world: LedgerWorld;
let client: pg.Client;
let transferId: string;
let fan: string;

async function open(): Promise<void> {
  world = await openLedger();
  client = new pg.Client({ connectionString: world.url });
  await client.connect();
  const who = await people(world.ctx);
  fan = who.fan;
  ({ transferId } = await post(world.ctx, charge(who)));
}
async function close(): Promise<void> {
  await client.end();
  await world.close();
}

async function differences(): Promise<Record<string, string[]>> {
  const { laws, ok } = await checkLedger(world.ctx, ledgerLaws);
  const broken = Object.fromEntries(laws.filter((law) => !law.ok).map((law) => [law.law, law.differences]));
  expect(ok).toBe(Object.keys(broken).length === 0);
  return broken;
}

const transfer = (id: string, cents: number, reversalOf = 'null') =>
  `insert into ledger_transfers (id, reason, subject, key, digest, amount_cents, metadata, created_at, reversal_of) values ('${id}', 'adjustment', 's', '${id}', 'd', ${cents}, '{}', now(), ${reversalOf});`;
const entries = (id: string, ...cents: number[]) =>
  `insert into ledger_entries (transfer_id, account_id, amount_cents, created_at) values ${cents.map((one, index) => `('${id}', 'platform:${index}', ${one}, now())`).join()};`;

describe('the database itself', () => {
  beforeAll(open);
  afterAll(close);
  afterEach(() => client.query('rollback'));

  describe('L1', () => {
    it('refuses a transfer without entries when it would be committed', async () => {
      await client.query(`begin; ${transfer(world.ctx.chance.id(), 5)}`);
      await expect(client.query('commit')).rejects.toThrow('do not add up');
    });

    it.each([
      ['that do not add up to zero', 5, [5, -4]],
      ['that move another amount than the transfer', 5, [6, -6]],
    ])('refuses entries %s', async (_what, amount, cents) => {
      const id = world.ctx.chance.id();
      await expect(client.query(`begin; ${transfer(id, amount)} ${entries(id, ...cents)} commit`)).rejects.toThrow('do not add up');
    });

    it('refuses entries for a transfer that was posted before, even balanced ones', async () => {
      await expect(client.query(entries(transferId, 5, -5))).rejects.toThrow('do not add up');
    });

    it('refuses what reverses more than was moved, and an amount of nothing', async () => {
      const id = world.ctx.chance.id();
      await expect(client.query(transfer(id, 3_001, `'${transferId}'`))).rejects.toThrow('reversed by more');
      await expect(client.query(transfer(id, 0))).rejects.toThrow('ledger_transfers_amount');
      await expect(client.query(entries(transferId, 0))).rejects.toThrow('ledger_entries_amount');
    });

    it('is refused by the function that posts too', async () => {
      const call = `select ledger_post('${world.ctx.chance.id()}', 'adjustment', 's', 'k', 'd', null, now(), '{}', array['gateway:a', 'gateway:b'], array[5, -4], array[]::text[])`;
      await expect(client.query(call)).rejects.toThrow('do not add up');
    });
  });

  describe('L2', () => {
    it.each(['update %s set created_at = now()', 'delete from %s', 'truncate %s cascade', 'update %s set created_at = now() where false'])(
      'refuses `%s`',
      async (statement) => {
        for (const table of ['ledger_transfers', 'ledger_entries']) {
          await expect(client.query(statement.replace('%s', table))).rejects.toThrow('is append-only');
          // Not even where triggers are told to rest.
          await client.query('set session_replication_role = replica');
          await expect(client.query(statement.replace('%s', table))).rejects.toThrow('is append-only');
          await client.query('set session_replication_role = default');
        }
      },
    );
  });

  describe('L3', () => {
    it('refuses a second transfer with the same key', async () => {
      const [{ key }] = (await client.query<{ key: string }>('select key from ledger_transfers limit 1')).rows as [{ key: string }];
      await expect(client.query(transfer(world.ctx.chance.id(), 5).replace(/, '[^']+', 'd'/, `, '${key}', 'd'`))).rejects.toThrow(
        'ledger_transfers_key',
      );
    });
  });

  describe('L4', () => {
    it.each(['wallet:x', 'held:x'])('refuses %s below zero or in a second row', async (account) => {
      const insert = (slot: number, cents: number) =>
        client.query('insert into ledger_balances (account_id, slot, balance_cents) values ($1, $2, $3)', [account, slot, cents]);
      await expect(insert(0, -1)).rejects.toThrow('ledger_balances_floor');
      await expect(insert(1, 1)).rejects.toThrow('ledger_balances_floor');
      await insert(0, 0);
      await expect(client.query('update ledger_balances set balance_cents = -1 where account_id = $1', [account])).rejects.toThrow(
        'ledger_balances_floor',
      );
    });

    it('knows no account outside the chart', async () => {
      await expect(client.query(`insert into ledger_balances (account_id, slot, balance_cents) values ('pocket:x', 0, 1)`)).rejects.toThrow(
        'ledger_balances_chart',
      );
    });
  });
});

describe('checking', () => {
  beforeEach(open);
  afterEach(close);

  it('finds nothing in right books, and looks while others post', async () => {
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

  it('finds a balance that was wrong at one time only', async () => {
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

  it('finds entries that were changed behind its guards, and the guards that are gone', async () => {
    await client.query('alter table ledger_entries disable trigger user');
    await client.query('update ledger_entries set amount_cents = amount_cents + 100 where transfer_id = $1 and amount_cents > 0', [
      transferId,
    ]);
    const found = await differences();
    expect(Object.keys(found)).toEqual(['L1', 'L2', 'L5']);
    expect(found['L1']).toEqual([`transfer ${transferId} is of 30.00, its entries move 32.00 and add up to 2.00`]);
    expect(found['L2']).toHaveLength(2);
  });

  it('finds keys and floors that nothing holds any more', async () => {
    await client.query('drop index ledger_transfers_key');
    await client.query('alter table ledger_balances drop constraint ledger_balances_floor');
    await client.query('update ledger_balances set balance_cents = -5 where account_id = $1', [walletOf(fan)]);
    expect(Object.keys(await differences())).toEqual(['L3', 'L4', 'L5']);
  });

  it('asks the laws of other rooms in the same snapshot', async () => {
    const other = {
      law: 'L8',
      says: 'Something of another room.',
      differences: async (ctx: Pick<typeof world.ctx, 'db'>) => {
        await post(world.ctx, topUp(world.ctx.chance.id(), 1n, 'meanwhile'));
        const { rows } = await ctx.db.execute<{ n: string }>(sql`select count(*)::text as n from ledger_transfers`);
        return [`saw ${rows[0]?.n}`];
      },
    };
    const { ok, laws } = await checkLedger(world.ctx, [...ledgerLaws, other]);
    expect({ ok, last: laws.at(-1) }).toMatchObject({ ok: false, last: { law: 'L8', ok: false, differences: ['saw 2'] } });
  });
});
