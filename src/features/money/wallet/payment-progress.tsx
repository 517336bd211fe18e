/** What stands beside a payment while it is under way, and when it was refused. */
import type { PaymentProgressProps } from '@web/checkout/wallet-parts';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import { BankQuestion } from './bank-authentication';

export function PaymentProgress({ paying }: PaymentProgressProps) {
  const { state, problem, payment, answered } = paying;
  if (state === 'asking' && payment !== null) return <BankQuestion payment={payment} onAnswered={answered} />;
  if (state === 'checking') return <Notice>Checking what became of the payment. Nothing is paid twice.</Notice>;
  if (state === 'waiting' && payment !== null)
    return (
      <Notice>
        The bank takes its time. You can wait here or go on: <Link href={`/payment/pending?id=${payment._id}`}>this page</Link> tells how it
        ended.
      </Notice>
    );
  return problem === null ? null : <Notice tone="danger">{problem.message}</Notice>;
}
