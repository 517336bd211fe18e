/**
 * Transfers per second by 32 clients at once: tips through HTTP and postings of the ledger, each spread over many performers
 * and all to one, against the least that could move money: one prepared statement that takes from a row, gives to another
 * and notes it.
 */
import autocannon from 'autocannon';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { headers } from '@contract/kernel/conventions';
import { realChance, realClock } from '../../../server/kernel/random';
import { inTransaction, type Context } from '../../../server/platform/context';
import { accounts, performers, sessions } from '../../../server/platform/db/schema/schema';
import { digestOf } from '../../../server/platform/http/actor';
import { makeLogger } from '../../../server/kernel/log';
import { openBell } from '../../../server/outbox/bell';
import { commissionAccount, earningsOf, promotionsAccount, walletOf } from '../../../server/money/ledger/chart';
import { post } from '../../../server/money/ledger/ledger';
import { addPerformers } from './many-performers';
import { openBareHost } from '../tools/hosts';
import { leastTransfer, many } from './minimal-transfer';
import { beside, ratio, type Row } from '../rows';
import type { Site } from '../tools/site';
import { inTurns } from '../turns';

const clients = 32;
const round_s = 3;

const tables = `
  create schema bench;
  create table bench.accounts (id int primary key, cents bigint not null check (cents >= 0));
  create table bench.transfers (id bigint generated always as identity primary key, payer int not null, payee int not null, cents bigint not null, at timestamptz not null default now());
  insert into bench.accounts select n, 1000000000 from generate_series(0, ${String(2 * many)}) n`;

/** Asks the host at `address` in a second as often as it answers. Throws where it refuses. */
async function answersPerSecond(address: string): Promise<number> {
  const result = await autocannon({ url: address, connections: clients, duration: round_s, method: 'POST' });
  if (result.non2xx + result.errors > 0) throw new Error(`${String(result.non2xx + result.errors)} transfers were refused`);
  return result['2xx'] / result.duration;
}

/** How often all clients together get through `once` in a second. */
async function perSecond(once: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + round_s * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        await once();
        done += 1;
      }
    }),
  );
  return done / round_s;
}

/** Tips that the host at `api` books in a second: each client is a fan of her own, each request an intention of its own. */
async function tipsPerSecond(api: string, tokens: readonly string[], performer: () => string): Promise<number> {
  let next = 0;
  const result = await autocannon({
    url: api,
    connections: clients,
    duration: round_s,
    requests: [
      {
        method: 'POST',
        body: '{"price":10,"text":""}',
        setupRequest: (request, context: { token?: string }) => {
          context.token ??= tokens[next++ % tokens.length] ?? '';
          const sent = {
            authorization: context.token,
            'content-type': 'application/json',
            [headers.idempotencyKey]: realChance.id(),
          };
          return { ...request, path: `/wallet/charges/tip/${performer()}`, headers: sent };
        },
      },
    ],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${String(result.non2xx + result.errors)} tips were refused`);
  return result['2xx'] / result.duration;
}

const any = <T>(list: readonly T[]): T => list[realChance.below(list.length)] as T;

/** Fans with full wallets, some of them signed in, written straight into the tables; and performers whom the site has already. */
async function findPeople(ctx: Context): Promise<{ fans: string[]; tokens: string[]; stars: string[] }> {
  const now = ctx.clock.now();
  const fans = Array.from({ length: many }, () => realChance.id());
  await ctx.db.insert(accounts).values(fans.map((id) => ({ id, role: 'user' as const, name: 'Fan', createdAt: now, updatedAt: now })));
  const tokens = Array.from({ length: clients }, () => realChance.secret());
  await ctx.db.insert(sessions).values(
    tokens.map((token, index) => ({
      id: realChance.id(),
      accountId: fans[index] ?? '',
      tokenHash: digestOf(token),
      mediaHash: digestOf(realChance.secret()),
      device: 'a bench',
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + 86_400_000),
      authenticatedAt: now,
    })),
  );
  const found = await ctx.db
    .select({ id: performers.accountId })
    .from(performers)
    .where(eq(performers.verification, 'approved'))
    .limit(many);
  for (const fan of fans)
    await post(ctx, {
      reason: 'adjustment',
      subject: fan,
      key: `filled:${fan}`,
      entries: [
        { account: promotionsAccount, cents: -10_000_000_000n },
        { account: walletOf(fan), cents: 10_000_000_000n },
      ],
    });
  return { fans, tokens, stars: found.map(({ id }) => id) };
}

interface Transfers {
  /** One statement, between many rows. */
  least: number;
  /** The same statement behind a bare host: what is left to a host that does nothing else. */
  leastThroughHttp: number;
  /** Posted by the ledger to many performers, and all to one. */
  spread: number;
  onOne: number;
  /** The same as tips through HTTP. */
  tipsSpread: number;
  tipsOnOne: number;
}

/** Measures on the migrated database at `url`, and through the one host at `api` that serves it, in turns. */
async function transfersPerSecond(url: string, api: string): Promise<Transfers> {
  const pool = new pg.Pool({ connectionString: url, max: clients });
  const db = drizzle(pool, { casing: 'snake_case' });
  // As much of a context as a posting asks for.
  const bell = openBell(db, makeLogger('error'));
  const ctx = { db, clock: realClock, chance: realChance, bell, afterCommit: (then: () => void) => then() } as unknown as Context;
  await pool.query(tables);
  const bareHost = await openBareHost(url);
  const { fans, tokens, stars } = await findPeople(ctx);
  const one = stars[0] ?? '';
  const posted = (performer: string): Promise<unknown> => {
    const id = realChance.id();
    const entries = [
      { account: walletOf(any(fans)), cents: -10n },
      { account: earningsOf(performer), cents: 8n },
      { account: commissionAccount, cents: 2n },
    ];
    return inTransaction(ctx, (tx) => post(tx, { reason: 'charge', subject: id, key: id, entries }));
  };
  const result = await inTurns<keyof Transfers>({
    least: () => perSecond(() => leastTransfer(pool)),
    leastThroughHttp: () => answersPerSecond(`${bareHost}/transfer`),
    spread: () => perSecond(() => posted(any(stars))),
    onOne: () => perSecond(() => posted(one)),
    tipsSpread: () => tipsPerSecond(api, tokens, () => any(stars)),
    tipsOnOne: () => tipsPerSecond(api, tokens, () => one),
  });
  await bell.close();
  await pool.end();
  return result;
}

/** Tips and postings as shares of what they are compared with, on a site with many performers. */
export async function transfers({ databaseUrl, api }: Site, measured: (row: Row) => void): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await addPerformers(client, 1, many);
  await client.end();
  const { least: bare, leastThroughHttp, spread, onOne, tipsSpread, tipsOnOne } = await transfersPerSecond(databaseUrl, api);
  measured(ratio('tips through HTTP, 32 clients, many performers', 'one-statement transfer', [tipsSpread, bare], 0.4));
  measured(
    beside('tips through HTTP, 32 clients, many performers', 'bare Fastify, one-statement transfer', [tipsSpread, leastThroughHttp]),
  );
  measured(ratio('tips through HTTP, 32 clients, one performer', 'spread over many', [tipsOnOne, tipsSpread], 0.8));
  measured(ratio('transfers of the ledger, 32 clients, many performers', 'one-statement transfer', [spread, bare], 0.4));
  measured(ratio('transfers of the ledger, 32 clients, one performer', 'spread over many', [onOne, spread], 0.8));
}
