/** Sandbox only: the fan approves or rejects the bank's confirmation step, because no real bank is involved. */
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import { ownPayment } from './find';
import { paymentResponse, type PaymentResponse } from './rows';
import { settlePayment } from './settle';

/**
 * Completes the bank confirmation of a payment of this account. Rejects with payment_not_found, and with already_so when no
 * confirmation is pending.
 */
export async function confirmPayment(
  ctx: Context,
  userId: string,
  id: string,
  { isApproved }: { isApproved: boolean },
): Promise<PaymentResponse> {
  const { sandbox } = ctx.gateways;
  const { status, clientSecret } = await ownPayment(ctx, userId, id);
  if (!sandbox) return fail('payment_not_found');
  if (status !== 'requires_action' || clientSecret === null) return fail('already_so');
  await sandbox.confirm({ clientSecret, answer: isApproved ? 'approved' : 'refused' });
  await settlePayment(ctx, id);
  return paymentResponse(ctx, id);
}
