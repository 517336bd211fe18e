/** The progress of a payment, and its error. */
import type { PaymentProgressProps } from '@web/checkout/wallet-parts';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import { BankAuthentication } from './bank-authentication';

export function PaymentProgress({ paying }: PaymentProgressProps) {
  const { state, error, payment, onAuthenticated } = paying;
  if (state === 'authenticating' && payment !== null) return <BankAuthentication payment={payment} onAuthenticated={onAuthenticated} />;
  if (state === 'checking') return <Notice>Checking your payment. You won’t be charged twice.</Notice>;
  if (state === 'waiting' && payment !== null)
    return (
      <Notice>
        Your bank is still processing the payment. Wait here, or check <Link href={`/payment/pending?id=${payment._id}`}>its status</Link>{' '}
        later.
      </Notice>
    );
  return error === null ? null : <Notice tone="danger">{error.message}</Notice>;
}
