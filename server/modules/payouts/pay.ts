/**
 * Paying a payout. To a bank or to PayPal an operator pays by hand, and this notes it. To a gateway account the gateway is
 * asked, under a key that is stored before it is asked: however often it is asked, and whatever becomes of its answers, one
 * payout is made, and what became of it is looked up.
 */
import { and, eq, inArray, isNotNull, lt, or } from 'drizzle-orm';
import { errors } from '@contract/kernel/errors';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { payoutRequests } from '../../platform/db/schema/schema';
import { fail, Refusal } from '../../kernel/api-error';
import { isPayable } from '../../money/gateways/currency';
import { callEnds_ms, GatewayAway, GatewayRefused, type PayOutOutcome } from '../../money/gateways/gateway';
import { payoutGateway } from '../../money/gateways/gateways';
import { firstOf, type Intention } from '../../platform/idempotency/idempotency';
import { paidOutBy } from '../../money/ledger/chart';
import { settle } from '../../money/ledger/ledger';
import { assertNotOwn, decided, type Decider } from '../../money/payouts/decide';
import { gatewayAccountOf } from '../../money/payouts/method';
import { takeReturned } from './returns';
import { holdOf, lockPayout, payoutAnswer, publishPayout, settledUnder, type PayoutAnswer, type PayoutRow } from '../../money/payouts/rows';

/** While a call may still be running nobody else makes one. */
const turn_ms = 2 * callEnds_ms;
/** A payout of which the gateway knows nothing this long after it was asked was never made. */
const forgotten_ms = 3_600_000;
const retryAfter_s = 30;
/** Payouts in doubt that are looked up in one go. */
const batch = 100;

/** A payout as it was when the gateway was asked of it. */
interface Asked {
  id: string;
  key: string;
  updatedAt: Date;
}

/** What the gateway is asked. */
interface Question extends Asked {
  accountId: string;
  amount_cents: bigint;
  currency: string;
  /** It was asked before, and nobody knows what came of it. */
  isRepeated: boolean;
}

/** Moves what is held out of the house and notes that it was paid, in the transaction of `tx`. */
export async function settlePayout(
  tx: Context,
  by: Decider | null,
  row: PayoutRow,
  paid: Partial<Pick<PayoutRow, 'reference' | 'gatewayId'>>,
): Promise<PayoutAnswer> {
  const subject = holdOf(row);
  const to = [{ account: paidOutBy(row.method), cents: row.amountCents }];
  await settle(tx, { reason: 'payout_settle', subject, key: settledUnder(row), to });
  return decided(tx, by, row, { status: 'done', ...paid });
}

/** Stores what is about to be asked; whoever comes while it is being asked is told to wait. */
async function prepare(tx: Context, by: Decider, row: PayoutRow, attempt: string, reference: string): Promise<Question> {
  const account = await gatewayAccountOf(tx, row.performerId);
  if (!account?.isReady) return fail('payout_method_missing');
  const now = tx.clock.now();
  const isRepeated = row.gatewayKey !== null;
  if (isRepeated && now.getTime() < row.updatedAt.getTime() + turn_ms) return fail('request_in_progress', { retryAfter_s });
  const currency = tx.settings.values().currency.toLowerCase();
  if (!isPayable(row.amountCents, currency)) return fail('payout_refused');
  const key = row.gatewayKey ?? `payout:${row.id}:${attempt}`;
  await tx.db
    .update(payoutRequests)
    .set({ gatewayKey: key, status: 'approved', reference, updatedAt: now })
    .where(eq(payoutRequests.id, row.id));
  const asked = { status: 'approved', amount: String(row.amountCents), gatewayKey: key };
  await audit(tx, by.actor, by.client, { action: 'payouts.pay', targetType: 'payout', targetId: row.id, after: asked });
  if (row.status === 'pending') await publishPayout(tx, row.id);
  return { id: row.id, key, updatedAt: now, accountId: account.gatewayAccountId, amount_cents: row.amountCents, currency, isRepeated };
}

/** The gateway has certainly not paid: the next one who pays asks anew. Not so when somebody pays meanwhile, under the same key. */
async function forget(tx: Context, { id, key, updatedAt }: Asked): Promise<void> {
  const isAsAsked = and(eq(payoutRequests.id, id), eq(payoutRequests.gatewayKey, key), eq(payoutRequests.updatedAt, updatedAt));
  await tx.db
    .update(payoutRequests)
    .set({ gatewayKey: null, updatedAt: tx.clock.now() })
    .where(and(isAsAsked, eq(payoutRequests.status, 'approved')));
}

