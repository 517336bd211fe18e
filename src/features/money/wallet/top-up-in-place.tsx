/** Buys the tokens that are missing for a payment, inside that payment's dialog; the values typed there are kept. */
import { useEffect, useId, useRef } from 'react';
import { formatCurrency, formatTokens, formatTokenCount } from '@web/lib/i18n/money';
import { useSettings } from '@web/session/store/hooks';
import { isPending } from '@web/checkout/use-card-payment';
import type { CardChoice, TopUpInPlaceProps } from '@web/checkout/wallet-parts';
import { Button } from '@web/ui/actions/button';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import { CardPicker } from './card-picker';
import { PaymentProgress } from './payment-progress';
import { useTopUp } from './use-top-up';
import styles from './top-up.module.css';

/** The price of an amount is fixed; only the site's limits may change, and an error names them. */
const nothingToReload = (): Promise<void> => Promise.resolve();

const buttonLabels: Record<TopUpInPlaceProps['andThen'], (amount: string) => string> = {
  ask: (amount) => `Top up ${amount} and send request`,
  continue: (amount) => `Top up ${amount} and continue`,
  pay: (amount) => `Top up ${amount} and pay`,
  send: (amount) => `Top up ${amount} and send`,
  subscribe: (amount) => `Top up ${amount} and subscribe`,
  unlock: (amount) => `Top up ${amount} and unlock`,
};

export function TopUpInPlace({ missing, andThen, onPending, mayBuy, onDone }: TopUpInPlaceProps) {
  const { minimumWalletPrice: minimum, maximumWalletPrice: maximum, currency } = useSettings();
  const choice = useRef<CardChoice>(null);
  const { paying, buy } = useTopUp(choice, nothingToReload, () => {
    onPending(false);
    onDone();
  });
  const isBuying = isPending(paying.state) && paying.state !== 'paid';
  useEffect(() => onPending(isBuying), [isBuying, onPending]);
  const titleId = useId();
  const amount = Math.max(missing, minimum);
  if (missing > maximum)
    return (
      <Notice tone="warn">
        You need {formatTokenCount(missing)} more. A single top-up is limited to {formatCurrency(maximum, currency)}.{' '}
        <Link href="/wallet">Open wallet</Link>
      </Notice>
    );
  const press = () => {
    if (mayBuy?.() ?? true) void buy({ amount, expectedPrice: amount, expectedTokens: amount });
  };
  const busy = paying.state === 'busy' || paying.state === 'checking';
  return (
    <section className={styles.inPlace} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.inPlaceTitle}>
        You need {formatTokenCount(missing)} more
      </h3>
      <p className={styles.quiet}>
        You pay {formatCurrency(amount, currency)} and get {formatTokenCount(amount)}
      </p>
      {amount > missing ? <p className={styles.quiet}>The minimum top-up is {formatCurrency(minimum, currency)}.</p> : null}
      <CardPicker ref={choice} disabled={isPending(paying.state)} />
      <PaymentProgress paying={paying} />
      {paying.state === 'authenticating' || paying.state === 'waiting' ? null : (
        <Button kind="primary" wide busy={busy || paying.state === 'paid'} onPress={press}>
          {paying.state === 'checking' ? 'Checking…' : buttonLabels[andThen](formatTokens(amount))}
        </Button>
      )}
    </section>
  );
}
