/** Buys tokens with a card. */
import type { RefObject } from 'react';
import type { BodyOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useAppDispatch } from '@web/session/store/hooks';
import { refreshRequested } from '@web/session/store/intents';
import { serializeError } from '@web/services/serialized-error';
import { useCardPayment } from '@web/checkout/use-card-payment';
import type { CardPayment } from '@web/checkout/use-card-payment';
import type { Payment } from '@web/checkout/use-tracked-payment';
import type { CardChoice } from '@web/checkout/wallet-parts';

type TopUp = Omit<BodyOf<'POST /payment/wallet/top-up'>, 'cardId'>;

export interface TopUpPayment {
  paying: CardPayment;
  /** Pays with the selected card; resends the same order while its response is lost. */
  buy: (order: TopUp) => Promise<void>;
}

/**
 * `choice` is the handle of the form's `CardPicker`. `reloadPrices` reloads prices that the API no longer accepts.
 * `onPaid` is called for each successful payment, once the tokens are credited.
 */
export function useTopUp(
  choice: RefObject<CardChoice | null>,
  reloadPrices: () => Promise<unknown>,
  onPaid: (payment: Payment) => void,
): TopUpPayment {
  const dispatch = useAppDispatch();
  const paying = useCardPayment((payment) => {
    dispatch(refreshRequested());
    onPaid(payment);
  });
  const buy = (order: TopUp) => {
    let cardId: string | undefined;
    return paying.pay(async (idempotencyKey) => {
      cardId ??= await choice.current?.cardId();
      try {
        return await services.payments['POST /payment/wallet/top-up']({ body: { ...order, cardId } }, { idempotencyKey });
      } catch (thrown) {
        if (serializeError(thrown, '').code === 'price_changed') await reloadPrices();
        throw thrown;
      }
    });
  };
  return { paying, buy };
}
