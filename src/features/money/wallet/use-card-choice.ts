/** The state of choosing a payment method: the saved cards, the choice, and the fields of a new card. */
import { useImperativeHandle, useRef, useState } from 'react';
import { expiryStateOf } from '@web/lib/wording/card-labels';
import type { CardPickerProps } from '@web/checkout/wallet-parts';
import type { CardEntry } from './card-entry';
import { useCards, useSaveCardForPayment } from './use-cards';

/** The value of the option for another card. */
export const newCard = 'new';

/** Until something is picked, the first usable card is chosen, else `fallback`. The form reads the choice by `ref`. */
export function useCardChoice(ref: CardPickerProps['ref'], fallback: string) {
  const { cards, error, reload } = useCards();
  const saveCard = useSaveCardForPayment();
  const [picked, setPicked] = useState<string | null>(null);
  const entry = useRef<CardEntry>(null);
  const usable = cards?.find((card) => expiryStateOf(card, new Date()) !== 'expired');
  const chosen = picked ?? usable?._id ?? fallback;

  useImperativeHandle(ref, () => ({
    cardId: async () => {
      if (chosen !== newCard || entry.current === null) return chosen;
      const card = await saveCard(await entry.current.tokenize());
      setPicked(card._id);
      return card._id;
    },
  }));
  return { cards, error, reload, chosen, setPicked, entry };
}
