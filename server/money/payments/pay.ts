/** Paying within a request: created once per idempotency key, charged, and returned with its current status. */
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import { callTimeout_ms } from '../gateways/gateway';
import { AcceptedResponse } from '../../platform/http/serve';
import type { IdempotentRequest } from '../../platform/idempotency/idempotency';
import { startOnce } from './start';
import { findPayment, undeliverableCode, isUnsettled, paymentResponse, type PaymentResponse } from './rows';
import { chargePayment, settlePayment } from './settle';

/** A first attempt that has not ended after this time has crashed. */
const attemptTimeout_ms = callTimeout_ms + 5_000;
const retryAfter_s = 1;

/**
 * The payer's response. A failed payment rejects with the bank's message, an unsettled one returns an `AcceptedResponse`. Rejects with
 * card_declined, with service_unavailable when the gateway failed, and with subscription_impossible.
 */
export async function responseToPayer(ctx: Context, id: string): Promise<PaymentResponse | AcceptedResponse<PaymentResponse>> {
  const response = await paymentResponse(ctx, id);
  if (response.failure?.code === undeliverableCode) fail(undeliverableCode);
  if (response.failure !== null && (response.status === 'failed' || response.status === 'canceled'))
    fail(response.failure.code === 'service_unavailable' ? 'service_unavailable' : 'card_declined', { message: response.failure.message });
  return isUnsettled(response) ? new AcceptedResponse(response) : response;
}

/**
 * Pays once per idempotency key. `begin` checks and inserts the payment (`beginPayment` or `recordPaid`) in the transaction of the
 * key. A retry returns the payment's current status. Rejects as `begin` and `responseToPayer` do, and with request_in_progress while
 * the first attempt runs.
 */
export async function payOnce(
  ctx: Context,
  idempotentRequest: IdempotentRequest,
  begin: (tx: Context, id: string) => Promise<unknown>,
): Promise<PaymentResponse | AcceptedResponse<PaymentResponse>> {
  const { id, isFirst } = await startOnce(ctx, idempotentRequest, begin);
  if (isFirst) await chargePayment(ctx, id);
  else await refreshPayment(ctx, id);
  return responseToPayer(ctx, id);
}

async function refreshPayment(ctx: Context, id: string): Promise<void> {
  const payment = (await findPayment(ctx, id)) ?? fail('payment_not_found');
  if (!isUnsettled(payment)) return;
  const age_ms = ctx.clock.now().getTime() - payment.createdAt.getTime();
  if (payment.status === 'created' && age_ms < attemptTimeout_ms) fail('request_in_progress', { retryAfter_s });
  await settlePayment(ctx, id);
}
