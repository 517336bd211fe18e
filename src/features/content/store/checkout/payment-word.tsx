/** How the last payment for a cart went, beside its button: refused, in doubt, or never to be known by asking again. */
import { Button } from '@web/ui/actions/button';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import type { Checkout } from '../../../store/use-checkout';

interface PaymentWordProps {
  checkout: Pick<Checkout, 'problem' | 'sent' | 'isSpent' | 'putAside'>;
}

export function PaymentWord({ checkout: { problem, sent, isSpent, putAside } }: PaymentWordProps) {
  if (isSpent)
    return (
      <Notice
        tone="warn"
        title="The site does not know any more what became of this payment"
        action={<Button onPress={putAside}>Put payment aside</Button>}
      >
        Look at <Link href="/orders">your orders</Link> before you pay for the same again.
      </Notice>
    );
  if (sent !== null)
    return (
      <Notice tone="danger" title={problem?.message}>
        We do not know yet whether this was paid. Press the button again: it is never paid twice.
      </Notice>
    );
  if (problem === null) return null;
  const { message, code } = problem;
  return (
    <Notice tone="danger">
      {message} Nothing was charged. {code === 'spending_limit_reached' ? <Link href="/wallet">See your limit</Link> : null}
    </Notice>
  );
}
