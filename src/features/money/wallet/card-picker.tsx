/** Selects the card that pays: a saved one, or a new one that is saved with the payment. */
import { useImperativeHandle, useRef, useState } from 'react';
import { cardName, cardUntil, expiryOf, spokenCard } from '@web/lib/wording/card-labels';
import type { CardPickerProps } from '@web/checkout/wallet-parts';
import { Radios } from '@web/ui/forms/radios';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import type { CardEntry } from './card-entry';
import { CardFields } from './card-fields';
import type { Card } from './requests';
import { useCards, useSaveCardForPayment } from './use-cards';
import styles from './cards.module.css';

/** The value of the option for another card. */
export const newCard = 'new';

export function CardPicker({ ref, disabled = false }: CardPickerProps) {
  const { cards, error, reload } = useCards();
  const saveCard = useSaveCardForPayment();
  const [picked, setPicked] = useState<string | null>(null);
  const entry = useRef<CardEntry>(null);
  const usable = cards?.filter((card) => expiryOf(card, new Date()) !== 'over');
  const chosen = picked ?? usable?.[0]?._id ?? newCard;

  useImperativeHandle(ref, () => ({
    cardId: async () => {
      if (chosen !== newCard || entry.current === null) return chosen;
      const card = await saveCard(await entry.current.enter());
      setPicked(card._id);
      return card._id;
    },
  }));

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

const notes = { fine: '', soon: ', expires soon', over: ', expired' } as const;

/** A card as an option. */
export function cardOption(card: Card) {
  const expiry = expiryOf(card, new Date());
  return {
    value: card._id,
    label: cardName(card),
    spoken: spokenCard(card),
    note: `${card.isDefault ? 'Default · until' : 'Until'} ${cardUntil(card)}${notes[expiry]}`,
    disabled: expiry === 'over',
  };
}
