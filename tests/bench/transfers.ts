/**
 * Transfers per second of the ledger, by 32 clients at once, against the least that could move money: one prepared statement
 * that takes from a row, gives to another and notes it.
 */
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { realChance, realClock } from '../../server/chance';
import { inTransaction, type Context } from '../../server/context';
import { makeLogger } from '../../server/log';
import { openBell } from '../../server/outbox/bell';
import * as schema from '../../server/db/schema/schema';
import { commissionAccount, earningsOf, promotionsAccount, walletOf } from '../../server/ledger/chart';
import { post } from '../../server/ledger/ledger';

const clients = 32;
const round_s = 3;
const rounds = 3;
const many = 1000;

const tables = `
  create schema bench;
  create table bench.accounts (id int primary key, cents bigint not null check (cents >= 0));
  create table bench.transfers (id bigint generated always as identity primary key, payer int not null, payee int not null, cents bigint not null, at timestamptz not null default now());
  insert into bench.accounts select n, 1000000000 from generate_series(0, ${String(2 * many)}) n`;

const least = {
  name: 'least',
  text: `
    with taken as (update bench.accounts set cents = cents - $3 where id = $1 returning id),
    given as (update bench.accounts set cents = cents + $3 where id = $2 returning id)
    insert into bench.transfers (payer, payee, cents) select taken.id, given.id, $3 from taken, given`,
};

/** How often all clients together get through `once` in a second. */
async function perSecond(once: (client: number) => Promise<unknown>): Promise<number> {
  const end = performance.now() + round_s * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < end) {
        await once(client);
        done += 1;
      }
    }),
  );
  return done / round_s;
}

export interface Transfers {
  /** One statement, between many rows. */
  least: number;
  /** Posted to many performers, and all to one. */
  spread: number;
  onOne: number;
}

/** Measures on the migrated database at `url`, in turns, and answers the middle of each one's rounds. */
export async function transfersPerSecond(url: string): Promise<Transfers> {
  const pool = new pg.Pool({ connectionString: url, max: clients });
  const db = drizzle(pool, { schema, casing: 'snake_case' });
  // As much of a context as a posting asks for.
  const bell = openBell(db, makeLogger('error'));
  const ctx = { db, clock: realClock, chance: realChance, bell, afterCommit: (then: () => void) => then() } as unknown as Context;
  await pool.query(tables);
  const fans = Array.from({ length: many }, () => realChance.id());
  const performers = Array.from({ length: many }, () => realChance.id());
  for (const fan of fans)
    await post(ctx, {
      reason: 'adjustment',
      subject: fan,
      key: `filled:${fan}`,
      entries: [
        { account: promotionsAccount, cents: -100_000_000n },
        { account: walletOf(fan), cents: 100_000_000n },
      ],
    });
  const any = <T>(list: readonly T[]): T => list[realChance.below(list.length)] as T;
  const tip = (performer: string): Promise<unknown> => {
    const id = realChance.id();
    const entries = [
      { account: walletOf(any(fans)), cents: -10n },
      { account: earningsOf(performer), cents: 8n },
      { account: commissionAccount, cents: 2n },
    ];
    return inTransaction(ctx, (tx) => post(tx, { reason: 'charge', subject: id, key: id, entries }));
  };
  const ways = {
    least: () => pool.query({ ...least, values: [realChance.below(many), many + realChance.below(many), 1] }),
    spread: () => tip(any(performers)),
    onOne: () => tip(performers[0] ?? ''),
  };
  const figures: Record<keyof Transfers, number[]> = { least: [], spread: [], onOne: [] };
  for (let round = 0; round <= rounds; round += 1)
    for (const name of ['least', 'spread', 'onOne'] as const) {
      const figure = await perSecond(ways[name]);
      // The first round warms up.
      if (round > 0) figures[name].push(figure);
    }
  await bell.close();
  await pool.end();
  const middle = (name: keyof Transfers): number => figures[name].sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  return { least: middle('least'), spread: middle('spread'), onOne: middle('onOne') };
}
