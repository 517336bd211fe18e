/** Paying, as a request does it: begun once for its key, charged, and answered as it stands. */
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import { callEnds_ms } from '../../money/gateways/gateway';
import { Continuing } from '../../platform/http/serve';
import type { Intention } from '../../platform/idempotency/idempotency';
import { beginOnce } from '../../money/payments/start';
import { findPayment, impossible, isUnsettled, paymentAnswer, type PaymentAnswer } from '../../money/payments/rows';
import { chargePayment, settlePayment } from '../../money/payments/settle';

/** A first attempt that has not ended by now was lost. */
const attempt_ms = callEnds_ms + 5_000;
const runningRetry_s = 1;

/**
 * What the payer is told: a payment that failed is a refusal in the bank's words, one that waits goes on after the answer.
 * Refuses with card_declined, service_unavailable when the gateway could not serve, and subscription_impossible.
 */
export async function answerToPayer(ctx: Context, id: string): Promise<PaymentAnswer | Continuing<PaymentAnswer>> {
  const answer = await paymentAnswer(ctx, id);
  if (answer.failure?.code === impossible) fail(impossible);
  if (answer.failure !== null && (answer.status === 'failed' || answer.status === 'canceled'))
    fail(answer.failure.code === 'service_unavailable' ? 'service_unavailable' : 'card_declined', { message: answer.failure.message });
  return isUnsettled(answer) ? new Continuing(answer) : answer;
}

/**
 * Pays once for the intention: `begin` checks and writes the payment (`beginPayment` or `recordPaid`) in the transaction of the
 * key. The same request later is answered by how that payment stands. Refuses as `begin` and `answerToPayer` do, and with
 * request_in_progress while the first attempt runs.
 */
export async function payOnce(
  ctx: Context,
  intention: Intention,
  begin: (tx: Context, id: string) => Promise<unknown>,
): Promise<PaymentAnswer | Continuing<PaymentAnswer>> {
  const { id, isFirst } = await beginOnce(ctx, intention, begin);
  if (isFirst) await chargePayment(ctx, id);
  else await lookAgain(ctx, id);
  return answerToPayer(ctx, id);
}

async function lookAgain(ctx: Context, id: string): Promise<void> {
  const payment = (await findPayment(ctx, id)) ?? fail('payment_not_found');
  if (!isUnsettled(payment)) return;
  const age_ms = ctx.clock.now().getTime() - payment.createdAt.getTime();
  if (payment.status === 'created' && age_ms < attempt_ms) fail('request_in_progress', { retryAfter_s: runningRetry_s });
  await settlePayment(ctx, id);
}
