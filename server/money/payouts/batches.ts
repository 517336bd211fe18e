/**
 * Files that pay many payouts at once. A payout stands in one file at most; the file is made anew for each download, so that no
 * account lies about in full.
 */
import { asc, count, eq, inArray, sql, sum } from 'drizzle-orm';
import type { z } from 'zod';
import type adminPayoutsContract from '@contract/money/admin-payouts';
import { errors } from '@contract/kernel/errors';
import type { Parsed } from '@contract/endpoint';
import type { PayoutBatch } from '@contract/money/money';
import type { Page } from '@contract/kernel/shapes';
import type { PayoutBatchFormat } from '@contract/values';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { payoutBatches, payoutRequests } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { peopleByIds } from '../../modules/people/people';
import type { BatchFile } from './batch-lines';
import type { Decider } from './decide';
import { destinationOf } from './destination';
import { settlePayout } from '../../modules/payouts/pay';
import { lockPayout, payoutAnswers, type PayoutAnswer, type PayoutRow } from './rows';
import { sepaFile, sepaObstacles, type Sender } from './sepa';
import { paypalFile, tableFile } from './tables';

type Contract = typeof adminPayoutsContract;
type BatchAnswer = z.output<typeof PayoutBatch>;
type BatchRow = typeof payoutBatches.$inferSelect;

async function batchAnswers(ctx: Context, ids: readonly string[]): Promise<Map<string, BatchAnswer>> {
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
      const found = sums.find((one) => one.batchId === id);
      const madeBy = people.get(madeById ?? '') ?? null;
      const { count: all = 0, cents = 0n, done = 0 } = found ?? {};
      return [id, { _id: id, format, count: all, total: cents, currency, done, madeBy, createdAt }];
    }),
  );
}

async function batchAnswer(ctx: Context, id: string): Promise<BatchAnswer> {
  return (await batchAnswers(ctx, [id])).get(id) ?? fail('payout_batch_not_found');
}

/** Files that match. */
export function searchBatches(
  ctx: Context,
  { format, q: _none, ...query }: Parsed<Contract['GET /admin/payout-batches/search']>['query'],
): Promise<Page<BatchAnswer>> {
  const { id, createdAt, updatedAt } = payoutBatches;
  const source = ctx.db
    .select({ id, createdAt, updatedAt })
    .from(payoutBatches)
    .where(format === undefined ? undefined : eq(payoutBatches.format, format))
    .as('found');
  return readPage(ctx, query, source, (ids) => batchAnswers(ctx, ids));
}

/** The payouts of a file, the earliest request first. */
function rowsOf(ctx: Context, id: string): Promise<PayoutRow[]> {
  const { batchId, createdAt } = payoutRequests;
  return ctx.db.select().from(payoutRequests).where(eq(batchId, id)).orderBy(asc(createdAt), asc(payoutRequests.id));
}

/** One file with its payouts. Refuses with payout_batch_not_found. */
export async function viewBatch(ctx: Context, id: string): Promise<BatchAnswer & { payouts: PayoutAnswer[] }> {
  const answer = await batchAnswer(ctx, id);
  const ids = (await rowsOf(ctx, id)).map((row) => row.id);
  const found = await payoutAnswers(ctx, ids);
  return { ...answer, payouts: ids.flatMap((one) => found.get(one) ?? []) };
}

async function lockBatch(tx: Context, id: string): Promise<BatchRow> {
  const [row] = await tx.db.select().from(payoutBatches).where(eq(payoutBatches.id, id)).for('no key update');
  return row ?? fail('payout_batch_not_found');
}

const senderOf = ({ settings }: Pick<Context, 'settings'>): Sender => {
  const { payoutSenderName: name, payoutSenderIban: iban, payoutSenderBic: bic } = settings.values();
  return { name: name.trim(), iban, bic };
};

/** The lines of a file, from payouts that are all to be paid. Refuses as `destinationOf` does. */
async function fileOf(tx: Context, by: Decider, batch: BatchRow, rows: readonly PayoutRow[]): Promise<BatchFile> {
  const people = await peopleByIds(
    tx,
    rows.map(({ performerId }) => performerId),
  );
  const lines: BatchFile['lines'][number][] = [];
  for (const row of rows) {
    const performer = people.get(row.performerId)?.name ?? row.performerId;
    lines.push({ payoutId: row.id, performer, amount_cents: row.amountCents, destination: await destinationOf(tx, by, row) });
  }
  return { id: batch.id, currency: batch.currency, at: tx.clock.now(), siteName: tx.settings.values().siteName, lines };
}

const wrongMethod = ({ lines }: BatchFile): string[] =>
  lines.filter(({ destination }) => destination.method !== 'paypal').map(({ performer }) => `${performer} is not paid by PayPal.`);

const obstaclesOf: Record<PayoutBatchFormat, (file: BatchFile, sender: Sender) => string[]> = {
  sepa: sepaObstacles,
  csv: () => [],
  paypal: wrongMethod,
};

