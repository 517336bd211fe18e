/**
 * Pays payout requests. Payouts to a bank or to PayPal are made by an operator and only recorded here. For a gateway account the gateway
 * is called, with an idempotency key that is stored before the call: retries and lost responses lead to one payout, whose outcome
 * is looked up.
 */
import { and, eq, inArray, isNotNull, lt, or } from 'drizzle-orm';
import { errors } from '@contract/kernel/errors';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { payoutRequests } from '../../platform/db/schema/money';
import { fail, ApiError } from '../../kernel/api-error';
import { isPayable } from '../gateways/currency';
import { callTimeout_ms, GatewayUnavailable, GatewayRejected, type PayoutOutcome } from '../gateways/gateway';
import { payoutGateway } from '../gateways/gateways';
import { claimSubjectId, type IdempotentRequest } from '../../platform/idempotency/idempotency';
import { payoutsAccount } from '../ledger/chart';
import { settle } from '../ledger/ledger';
import { assertNotOwnPayout, storeDecision, type Decider } from './decide';
import { gatewayAccountOf } from './method';
import { postReversal } from './returns';
import { holdSubjectOf, lockPayout, payoutResponse, publishPayout, settlementKeyOf, type PayoutResponse, type PayoutRow } from './rows';

/** While a call may still be running, no second one is made. */
const callLease_ms = 2 * callTimeout_ms;
/** A payout that is still unknown to the gateway after this time was never made. */
const notMadeAfter_ms = 3_600_000;
const retryAfter_s = 30;
/** Payouts of unknown outcome that are looked up per run. */
const batchSize = 100;

/** A payout as it was when the gateway was called. */
interface PendingCall {
  id: string;
  key: string;
  updatedAt: Date;
}

/** A call to the gateway. */
interface GatewayCall extends PendingCall {
  accountId: string;
  amount_cents: bigint;
  currency: string;
  /** An earlier call was made, and its outcome is unknown. */
  isRetry: boolean;
}

/** Moves the held amount out and marks the payout as paid, in the transaction of `tx`. */
export async function settlePayout(
  tx: Context,
  decider: Decider | null,
  row: PayoutRow,
  paid: Partial<Pick<PayoutRow, 'reference' | 'gatewayId'>>,
): Promise<PayoutResponse> {
  const subject = holdSubjectOf(row);
  const to = [{ account: payoutsAccount(row.method), cents: row.amountCents }];
  await settle(tx, { reason: 'payout_settle', subject, key: settlementKeyOf(row), to });
  return storeDecision(tx, decider, row, { status: 'done', ...paid });
}

/** Stores the call that is about to be made. Concurrent requests get request_in_progress. */
async function storeCall(tx: Context, decider: Decider, row: PayoutRow, attemptId: string, reference: string): Promise<GatewayCall> {
  const account = await gatewayAccountOf(tx, row.performerId);
  if (!account?.isReady) return fail('payout_method_missing');
  const now = tx.clock.now();
  const isRetry = row.gatewayKey !== null;
  if (isRetry && now.getTime() < row.updatedAt.getTime() + callLease_ms) return fail('request_in_progress', { retryAfter_s });
  const currency = tx.settings.values().currency.toLowerCase();
  if (!isPayable(row.amountCents, currency)) return fail('payout_refused');
  const key = row.gatewayKey ?? `payout:${row.id}:${attemptId}`;
  await tx.db
    .update(payoutRequests)
    .set({ gatewayKey: key, status: 'approved', reference, updatedAt: now })
    .where(eq(payoutRequests.id, row.id));
  const changes = { status: 'approved', amount: String(row.amountCents), gatewayKey: key };
  await audit(tx, decider.actor, decider.client, { action: 'payouts.pay', targetType: 'payout', targetId: row.id, after: changes });
  if (row.status === 'pending') await publishPayout(tx, row.id);
  return { id: row.id, key, updatedAt: now, accountId: account.gatewayAccountId, amount_cents: row.amountCents, currency, isRetry };
}

/**
 * The gateway has certainly not paid: clears the key, so that the next attempt uses a new one. Does nothing when another attempt
 * with the same key has started since.
 */
async function clearGatewayKey(tx: Context, { id, key, updatedAt }: PendingCall): Promise<void> {
  const isUnchanged = and(eq(payoutRequests.id, id), eq(payoutRequests.gatewayKey, key), eq(payoutRequests.updatedAt, updatedAt));
  await tx.db
    .update(payoutRequests)
    .set({ gatewayKey: null, updatedAt: tx.clock.now() })
    .where(and(isUnchanged, eq(payoutRequests.status, 'approved')));
}

/** Stores the gateway's outcome of a payout once. Rejects with payout_refused when nothing was paid. */
async function applyOutcome(ctx: Context, decider: Decider | null, call: PendingCall, outcome: PayoutOutcome): Promise<PayoutResponse> {
  const { id } = call;
  if (outcome.status === 'refused') {
    await clearGatewayKey(ctx, call);
    return fail('payout_refused', { message: `${errors.payout_refused[1]} ${outcome.message}` });
  }
  return inTransaction(ctx, async (tx) => {
    const row = await lockPayout(tx, id);
    if (row.status !== 'done') await settlePayout(tx, decider, row, { gatewayId: outcome.payoutId });
    await postReversal(tx, row, outcome.reversed_cents);
    return payoutResponse(tx, id);
  });
}

