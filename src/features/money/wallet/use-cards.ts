/** The viewer's cards, and saving a new one. */
import { useCallback } from 'react';
import { useSWRConfig } from 'swr';
import { services } from '@web/services/services';
import { ApiError } from '@web/services/api-error';
import { isResponseOf, useEndpoint } from '@web/services/use-endpoint';
import { useSettings } from '@web/session/store/hooks';
import type { TokenizedCard } from './card-entry';
import type { Card } from './requests';
import { cardsRequest } from './requests';

/** All of the viewer's cards, the default one first. */
export function useCards() {
  const { data, error, isLoading, mutate } = useEndpoint('GET /payment-cards', cardsRequest);
  const cards = data && [...data.data].sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
  return { cards, error, isLoading, reload: mutate };
}

/** Saves a card at the gateway and reloads every list of cards. */
export function useSaveCard(): (tokenized: TokenizedCard) => Promise<Card> {
  const { paymentGateway } = useSettings();
  const { mutate } = useSWRConfig();
  return useCallback(
    async ({ token }) => {
      const card = await services.payments['POST /:gateway/cards']({ params: { gateway: paymentGateway }, body: { token } });
      await mutate(isResponseOf('GET /payment-cards'));
      return card;
    },
    [mutate, paymentGateway],
  );
}

/**
 * Like `useSaveCard`, for a card that is about to be charged: an already saved card is not an error then, since an attempt with a lost
 * response may have saved it.
 */
export function useSaveCardForPayment(): (tokenized: TokenizedCard) => Promise<Card> {
  const saveCard = useSaveCard();
  return useCallback(
    async (tokenized) => {
      try {
        return await saveCard(tokenized);
      } catch (thrown) {
        if (!(thrown instanceof ApiError) || thrown.error !== 'card_known' || tokenized.display === undefined) throw thrown;
        const { brand, last4 } = tokenized.display;
        const saved = (await services.payments['GET /payment-cards']({ query: cardsRequest.query })).data.find(
          (card) => card.brand === brand && card.last4 === last4,
        );
        if (!saved) throw thrown;
        return saved;
      }
    },
    [saveCard],
  );
}
