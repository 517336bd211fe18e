/** Buying tokens with a card. */
import type { RefObject } from 'react';
import type { BodyOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useIntents } from '@web/session/store/hooks';
import { refreshAsked } from '@web/session/intents';
import { problemOf } from '@web/session/problem';
import { useCardPayment } from '@web/checkout/use-card-payment';
import type { CardPayment } from '@web/checkout/use-card-payment';
import type { Payment } from '@web/session/use-settled';
import type { CardChoice } from '@web/checkout/wallet-parts';

type TopUp = Omit<BodyOf<'POST /payment/wallet/top-up'>, 'cardId'>;

export interface TopUpPayment {
  paying: CardPayment;
  /** Pays with the chosen card; the same order is sent again while its answer is lost. */
  buy: (order: TopUp) => Promise<void>;
}

/**
 * `choice` is the handle of the form's `CardPicker`; `reprice` reads anew what the host no longer sells at the price shown;
 * `onPaid` hears of each payment that succeeds, when the tokens are there.
 */
export function useTopUp(
  choice: RefObject<CardChoice | null>,
  reprice: () => Promise<unknown>,
  onPaid: (payment: Payment) => void,
): TopUpPayment {
  const ask = useIntents();
  const paying = useCardPayment((payment) => {
    ask(refreshAsked());
    onPaid(payment);
  });
  const buy = (order: TopUp) => {
    let cardId: string | undefined;
    return paying.pay(async (idempotencyKey) => {
      cardId ??= await choice.current?.cardId();
      try {
        return await services.payments['POST /payment/wallet/top-up']({ body: { ...order, cardId } }, { idempotencyKey });
      } catch (thrown) {
        if (problemOf(thrown, '').code === 'price_changed') await reprice();
        throw thrown;
      }
    });
  };
  return { paying, buy };
}
