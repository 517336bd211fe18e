/** Components of the wallet for dialogs of other features. The shell injects them, so that features do not depend on each other. */
import type { ComponentType, Ref } from 'react';
import type { CardPayment } from './use-card-payment';

/** The payment method, read when the surrounding form is submitted. */
export interface CardChoice {
  /** The id of the chosen card; a new card is saved first. Rejects with `ApiError`, and marks the fields, if there is none. */
  cardId: () => Promise<string>;
}

export interface CardPickerProps {
  ref: Ref<CardChoice>;
  disabled?: boolean;
}

export type PaymentSource = 'card' | 'wallet';

export interface PaymentMethodProps extends CardPickerProps {
  /** The price in tokens, for the wallet. */
  price: number;
  /** Called with what is chosen, first when the cards have been read. Must be stable. */
  onSource: (source: PaymentSource) => void;
}

export interface PaymentProgressProps {
  paying: CardPayment;
}

export interface TopUpInPlaceProps {
  /** The missing amount in tokens. */
  missing: number;
  /** What the button does after the top-up. */
  andThen: 'ask' | 'continue' | 'pay' | 'send' | 'subscribe' | 'unlock';
  /** Called when the top-up starts and when it has succeeded or failed. Must be stable. */
  onPending: (isUnderWay: boolean) => void;
  /** Called before a card is charged: whether the following action would be valid. It shows its own errors. */
  mayBuy?: () => boolean;
  /** The tokens have been credited. */
  onDone: () => void;
}

export interface WalletComponents {
  /** The saved cards, and the fields of a new one. */
  CardPicker: ComponentType<CardPickerProps>;
  /** What pays, in one line: a saved card, the wallet, or the fields of a new card. */
  PaymentMethod: ComponentType<PaymentMethodProps>;
  /** A payment's progress, the bank's authentication, and errors. */
  PaymentProgress: ComponentType<PaymentProgressProps>;
  /** Buys the missing tokens without leaving the dialog. */
  TopUpInPlace: ComponentType<TopUpInPlaceProps>;
}
