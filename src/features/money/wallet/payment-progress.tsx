/** The progress of a payment, and its error. */
import type { PaymentProgressProps } from '@web/checkout/wallet-parts';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import { BankAuthentication } from './bank-authentication';

export function PaymentProgress({ paying }: PaymentProgressProps) {
  const { state, error, payment, answered } = paying;
  if (state === 'asking' && payment !== null) return <BankAuthentication payment={payment} onAnswered={answered} />;
  if (state === 'checking') return <Notice>Checking what became of the payment. Nothing is paid twice.</Notice>;
  if (state === 'waiting' && payment !== null)
    return (
      <Notice>
        The bank takes its time. You can wait here or go on: <Link href={`/payment/pending?id=${payment._id}`}>this page</Link> tells how it
        ended.
      </Notice>
    );
  return error === null ? null : <Notice tone="danger">{error.message}</Notice>;
}
