/**
 * Payout files, each of which pays many payouts. A payout is in at most one file. A file is generated for each download and not
 * stored, so that no copies of full account numbers are stored.
 */
import { asc, count, eq, inArray, sql, sum } from 'drizzle-orm';
import type { z } from 'zod';
import type adminPayoutsContract from '@contract/money/admin-payouts';
import { errors } from '@contract/kernel/errors';
import type { Parsed } from '@contract/kernel/endpoint';
import type { PayoutBatch } from '@contract/money/money';
import type { Page } from '@contract/kernel/shapes';
import type { PayoutBatchFormat } from '@contract/kernel/values/money';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { payoutBatches, payoutRequests } from '../../platform/db/schema/money';
import { fail } from '../../kernel/api-error';
import { peopleByIds } from '../../people/people/rows';
import type { BatchFile } from './batch-lines';
import type { Decider } from './decide';
import { destinationOf } from './destination';
import { settlePayout } from './pay';
import { lockPayout, payoutResponses, type PayoutResponse, type PayoutRow } from './rows';
import { sepaFile, sepaObstacles, type Sender } from './sepa';
import { paypalFile, tableFile } from './tables';

type Contract = typeof adminPayoutsContract;
type BatchResponse = z.output<typeof PayoutBatch>;
type BatchRow = typeof payoutBatches.$inferSelect;

async function batchResponses(ctx: Context, ids: readonly string[]): Promise<Map<string, BatchResponse>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(payoutBatches)
    .where(inArray(payoutBatches.id, [...ids]));
  const { batchId, amountCents, status } = payoutRequests;
  const sums = await ctx.db
    .select({
      batchId,
      count: count(),
      cents: sum(amountCents).mapWith(BigInt),
      done: sql`count(*) filter (where ${status} = 'done')`.mapWith(Number),
    })
    .from(payoutRequests)
    .where(inArray(batchId, [...ids]))
    .groupBy(batchId);
  const people = await peopleByIds(
    ctx,
    rows.flatMap(({ madeById }) => madeById ?? []),
  );
  return new Map(
    rows.map(({ id, format, currency, madeById, createdAt }) => {
      const totals = sums.find((row) => row.batchId === id);
      const madeBy = people.get(madeById ?? '') ?? null;
      const { count: all = 0, cents = 0n, done = 0 } = totals ?? {};
      return [id, { _id: id, format, count: all, total: cents, currency, done, madeBy, createdAt }];
    }),
  );
}

async function batchResponse(ctx: Context, id: string): Promise<BatchResponse> {
  return (await batchResponses(ctx, [id])).get(id) ?? fail('payout_batch_not_found');
}

/** A page of files, filtered by their format. */
export function searchBatches(
  ctx: Context,
  { format, q: _q, ...query }: Parsed<Contract['GET /admin/payout-batches/search']>['query'],
): Promise<Page<BatchResponse>> {
  const { id, createdAt, updatedAt } = payoutBatches;
  const source = ctx.db
    .select({ id, createdAt, updatedAt })
    .from(payoutBatches)
    .where(format === undefined ? undefined : eq(payoutBatches.format, format))
    .as('found');
  return readPage(ctx, query, source, (ids) => batchResponses(ctx, ids));
}

/** The payouts of a file, oldest request first. */
function rowsOf(ctx: Context, id: string): Promise<PayoutRow[]> {
  const { batchId, createdAt } = payoutRequests;
  return ctx.db.select().from(payoutRequests).where(eq(batchId, id)).orderBy(asc(createdAt), asc(payoutRequests.id));
}

/** One file with its payouts. Rejects with payout_batch_not_found. */
export async function viewBatch(ctx: Context, id: string): Promise<BatchResponse & { payouts: PayoutResponse[] }> {
  const batch = await batchResponse(ctx, id);
  const ids = (await rowsOf(ctx, id)).map((row) => row.id);
  const found = await payoutResponses(ctx, ids);
  return { ...batch, payouts: ids.flatMap((one) => found.get(one) ?? []) };
}

async function lockBatch(tx: Context, id: string): Promise<BatchRow> {
  const [row] = await tx.db.select().from(payoutBatches).where(eq(payoutBatches.id, id)).for('no key update');
  return row ?? fail('payout_batch_not_found');
}

const senderOf = ({ settings }: Pick<Context, 'settings'>): Sender => {
  const { payoutSenderName: name, payoutSenderIban: iban, payoutSenderBic: bic } = settings.values();
  return { name: name.trim(), iban, bic };
};

/** The content of a file, for approved payouts. Rejects as `destinationOf` does. */
async function fileOf(tx: Context, decider: Decider, batch: BatchRow, rows: readonly PayoutRow[]): Promise<BatchFile> {
  const people = await peopleByIds(
    tx,
    rows.map(({ performerId }) => performerId),
  );
  const lines: BatchFile['lines'][number][] = [];
  for (const row of rows) {
    const performer = people.get(row.performerId)?.name ?? row.performerId;
    lines.push({ payoutId: row.id, performer, amount_cents: row.amountCents, destination: await destinationOf(tx, decider, row) });
  }
  return { id: batch.id, currency: batch.currency, at: tx.clock.now(), siteName: tx.settings.values().siteName, lines };
}

const paypalObstacles = ({ lines }: BatchFile): string[] =>
  lines.filter(({ destination }) => destination.method !== 'paypal').map(({ performer }) => `${performer} doesn’t use PayPal.`);