/** Calls the gateway. Rejects with payout_refused, and with service_unavailable when it fails or does not respond. */
async function callGateway(
  ctx: Context,
  decider: Decider,
  { id, key, updatedAt, isRetry, ...params }: GatewayCall,
): Promise<PayoutResponse> {
  const { gateway } = payoutGateway(ctx);
  const call = { id, key, updatedAt };
  const { accountId } = params;
  try {
    const earlierOutcome = isRetry ? await gateway.lookUpPayout({ key, accountId, payoutId: null }) : null;
    const description = `Payout at ${ctx.settings.values().siteName}`;
    const outcome = earlierOutcome ?? (await gateway.payOut({ key, ...params, description, metadata: { payoutRequestId: id } }));
    return await applyOutcome(ctx, decider, call, outcome);
  } catch (error) {
    const isCertainlyUnpaid = error instanceof GatewayRejected && !isRetry;
    if (isCertainlyUnpaid) await clearGatewayKey(ctx, call);
    if (!isCertainlyUnpaid && !(error instanceof GatewayUnavailable) && !(error instanceof GatewayRejected)) throw error;
    ctx.log.warn({ err: error, payoutRequestId: id }, 'a payout could not be confirmed');
    return fail('service_unavailable', { retryAfter_s });
  }
}

/**
 * Pays an open payout request or records that it was paid, once, however many requests arrive. Rejects with payout_not_found,
 * self_not_allowed, payout_decided, payout_method_missing and payout_refused; with request_in_progress while another request pays
 * it; and with service_unavailable when the gateway does not respond: its outcome is looked up later.
 */
export async function payPayoutRequest(
  ctx: Context,
  decider: Decider,
  idempotentRequest: IdempotentRequest,
  id: string,
  reference: string,
): Promise<PayoutResponse> {
  const next = await inTransaction(ctx, async (tx): Promise<{ response: PayoutResponse } | { call: GatewayCall }> => {
    const attemptId = tx.random.id();
    const isReplay = (await claimSubjectId(tx, idempotentRequest, attemptId)) !== attemptId;
    const row = await lockPayout(tx, id);
    assertNotOwnPayout(decider, row);
    if (row.status === 'done' && isReplay) return { response: await payoutResponse(tx, id) };
    if (row.status === 'done' || row.status === 'rejected') return fail('payout_decided');
    if (row.method === 'stripe') return { call: await storeCall(tx, decider, row, attemptId, reference) };
    return { response: await settlePayout(tx, decider, row, { reference }) };
  });
  return 'response' in next ? next.response : callGateway(ctx, decider, next.call);
}

/** Looks up the outcome of one payout at the gateway and applies it. */
async function reconcilePayout(
  ctx: Context,
  { id, gatewayKey: key, gatewayId: payoutId, performerId, updatedAt }: PayoutRow,
): Promise<void> {
  const account = await gatewayAccountOf(ctx, performerId);
  if (key === null || !account) return;
  const outcome = await payoutGateway(ctx).gateway.lookUpPayout({ key, accountId: account.gatewayAccountId, payoutId });
  if (outcome) await applyOutcome(ctx, null, { id, key, updatedAt }, outcome);
  else if (ctx.clock.now().getTime() > updatedAt.getTime() + notMadeAfter_ms) await clearGatewayKey(ctx, { id, key, updatedAt });
}

/** Looks up to `batchSize` payouts whose outcome is unknown. A failed lookup is retried by the next run. */
export async function reconcilePayouts(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - callLease_ms);
  const rows = await ctx.db
    .select()
    .from(payoutRequests)
    .where(and(eq(payoutRequests.status, 'approved'), isNotNull(payoutRequests.gatewayKey), lt(payoutRequests.updatedAt, before)))
    .limit(batchSize);
  for (const row of rows)
    await reconcilePayout(ctx, row).catch((error: unknown) => {
      const isExpected = error instanceof GatewayUnavailable || error instanceof GatewayRejected || error instanceof ApiError;
      ctx.log.warn({ err: error, payoutRequestId: row.id }, 'a payout could not be reconciled');
      if (!isExpected) throw error;
    });
}

/**
 * Handles the gateway's event that a payout changed, possibly long after it was paid, by looking it up. Call it outside a
 * transaction.
 */
export async function handlePayoutChanged(ctx: Context, { key, payoutId }: { key: string | null; payoutId: string }): Promise<void> {
  const { gatewayKey, gatewayId, status } = payoutRequests;
  const [row] = await ctx.db
    .select()
    .from(payoutRequests)
    .where(and(or(eq(gatewayId, payoutId), key === null ? undefined : eq(gatewayKey, key)), inArray(status, ['approved', 'done'])));
  if (row) await reconcilePayout(ctx, row);
}
