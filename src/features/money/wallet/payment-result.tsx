/** /payment/[result]: the status of a payment. A pending one updates live; one that needs bank authentication is completed here. */
import { useRouter } from 'next/router';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { paymentMethodText } from '@web/lib/wording/card-labels';
import { fullDate } from '@web/lib/i18n/dates';
import { formatCurrency, formatTokenCount } from '@web/lib/i18n/money';
import { profilePath } from '@web/lib/paths';
import { useEndpoint } from '@web/services/use-endpoint';
import { failureMessage, payerStateOf, useTrackedPayment } from '@web/checkout/use-tracked-payment';
import type { Payment, PayerPaymentState } from '@web/checkout/use-tracked-payment';
import { Button } from '@web/ui/actions/button';
import { DescriptionList } from '@web/ui/display/description-list';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { BankAuthentication } from './bank-authentication';
import { paymentPurpose, resultPath } from './payment-labels';
import styles from './wallet.module.css';

export const paymentRequest = (id: string) => ({ params: { id } });

export function PaymentResultScreen() {
  const { query } = useRouter();
  const id = typeof query['id'] === 'string' ? query['id'] : null;
  const { data, error, mutate } = useEndpoint('GET /payment/transactions/:id', id === null ? null : paymentRequest(id));
  if (id === null || error?.statusCode === 404) return <NoPayment />;
  if (error && data === undefined) return <ErrorState error={error} onRetry={() => void mutate()} />;
  return data === undefined ? (
    <Skeleton shape="form" count={3} label="Loading the payment…" />
  ) : (
    <Result key={data._id} initialPayment={data} />
  );
}

function NoPayment() {
  return (
    <>
      <PageHead title="Payment" titleHidden noindex />
      <EmptyState
        title="Payment not found"
        text="Find all your payments in your wallet."
        action={<Button href="/wallet?tab=payments">See payments</Button>}
      />
    </>
  );
}

const titles: Record<PayerPaymentState, string> = {
  paid: 'Payment complete',
  failed: 'Payment not completed',
  waiting: 'Payment processing',
  authenticating: 'Confirm your payment',
};

function Result({ initialPayment }: { initialPayment: Payment }) {
  const router = useRouter();
  const { payment, track } = useTrackedPayment(initialPayment);
  const currentPayment = payment ?? initialPayment;
  const payerState = payerStateOf(currentPayment);
  const path = resultPath(currentPayment);
  useEffect(() => {
    // The URL follows the status, so that a reload shows the same screen.
    if (router.asPath.split('?')[0] !== path.split('?')[0]) void router.replace(path, undefined, { shallow: true, scroll: false });
  }, [path, router]);
  return (
    <div className={styles.result}>
      <PageHead title={titles[payerState]} noindex />
      <div aria-live="polite">{statusNotice(currentPayment, payerState)}</div>
      {payerState === 'authenticating' ? <BankAuthentication payment={currentPayment} onAuthenticated={track} /> : null}
      <PaymentReceipt payment={currentPayment} />
      <NextSteps payment={currentPayment} payerState={payerState} />
    </div>
  );
}

function statusNotice(payment: Payment, payerState: PayerPaymentState): ReactNode {
  if (payerState === 'failed') return <Notice tone="danger">{failureMessage(payment)}</Notice>;
  if (payerState === 'waiting') return <Notice>Your bank is still processing the payment. This page updates automatically.</Notice>;
  if (payerState === 'authenticating') return null;
  if (payment.status === 'refunded') return <Notice>This payment was refunded.</Notice>;
  const [product] = payment.products;
  const successText =
    payment.performer === null
      ? `We’ve added ${formatTokenCount(product?.tokens ?? 0)} to your wallet.`
      : `You’re now subscribed to ${payment.performer.name}.`;
  return <Notice tone="ok">{successText}</Notice>;
}

/** The purpose, recipient, source and receipt number of a payment. */
function PaymentReceipt({ payment }: { payment: Payment }) {
  const { originalPrice, totalPrice, currency, coupon, commission, earning, performer, receiptNumber, createdAt } = payment;
  const money = (amount: number) => formatCurrency(amount, currency);
  return (
    <DescriptionList
      details={[
        { label: 'Description', value: paymentPurpose(payment) },
        { label: 'Payment method', value: paymentMethodText(payment) },
        ...(coupon === null ? [] : [{ label: `Coupon ${coupon.code}`, value: `−${money(originalPrice - totalPrice)}` }]),
        { label: 'Total', value: money(totalPrice) },
        ...(performer === null || earning === null || commission === null
          ? []
          : [{ label: 'Split', value: `${performer.name} receives ${money(earning)} · site keeps ${money(commission)}` }]),
        { label: 'Date', value: fullDate(createdAt) },
        { label: 'Number', value: receiptNumber },
      ]}
    />
  );
}

function NextSteps({ payment, payerState }: { payment: Payment; payerState: PayerPaymentState }) {
  const { performer } = payment;
  const page = performer === null ? null : profilePath({ id: performer._id, username: performer.username });
  const retryHref = page === null ? '/wallet' : `${page}?subscribe=${payment.type === 'yearly_subscription' ? 'yearly' : 'monthly'}`;
  return (
    <div className={styles.actions}>
      {payerState === 'paid' ? (
        <Button kind="primary" href={page ?? '/wallet'}>
          {performer === null ? 'Go to wallet' : `Go to ${performer.name}`}
        </Button>
      ) : null}
      {payerState === 'failed' && payment.status !== 'success' && payment.status !== 'refunded' ? (
        <Button kind="primary" href={retryHref}>
          Try again
        </Button>
      ) : null}
      <Button href="/wallet?tab=payments">See payments</Button>
    </div>
  );
}