const obstaclesOf: Record<PayoutBatchFormat, (file: BatchFile, sender: Sender) => string[]> = {
  sepa: sepaObstacles,
  csv: () => [],
  paypal: paypalObstacles,
};

function assertPossible(tx: Context, format: PayoutBatchFormat, file: BatchFile): void {
  const obstacles = obstaclesOf[format](file, senderOf(tx));
  if (obstacles.length > 0) fail('payout_batch_impossible', { message: `${errors.payout_batch_impossible[1]} ${obstacles.join(' ')}` });
}

/** Locks each payout once, sorted by id, so that two concurrent batches cannot deadlock. */
async function lockAll(tx: Context, ids: readonly string[]): Promise<PayoutRow[]> {
  const rows: PayoutRow[] = [];
  for (const id of [...new Set(ids)].sort()) rows.push(await lockPayout(tx, id));
  return rows;
}

/**
 * Creates a file of approved payouts, in the transaction of `tx`. Rejects with payout_not_found, self_not_allowed,
 * payout_not_approved, payout_method_missing, payout_account_changed, payout_in_batch and payout_batch_impossible.
 */
export async function createBatch(
  tx: Context,
  decider: Decider,
  { format, payoutRequestIds }: Parsed<Contract['POST /admin/payout-batches']>['body'],
): Promise<BatchResponse> {
  const rows = await lockAll(tx, payoutRequestIds);
  if (rows.some(({ batchId }) => batchId !== null)) return fail('payout_in_batch');
  const now = tx.clock.now();
  const batch: BatchRow = {
    id: tx.random.id(),
    format,
    currency: tx.settings.values().currency.toUpperCase(),
    madeById: decider.actor.id,
    createdAt: now,
    updatedAt: now,
  };
  assertPossible(tx, format, await fileOf(tx, decider, batch, rows));
  await tx.db.insert(payoutBatches).values(batch);
  await tx.db
    .update(payoutRequests)
    .set({ batchId: batch.id })
    .where(
      inArray(
        payoutRequests.id,
        rows.map(({ id }) => id),
      ),
    );
  const after = { format, payouts: rows.length };
  await audit(tx, decider.actor, decider.client, { action: 'payouts.batch', targetType: 'payout-batch', targetId: batch.id, after });
  return batchResponse(tx, batch.id);
}

const media: Record<PayoutBatchFormat, { mediaType: string; extension: string }> = {
  sepa: { mediaType: 'application/xml', extension: 'xml' },
  csv: { mediaType: 'text/csv', extension: 'csv' },
  paypal: { mediaType: 'text/plain', extension: 'csv' },
};
const contentOf: Record<PayoutBatchFormat, (file: BatchFile, sender: Sender) => string> = {
  sepa: sepaFile,
  csv: tableFile,
  paypal: paypalFile,
};

/**
 * Generates the file, with the payouts that are not paid yet. Rejects with payout_batch_not_found, with payout_batch_done when
 * there are none, and as `createBatch` does, because accounts and settings may have changed since.
 */
export function batchFile(ctx: Context, decider: Decider, id: string): Promise<{ name: string; mediaType: string; content: string }> {
  return inTransaction(ctx, async (tx) => {
    const batch = await lockBatch(tx, id);
    const rows = (await rowsOf(tx, id)).filter(({ status }) => status === 'approved');
    if (rows.length === 0) return fail('payout_batch_done');
    const file = await fileOf(tx, decider, batch, rows);
    assertPossible(tx, batch.format, file);
    const after = { format: batch.format, payouts: rows.map((row) => row.id) };
    await audit(tx, decider.actor, decider.client, { action: 'payouts.file', targetType: 'payout-batch', targetId: id, after });
    const { mediaType, extension } = media[batch.format];
    const name = `payouts-${batch.createdAt.toISOString().slice(0, 10)}-${id.slice(0, 8)}.${extension}`;
    return { name, mediaType, content: contentOf[batch.format](file, senderOf(tx)) };
  });
}

/**
 * Marks the payouts of a file as paid, each in its own transaction: after a failure the others stay paid, and a retry continues.
 * Rejects with payout_batch_not_found and self_not_allowed.
 */
export async function markBatchDone(ctx: Context, decider: Decider, id: string, reference: string): Promise<BatchResponse> {
  const rows = await rowsOf(ctx, id);
  if (rows.some(({ performerId }) => performerId === decider.actor.id)) return fail('self_not_allowed');
  for (const { id: payoutId } of rows)
    await inTransaction(ctx, async (tx) => {
      const row = await lockPayout(tx, payoutId);
      if (row.status === 'approved' && row.batchId === id) await settlePayout(tx, decider, row, { reference });
    });
  return batchResponse(ctx, id);
}

/** Deletes a file; its payouts can be put into another one. Rejects with payout_batch_not_found and payout_batch_done. */
export function dissolveBatch(ctx: Context, decider: Decider, id: string): Promise<{ dissolved: true }> {
  return inTransaction(ctx, async (tx) => {
    await lockBatch(tx, id);
    const rows = await lockAll(
      tx,
      (await rowsOf(tx, id)).map((row) => row.id),
    );
    if (rows.some(({ status }) => status === 'done')) return fail('payout_batch_done');
    await tx.db.update(payoutRequests).set({ batchId: null }).where(eq(payoutRequests.batchId, id));
    await tx.db.delete(payoutBatches).where(eq(payoutBatches.id, id));
    await audit(tx, decider.actor, decider.client, { action: 'payouts.dissolve', targetType: 'payout-batch', targetId: id });
    return { dissolved: true };
  });
}
