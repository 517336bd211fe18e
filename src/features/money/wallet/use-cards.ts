/** The own cards, and keeping a new one. */
import { useCallback } from 'react';
import { useSWRConfig } from 'swr';
import { services } from '@web/services/services';
import { Refused } from '@web/services/api-error';
import { isAnswerOf, useEndpoint } from '@web/services/use-endpoint';
import { useSettings } from '@web/session/store/hooks';
import type { EnteredCard } from '../../wallet/card-entry';
import type { Card } from '../../wallet/reads';
import { cardsRead } from '../../wallet/reads';

/** All own cards, the default one first. */
export function useCards() {
  const { data, error, isLoading, mutate } = useEndpoint('GET /payment-cards', cardsRead);
  const cards = data && [...data.data].sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
  return { cards, error, isLoading, reload: mutate };
}

/** Keeps a card at the gateway; every list of cards learns of it. */
export function useKeepCard(): (entered: EnteredCard) => Promise<Card> {
  const { paymentGateway } = useSettings();
  const { mutate } = useSWRConfig();
  return useCallback(
    async ({ token }) => {
      const card = await services.payments['POST /:gateway/cards']({ params: { gateway: paymentGateway }, body: { token } });
      await mutate(isAnswerOf('GET /payment-cards'));
      return card;
    },
    [mutate, paymentGateway],
  );
}

/**
 * As `useKeepCard`, for a card that is about to pay: one that is kept already is no fault then, since an answer that was lost
 * may have kept it.
 */
export function useCardToPayWith(): (entered: EnteredCard) => Promise<Card> {
  const keep = useKeepCard();
  return useCallback(
    async (entered) => {
      try {
        return await keep(entered);
      } catch (thrown) {
        if (!(thrown instanceof Refused) || thrown.error !== 'card_known' || entered.face === undefined) throw thrown;
        const { brand, last4 } = entered.face;
        const known = (await services.payments['GET /payment-cards']({ query: cardsRead.query })).data.find(
          (card) => card.brand === brand && card.last4 === last4,
        );
        if (!known) throw thrown;
        return known;
      }
    },
    [keep],
  );
}
