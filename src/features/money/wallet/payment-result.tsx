/** /payment/[result]: how a payment stands. A pending one turns by itself; one that the bank asks about is answered here. */
import { useRouter } from 'next/router';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { sourceOf } from '@web/lib/wording/card-labels';
import { fullDate } from '@web/lib/i18n/dates';
import { formatCurrency, spokenTokens } from '@web/lib/i18n/money';
import { profilePath } from '@web/lib/paths';
import { useEndpoint } from '@web/services/use-endpoint';
import { refusalOf, standingOf, useSettled } from '@web/session/use-settled';
import type { Payment, Standing } from '@web/session/use-settled';
import { Button } from '@web/ui/actions/button';
import { Facts } from '@web/ui/display/description-list';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { Empty, Fault, Skeleton } from '@web/ui/feedback/states';
import { BankQuestion } from './bank-authentication';
import { paidFor, resultPath } from '../../wallet/payment-words';
import styles from './wallet.module.css';

export const paymentRead = (id: string) => ({ params: { id } });

export function PaymentResultScreen() {
  const { query } = useRouter();
  const id = typeof query['id'] === 'string' ? query['id'] : null;
  const { data, error, mutate } = useEndpoint('GET /payment/transactions/:id', id === null ? null : paymentRead(id));
  if (id === null || error?.statusCode === 404) return <NoPayment />;
  if (error && data === undefined) return <Fault error={error} onRetry={() => void mutate()} />;
  return data === undefined ? <Skeleton shape="form" count={3} label="Loading the payment…" /> : <Result key={data._id} first={data} />;
}

function NoPayment() {
  return (
    <>
      <PageHead title="Payment" titleHidden noindex />
      <Empty
        title="There is no such payment"
        text="All your payments are listed in the wallet."
        action={<Button href="/wallet?tab=payments">See payments</Button>}
      />
    </>
  );
}

const titles: Record<Standing, string> = {
  paid: 'Payment done',
  refused: 'Payment not made',
  waiting: 'Payment on its way',
  asking: 'Your bank asks',
};

function Result({ first }: { first: Payment }) {
  const router = useRouter();
  const { payment, follow } = useSettled(first);
  const shown = payment ?? first;
  const standing = standingOf(shown);
  const path = resultPath(shown);
  useEffect(() => {
    // The address says the same as the screen, so that a reload shows it again.
    if (router.asPath.split('?')[0] !== path.split('?')[0]) void router.replace(path, undefined, { shallow: true, scroll: false });
  }, [path, router]);
  return (
    <div className={styles.result}>
      <PageHead title={titles[standing]} noindex />
      <div aria-live="polite">{said(shown, standing)}</div>
      {standing === 'asking' ? <BankQuestion payment={shown} onAnswered={follow} /> : null}
      <PaymentReceipt payment={shown} />
      <NextSteps payment={shown} standing={standing} />
    </div>
  );
}

function said(payment: Payment, standing: Standing): ReactNode {
  if (standing === 'refused') return <Notice tone="danger">{refusalOf(payment)}</Notice>;
  if (standing === 'waiting') return <Notice>The bank takes its time. This page changes by itself when it has answered.</Notice>;
  if (standing === 'asking') return null;
  if (payment.status === 'refunded') return <Notice>This payment was given back.</Notice>;
  const [product] = payment.products;
  const opened =
    payment.performer === null
      ? `${spokenTokens(product?.tokens ?? 0)} are in your wallet.`
      : `You are subscribed to ${payment.performer.name}.`;
  return <Notice tone="ok">{opened}</Notice>;
}

/** What was paid, to whom, from what, and under which number. */
function PaymentReceipt({ payment }: { payment: Payment }) {
  const { originalPrice, totalPrice, currency, coupon, commission, earning, performer, receiptNumber, createdAt } = payment;
  const money = (amount: number) => formatCurrency(amount, currency);
  return (
    <Facts
      facts={[
        { label: 'For', value: paidFor(payment) },
        { label: 'Paid from', value: sourceOf(payment) },
        ...(coupon === null ? [] : [{ label: `Coupon ${coupon.code}`, value: `−${money(originalPrice - totalPrice)}` }]),
        { label: 'You pay', value: money(totalPrice) },
        ...(performer === null || earning === null || commission === null
          ? []
          : [{ label: 'Split', value: `${performer.name} receives ${money(earning)} · site keeps ${money(commission)}` }]),
        { label: 'Date', value: fullDate(createdAt) },
        { label: 'Number', value: receiptNumber },
      ]}
    />
  );
}

function NextSteps({ payment, standing }: { payment: Payment; standing: Standing }) {
  const { performer } = payment;
  const page = performer === null ? null : profilePath({ id: performer._id, username: performer.username });
  const again = page === null ? '/wallet' : `${page}?subscribe=${payment.type === 'yearly_subscription' ? 'yearly' : 'monthly'}`;
  return (
    <div className={styles.actions}>
      {standing === 'paid' ? (
        <Button kind="primary" href={page ?? '/wallet'}>
          {performer === null ? 'Go to the wallet' : `Go to ${performer.name}`}
        </Button>
      ) : null}
      {standing === 'refused' && payment.status !== 'success' && payment.status !== 'refunded' ? (
        <Button kind="primary" href={again}>
          Try again
        </Button>
      ) : null}
      <Button href="/wallet?tab=payments">See payments</Button>
    </div>
  );
}
