/** The status of the last payment beside its button: rejected, outcome unknown, or no longer retriable. */
import { Button } from '@web/ui/actions/button';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import type { Checkout } from './use-checkout';

interface PaymentStatusProps {
  checkout: Pick<Checkout, 'error' | 'pendingPayment' | 'isKeyExpired' | 'dismiss'>;
}

export function PaymentStatus({ checkout: { error, pendingPayment, isKeyExpired, dismiss } }: PaymentStatusProps) {
  if (isKeyExpired)
    return (
      <Notice tone="warn" title="We couldn’t confirm this payment" action={<Button onPress={dismiss}>Stop checking</Button>}>
        Check <Link href="/orders">your orders</Link> before you pay again.
      </Notice>
    );
  if (pendingPayment !== null)
    return (
      <Notice tone="danger" title={error?.message}>
        Payment not confirmed yet. Try again. You won’t be charged twice.
      </Notice>
    );
  if (error === null) return null;
  const { message, code } = error;
  return (
    <Notice tone="danger">
      {message} Nothing was charged. {code === 'spending_limit_reached' ? <Link href="/wallet">See your limit</Link> : null}
    </Notice>
  );
}
