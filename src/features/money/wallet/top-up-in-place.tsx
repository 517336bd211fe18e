/** Buys the tokens that a payment lacks, inside the dialog that noticed it; what was typed there stays. */
import { useEffect, useId, useRef } from 'react';
import { formatCurrency, formatTokens, spokenTokens } from '@web/lib/i18n/money';
import { useSettings } from '@web/session/store/hooks';
import { isUnderWay } from '@web/checkout/use-card-payment';
import type { CardChoice, TopUpInPlaceProps } from '@web/checkout/wallet-parts';
import { Button } from '@web/ui/actions/button';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import { CardPicker } from './card-picker';
import { PaymentProgress } from './payment-progress';
import { useTopUp } from './use-top-up';
import styles from './top-up.module.css';

/** An amount costs what it is; only the site's limits may change, and a refusal names them. */
const nothingToReprice = (): Promise<void> => Promise.resolve();

export function TopUpInPlace({ missing, andThen, onUnderWay, mayBuy, onDone }: TopUpInPlaceProps) {
  const { minimumWalletPrice: least, maximumWalletPrice: most, currency } = useSettings();
  const choice = useRef<CardChoice>(null);
  const { paying, buy } = useTopUp(choice, nothingToReprice, () => {
    onUnderWay(false);
    onDone();
  });
  const isBuying = isUnderWay(paying.state) && paying.state !== 'paid';
  useEffect(() => onUnderWay(isBuying), [isBuying, onUnderWay]);
  const titleId = useId();
  const amount = Math.max(missing, least);
  if (missing > most)
    return (
      <Notice tone="warn">
        Your balance is {spokenTokens(missing)} short, and one top-up is at most {formatCurrency(most, currency)}.{' '}
        <Link href="/wallet">Open the wallet</Link>
      </Notice>
    );
  const press = () => {
    if (mayBuy?.() ?? true) void buy({ amount, expectedPrice: amount, expectedTokens: amount });
  };
  const busy = paying.state === 'busy' || paying.state === 'checking';
  return (
    <section className={styles.inPlace} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.inPlaceTitle}>
        Your balance is {spokenTokens(missing)} short
      </h3>
      <p className={styles.quiet}>
        You pay {formatCurrency(amount, currency)} → {spokenTokens(amount)}
        {amount > missing ? `. ${formatCurrency(least, currency)} is the smallest top-up.` : ''}
      </p>
      <CardPicker ref={choice} disabled={isUnderWay(paying.state)} />
      <PaymentProgress paying={paying} />
      {paying.state === 'asking' || paying.state === 'waiting' ? null : (
        <Button kind="primary" wide busy={busy || paying.state === 'paid'} onPress={press}>
          {paying.state === 'checking' ? 'Checking…' : `Top up ${formatTokens(amount)} and ${andThen}`}
        </Button>
      )}
    </section>
  );
}
