/**
 * Transfers per second by 32 concurrent clients: tips through HTTP and postings of the ledger, each spread over many performers and
 * all to one. The reference is the least work that moves money: one prepared statement that debits a row, credits another one and
 * records the transfer.
 */
import autocannon from 'autocannon';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { headers } from '@contract/kernel/conventions';
import { realRandom, realClock } from '../../../server/kernel/random';
import { inTransaction, type Context } from '../../../server/platform/context';
import { accounts, sessions } from '../../../server/platform/db/schema/accounts';
import { performers } from '../../../server/platform/db/schema/performers';
import { digestOf } from '../../../server/platform/http/actor';
import { makeLogger } from '../../../server/kernel/log';
import { openOutboxNotifier } from '../../../server/platform/outbox/notifier';
import { commissionAccount, earningsOf, promotionsAccount, walletOf } from '../../../server/money/ledger/chart';
import { post } from '../../../server/money/ledger/ledger';
import { addPerformers } from './many-performers';
import { openBareHost } from '../tools/hosts';
import { minimalTransfer, partyCount } from './minimal-transfer';
import { comparison, ratio, type Row } from '../tools/rows';
import type { Site } from '../tools/site';
import { measureAlternately } from '../tools/alternate';

const clients = 32;
const round_s = 3;

const tables = `
  create schema bench;
  create table bench.accounts (id int primary key, cents bigint not null check (cents >= 0));
  create table bench.transfers (id bigint generated always as identity primary key, payer int not null, payee int not null, cents bigint not null, at timestamptz not null default now());
  insert into bench.accounts select n, 1000000000 from generate_series(0, ${String(2 * partyCount)}) n`;

/** Requests per second that the host at `address` completes. Throws if it rejects any. */
async function requestsPerSecondOf(address: string): Promise<number> {
  const result = await autocannon({ url: address, connections: clients, duration: round_s, method: 'POST' });
  if (result.non2xx + result.errors > 0) throw new Error(`${String(result.non2xx + result.errors)} transfers were refused`);
  return result['2xx'] / result.duration;
}

/** How many times per second all clients together complete `operation`. */
async function perSecond(operation: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + round_s * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        await operation();
        done += 1;
      }
    }),
  );
  return done / round_s;
}

/** Tips per second of the host at `api`: each client is a different fan, each request has a new idempotency key. */
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
          const requestHeaders = {
            authorization: context.token,
            'content-type': 'application/json',
            [headers.idempotencyKey]: realRandom.id(),
          };
          return { ...request, path: `/wallet/charges/tip/${performer()}`, headers: requestHeaders };
        },
      },
    ],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${String(result.non2xx + result.errors)} tips were refused`);
  return result['2xx'] / result.duration;
}

const randomOf = <T>(list: readonly T[]): T => list[realRandom.below(list.length)] as T;

/** Inserts fans with full wallets, some of them signed in, directly into the tables; returns them with the performers of the site. */
async function addFans(ctx: Context): Promise<{ fans: string[]; tokens: string[]; performerIds: string[] }> {
  const now = ctx.clock.now();
  const fans = Array.from({ length: partyCount }, () => realRandom.id());
  await ctx.db.insert(accounts).values(fans.map((id) => ({ id, role: 'user' as const, name: 'Fan', createdAt: now, updatedAt: now })));
  const tokens = Array.from({ length: clients }, () => realRandom.secret());
  await ctx.db.insert(sessions).values(
    tokens.map((token, index) => ({
      id: realRandom.id(),
      accountId: fans[index] ?? '',
      tokenHash: digestOf(token),
      mediaHash: digestOf(realRandom.secret()),
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
    .limit(partyCount);
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
  return { fans, tokens, performerIds: found.map(({ id }) => id) };
}

interface Transfers {
  /** One statement, between many rows. */
  minimal: number;
  /** The same statement behind a bare host: the maximum of a host that does nothing else. */
  minimalThroughHttp: number;
  /** Posted by the ledger to many performers, and all to one. */
  toMany: number;
  toOne: number;
  /** The same as tips through HTTP. */
  tipsToMany: number;
  tipsToOne: number;
}

/** Measures the migrated database at `url`, and the host at `api` that uses it, alternately. */
async function transfersPerSecond(url: string, api: string): Promise<Transfers> {
  const pool = new pg.Pool({ connectionString: url, max: clients });
  const db = drizzle(pool, { casing: 'snake_case' });
  // The part of a context that a posting needs.
  const outboxNotifier = openOutboxNotifier(db, makeLogger('error'));
  const ctx = {
    db,
    clock: realClock,
    random: realRandom,
    outboxNotifier,
    afterCommit: (callback: () => void) => callback(),
  } as unknown as Context;
  await pool.query(tables);
  const bareHost = await openBareHost(url);
  const { fans, tokens, performerIds } = await addFans(ctx);
  const onePerformer = performerIds[0] ?? '';
  const postCharge = (performerId: string): Promise<unknown> => {
    const id = realRandom.id();
    const entries = [
      { account: walletOf(randomOf(fans)), cents: -10n },
      { account: earningsOf(performerId), cents: 8n },
      { account: commissionAccount, cents: 2n },
    ];
    return inTransaction(ctx, (tx) => post(tx, { reason: 'charge', subject: id, key: id, entries }));
  };
  const result = await measureAlternately<keyof Transfers>({
    minimal: () => perSecond(() => minimalTransfer(pool)),
    minimalThroughHttp: () => requestsPerSecondOf(`${bareHost}/transfer`),
    toMany: () => perSecond(() => postCharge(randomOf(performerIds))),
    toOne: () => perSecond(() => postCharge(onePerformer)),
    tipsToMany: () => tipsPerSecond(api, tokens, () => randomOf(performerIds)),
    tipsToOne: () => tipsPerSecond(api, tokens, () => onePerformer),
  });
  await outboxNotifier.close();
  await pool.end();
  return result;
}

/** Tips and postings as ratios to their references, on a site with many performers. */
export async function transfers({ databaseUrl, api }: Site, report: (row: Row) => void): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await addPerformers(client, 1, partyCount);
  await client.end();
  const { minimal, minimalThroughHttp, toMany, toOne, tipsToMany, tipsToOne } = await transfersPerSecond(databaseUrl, api);
  report(ratio('tips through HTTP, 32 clients, many performers', 'one-statement transfer', [tipsToMany, minimal], 0.4));
  report(
    comparison('tips through HTTP, 32 clients, many performers', 'bare Fastify, one-statement transfer', [tipsToMany, minimalThroughHttp]),
  );
  report(ratio('tips through HTTP, 32 clients, one performer', 'spread over many', [tipsToOne, tipsToMany], 0.8));
  report(ratio('transfers of the ledger, 32 clients, many performers', 'one-statement transfer', [toMany, minimal], 0.4));
  report(ratio('transfers of the ledger, 32 clients, one performer', 'spread over many', [toOne, toMany], 0.8));
}
