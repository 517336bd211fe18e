/** Paying within a request: created once per idempotency key, charged, and returned with its current status. */
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import { callTimeout_ms } from '../gateways/gateway';
import { AcceptedResponse } from '../../platform/http/serve';
import type { IdempotentRequest } from '../../platform/idempotency/idempotency';
import { startOnce } from './start';
import { findPayment, undeliverableCode, isUnsettled, paymentResponse, type PaymentResponse } from './rows';
import { chargePayment, settlePayment } from './settle';

/** A first attempt that has not ended by now has crashed. */
const attempt_ms = callTimeout_ms + 5_000;
const runningRetry_s = 1;

/**
 * The payer's response. A failed payment rejects with the bank's message, an unsettled one returns `Continuing`. Rejects with
 * card_declined, with service_unavailable when the gateway failed, and with subscription_impossible.
 */
export async function responseToPayer(ctx: Context, id: string): Promise<PaymentResponse | AcceptedResponse<PaymentResponse>> {
  const answer = await paymentResponse(ctx, id);
  if (answer.failure?.code === undeliverableCode) fail(undeliverableCode);
  if (answer.failure !== null && (answer.status === 'failed' || answer.status === 'canceled'))
    fail(answer.failure.code === 'service_unavailable' ? 'service_unavailable' : 'card_declined', { message: answer.failure.message });
  return isUnsettled(answer) ? new AcceptedResponse(answer) : answer;
}

/**
 * Pays once per idempotency key. `begin` checks and inserts the payment (`beginPayment` or `recordPaid`) in the transaction of the
 * key. A retry returns the payment's current status. Rejects as `begin` and `responseToPayer` do, and with request_in_progress while
 * the first attempt runs.
 */
export async function payOnce(
  ctx: Context,
  intention: IdempotentRequest,
  begin: (tx: Context, id: string) => Promise<unknown>,
): Promise<PaymentResponse | AcceptedResponse<PaymentResponse>> {
  const { id, isFirst } = await startOnce(ctx, intention, begin);
  if (isFirst) await chargePayment(ctx, id);
  else await refreshPayment(ctx, id);
  return responseToPayer(ctx, id);
}

async function refreshPayment(ctx: Context, id: string): Promise<void> {
  const payment = (await findPayment(ctx, id)) ?? fail('payment_not_found');
  if (!isUnsettled(payment)) return;
  const age_ms = ctx.clock.now().getTime() - payment.createdAt.getTime();
  if (payment.status === 'created' && age_ms < attempt_ms) fail('request_in_progress', { retryAfter_s: runningRetry_s });
  await settlePayment(ctx, id);
}