function assertPossible(tx: Context, format: PayoutBatchFormat, file: BatchFile): void {
  const obstacles = obstaclesOf[format](file, senderOf(tx));
  if (obstacles.length > 0) fail('payout_batch_impossible', { message: `${errors.payout_batch_impossible[1]} ${obstacles.join(' ')}` });
}

/** Each payout once, held in one order, so that two who make files at once never wait for each other. */
async function lockAll(tx: Context, ids: readonly string[]): Promise<PayoutRow[]> {
  const rows: PayoutRow[] = [];
  for (const id of [...new Set(ids)].sort()) rows.push(await lockPayout(tx, id));
  return rows;
}

/**
 * Puts approved payouts together, in the transaction of `tx`. Refuses with payout_not_found, self_not_allowed,
 * payout_not_approved, payout_method_missing, payout_account_changed, payout_in_batch and payout_batch_impossible.
 */
export async function makeBatch(
  tx: Context,
  by: Decider,
  { format, payoutRequestIds }: Parsed<Contract['POST /admin/payout-batches']>['body'],
): Promise<BatchAnswer> {
  const rows = await lockAll(tx, payoutRequestIds);
  if (rows.some(({ batchId }) => batchId !== null)) return fail('payout_in_batch');
  const now = tx.clock.now();
  const batch: BatchRow = {
    id: tx.chance.id(),
    format,
    currency: tx.settings.values().currency.toUpperCase(),
    madeById: by.actor.id,
    createdAt: now,
    updatedAt: now,
  };
  assertPossible(tx, format, await fileOf(tx, by, batch, rows));
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
  await audit(tx, by.actor, by.client, { action: 'payouts.batch', targetType: 'payout-batch', targetId: batch.id, after });
  return batchAnswer(tx, batch.id);
}

const media: Record<PayoutBatchFormat, { mediaType: string; ending: string }> = {
  sepa: { mediaType: 'application/xml', ending: 'xml' },
  csv: { mediaType: 'text/csv', ending: 'csv' },
  paypal: { mediaType: 'text/plain', ending: 'csv' },
};
const contentOf: Record<PayoutBatchFormat, (file: BatchFile, sender: Sender) => string> = {
  sepa: sepaFile,
  csv: tableFile,
  paypal: paypalFile,
};

/**
 * The file of those payouts that are to be paid still. Refuses with payout_batch_not_found, payout_batch_done when there are
 * none, and as `makeBatch`, for accounts and settings may have changed since.
 */
export function batchFile(ctx: Context, by: Decider, id: string): Promise<{ name: string; mediaType: string; content: string }> {
  return inTransaction(ctx, async (tx) => {
    const batch = await lockBatch(tx, id);
    const rows = (await rowsOf(tx, id)).filter(({ status }) => status === 'approved');
    if (rows.length === 0) return fail('payout_batch_done');
    const file = await fileOf(tx, by, batch, rows);
    assertPossible(tx, batch.format, file);
    const after = { format: batch.format, payouts: rows.map((row) => row.id) };
    await audit(tx, by.actor, by.client, { action: 'payouts.file', targetType: 'payout-batch', targetId: id, after });
    const { mediaType, ending } = media[batch.format];
    const name = `payouts-${batch.createdAt.toISOString().slice(0, 10)}-${id.slice(0, 8)}.${ending}`;
    return { name, mediaType, content: contentOf[batch.format](file, senderOf(tx)) };
  });
}

/**
 * Notes that the payouts of a file were paid, each in a transaction of its own: what fails leaves the others done, and doing it
 * again goes on. Refuses with payout_batch_not_found and self_not_allowed.
 */
export async function batchDone(ctx: Context, by: Decider, id: string, reference: string): Promise<BatchAnswer> {
  const rows = await rowsOf(ctx, id);
  if (rows.some(({ performerId }) => performerId === by.actor.id)) return fail('self_not_allowed');
  for (const { id: payoutId } of rows)
    await inTransaction(ctx, async (tx) => {
      const row = await lockPayout(tx, payoutId);
      if (row.status === 'approved' && row.batchId === id) await settlePayout(tx, by, row, { reference });
    });
  return batchAnswer(ctx, id);
}

/** Takes a file back: its payouts stand in none. Refuses with payout_batch_not_found and payout_batch_done. */
export function dissolveBatch(ctx: Context, by: Decider, id: string): Promise<{ dissolved: true }> {
  return inTransaction(ctx, async (tx) => {
    await lockBatch(tx, id);
    const rows = await lockAll(
      tx,
      (await rowsOf(tx, id)).map((row) => row.id),
    );
    if (rows.some(({ status }) => status === 'done')) return fail('payout_batch_done');
    await tx.db.update(payoutRequests).set({ batchId: null }).where(eq(payoutRequests.batchId, id));
    await tx.db.delete(payoutBatches).where(eq(payoutBatches.id, id));
    await audit(tx, by.actor, by.client, { action: 'payouts.dissolve', targetType: 'payout-batch', targetId: id });
    return { dissolved: true };
  });
}