/** Notes what the gateway says of a payout, once, whoever hears it. Refuses with payout_refused when nothing was paid. */
async function conclude(ctx: Context, by: Decider | null, asked: Asked, outcome: PayOutOutcome): Promise<PayoutAnswer> {
  const { id } = asked;
  if (outcome.status === 'refused') {
    await forget(ctx, asked);
    return fail('payout_refused', { message: `${errors.payout_refused[1]} ${outcome.message}` });
  }
  return inTransaction(ctx, async (tx) => {
    const row = await lockPayout(tx, id);
    if (row.status !== 'done') await settlePayout(tx, by, row, { gatewayId: outcome.payoutId });
    await takeReturned(tx, row, outcome.reversed_cents);
    return payoutAnswer(tx, id);
  });
}

/** Asks the gateway to pay. Refuses with payout_refused, and with service_unavailable when it does not answer. */
async function askGateway(ctx: Context, by: Decider, { id, key, updatedAt, isRepeated, ...order }: Question): Promise<PayoutAnswer> {
  const { gateway } = payoutGateway(ctx);
  const asked = { id, key, updatedAt };
  const { accountId } = order;
  try {
    const known = isRepeated ? await gateway.lookUpPayOut({ key, accountId, payoutId: null }) : null;
    const description = `Payout at ${ctx.settings.values().siteName}`;
    const outcome = known ?? (await gateway.payOut({ key, ...order, description, metadata: { payoutRequestId: id } }));
    return await conclude(ctx, by, asked, outcome);
  } catch (error) {
    const isCertain = error instanceof GatewayRefused && !isRepeated;
    if (isCertain) await forget(ctx, asked);
    if (!isCertain && !(error instanceof GatewayAway) && !(error instanceof GatewayRefused)) throw error;
    ctx.log.warn({ err: error, payoutRequestId: id }, 'the gateway did not make a payout');
    return fail('service_unavailable', { retryAfter_s });
  }
}

/**
 * Pays an open payout request, or notes that it was paid: once, however often and by however many it is asked for. Refuses
 * with payout_not_found, self_not_allowed, payout_decided, payout_method_missing and payout_refused; with request_in_progress while somebody
 * else is paying it, and with service_unavailable when the gateway does not answer: then its answer is looked up later.
 */
export async function payPayout(ctx: Context, by: Decider, intention: Intention, id: string, reference: string): Promise<PayoutAnswer> {
  const next = await inTransaction(ctx, async (tx): Promise<{ answer: PayoutAnswer } | { question: Question }> => {
    const attempt = tx.chance.id();
    const isRepeated = (await firstOf(tx, intention, attempt)) !== attempt;
    const row = await lockPayout(tx, id);
    assertNotOwn(by, row);
    if (row.status === 'done' && isRepeated) return { answer: await payoutAnswer(tx, id) };
    if (row.status === 'done' || row.status === 'rejected') return fail('payout_decided');
    if (row.method === 'stripe') return { question: await prepare(tx, by, row, attempt, reference) };
    return { answer: await settlePayout(tx, by, row, { reference }) };
  });
  return 'answer' in next ? next.answer : askGateway(ctx, by, next.question);
}

/** Finds out what became of a payout in doubt. */
async function lookUp(ctx: Context, { id, gatewayKey: key, gatewayId: payoutId, performerId, updatedAt }: PayoutRow): Promise<void> {
  const account = await gatewayAccountOf(ctx, performerId);
  if (key === null || !account) return;
  const outcome = await payoutGateway(ctx).gateway.lookUpPayOut({ key, accountId: account.gatewayAccountId, payoutId });
  if (outcome) await conclude(ctx, null, { id, key, updatedAt }, outcome);
  else if (ctx.clock.now().getTime() > updatedAt.getTime() + forgotten_ms) await forget(ctx, { id, key, updatedAt });
}

/** Looks up every payout whose answer was lost. One that cannot be looked up now is left for the next time. */
export async function settlePayoutsInDoubt(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - turn_ms);
  const rows = await ctx.db
    .select()
    .from(payoutRequests)
    .where(and(eq(payoutRequests.status, 'approved'), isNotNull(payoutRequests.gatewayKey), lt(payoutRequests.updatedAt, before)))
    .limit(batch);
  for (const row of rows)
    await lookUp(ctx, row).catch((error: unknown) => {
      const isExpected = error instanceof GatewayAway || error instanceof GatewayRefused || error instanceof Refusal;
      ctx.log.warn({ err: error, payoutRequestId: row.id }, 'a payout stays in doubt');
      if (!isExpected) throw error;
    });
}

/**
 * Hears from the gateway that a payout of ours changed, also long after it was paid: what it says is looked up. Call it outside
 * of transactions.
 */
export async function payoutChanged(ctx: Context, { key, payoutId }: { key: string | null; payoutId: string }): Promise<void> {
  const { gatewayKey, gatewayId, status } = payoutRequests;
  const [row] = await ctx.db
    .select()
    .from(payoutRequests)
    .where(and(or(eq(gatewayId, payoutId), key === null ? undefined : eq(gatewayKey, key)), inArray(status, ['approved', 'done'])));
  if (row) await lookUp(ctx, row);
}
