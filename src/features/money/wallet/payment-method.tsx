/** The payment method of a subscription: one line with the selected method; Change opens the list of all methods. */
import { useEffect, useState } from 'react';
import { cardName, spokenCard } from '@web/lib/wording/card-labels';
import { formatTokens } from '@web/lib/i18n/money';
import type { PaymentMethodProps } from '@web/checkout/wallet-parts';
import { useCurrentUser } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { CardIcon, WalletIcon } from '@web/ui/icons/icons';
import { Radios } from '@web/ui/forms/radios';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { CardFields } from './card-fields';
import { cardOption } from './card-picker';
import type { Card } from './requests';
import { newCard, useCardChoice } from './use-card-choice';
import styles from './cards.module.css';

const wallet = 'wallet';

/** Initially a saved card; without one, the wallet if its balance covers the price, else a new card. */
export function PaymentMethod({ ref, price, onSource, disabled = false }: PaymentMethodProps) {
  const balance = useCurrentUser()?.balance ?? 0;
  const [isOpen, setOpen] = useState(false);
  const { cards, error, reload, chosen, setPicked, entry } = useCardChoice(ref, balance >= price ? wallet : newCard);
  const source = chosen === wallet ? 'wallet' : 'card';
  const isLoaded = cards !== undefined;

  useEffect(() => {
    if (isLoaded) onSource(source);
  }, [isLoaded, onSource, source]);

  if (error && cards === undefined) return <ErrorState error={error} onRetry={() => void reload()} />;
  if (cards === undefined) return <Skeleton shape="row" label="Loading your payment methods…" />;
  const card = cards.find(({ _id }) => _id === chosen);
  if (!isOpen && chosen !== newCard)
    return (
      <div className={styles.method} role="group" aria-label="Payment method">
        {card ? <CardName card={card} /> : <WalletName balance={balance} />}
        <Button kind="quiet" size="small" disabled={disabled} onPress={() => setOpen(true)}>
          Change
        </Button>
      </div>
    );
  return (
    <div className={styles.picker}>
      <Radios
        label="Payment method"
        value={chosen}
        disabled={disabled}
        onChange={setPicked}
        options={[
          ...cards.map(cardOption),
          { value: wallet, label: 'Wallet', note: `${formatTokens(balance)} tokens` },
          { value: newCard, label: cards.length === 0 ? 'Card' : 'Another card' },
        ]}
      />
      {chosen === newCard ? <CardFields ref={entry} disabled={disabled} /> : null}
    </div>
  );
}

function CardName({ card }: { card: Card }) {
  return (
    <>
      <CardIcon />
      <span className={styles.methodName}>
        <span aria-hidden="true">{cardName(card)}</span>
        <span className="visually-hidden">{spokenCard(card)}</span>
      </span>
    </>
  );
}

function WalletName({ balance }: { balance: number }) {
  return (
    <>
      <WalletIcon />
      <span className={styles.methodName}>
        Wallet <span className={styles.quiet}>{formatTokens(balance)} tokens</span>
      </span>
    </>
  );
}
