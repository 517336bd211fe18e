/** The sandbox's bank: the fan answers its question herself, where no real bank is asked. */
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import { ownPayment } from './find';
import { paymentAnswer, type PaymentAnswer } from './rows';
import { settlePayment } from './settle';

/** Answers the bank's question about a payment of this account. Refuses with payment_not_found, and already_so when nothing is asked. */
export async function confirmPayment(
  ctx: Context,
  userId: string,
  id: string,
  { isApproved }: { isApproved: boolean },
): Promise<PaymentAnswer> {
  const { sandbox } = ctx.gateways;
  const { status, clientSecret } = await ownPayment(ctx, userId, id);
  if (!sandbox) return fail('payment_not_found');
  if (status !== 'requires_action' || clientSecret === null) return fail('already_so');
  await sandbox.confirm({ clientSecret, answer: isApproved ? 'approved' : 'refused' });
  await settlePayment(ctx, id);
  return paymentAnswer(ctx, id);
}
