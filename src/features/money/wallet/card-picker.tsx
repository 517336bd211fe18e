/** Selects the card to pay with: a saved one, or a new one that is saved with the payment. */
import { cardName, cardExpiryText, expiryStateOf, spokenCard } from '@web/lib/wording/card-labels';
import type { CardPickerProps } from '@web/checkout/wallet-parts';
import { Radios } from '@web/ui/forms/radios';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { CardFields } from './card-fields';
import type { Card } from './requests';
import { newCard, useCardChoice } from './use-card-choice';
import styles from './cards.module.css';

export function CardPicker({ ref, disabled = false }: CardPickerProps) {
  const { cards, error, reload, chosen, setPicked, entry } = useCardChoice(ref, newCard);
  if (error && cards === undefined) return <ErrorState error={error} onRetry={() => void reload()} />;
  if (cards === undefined) return <Skeleton shape="form" label="Loading your cards…" />;
  return (
    <div className={styles.picker}>
      {cards.length === 0 ? null : (
        <Radios
          label="Pay with"
          value={chosen}
          disabled={disabled}
          onChange={setPicked}
          options={[...cards.map(cardOption), { value: newCard, label: 'Another card' }]}
        />
      )}
      {chosen === newCard ? <CardFields ref={entry} disabled={disabled} /> : null}
    </div>
  );
}

const notes = { valid: '', expiring: ', expires soon', expired: ', expired' } as const;

/** A card as an option of `Radios`; an expired card is disabled. */
export function cardOption(card: Card) {
  const expiry = expiryStateOf(card, new Date());
  return {
    value: card._id,
    label: cardName(card),
    spoken: spokenCard(card),
    note: `${card.isDefault ? 'Default · until' : 'Until'} ${cardExpiryText(card)}${notes[expiry]}`,
    disabled: expiry === 'expired',
  };
}
