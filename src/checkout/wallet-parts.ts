/** Wallet components that other features use in their dialogs. The shell injects them, so that features do not depend on each other. */
import type { ComponentType, Ref } from 'react';
import type { CardPayment } from './use-card-payment';

/** The `ref` of a card picker, called when the surrounding form is submitted. */
export interface CardChoice {
  /** The id of the chosen card; a new card is saved first. Without a valid card it marks the fields and rejects with `ApiError`. */
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
  /** Called with the chosen source: first when the saved cards have loaded, then on each change. Must be stable. */
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
  onPending: (isPending: boolean) => void;
  /** Called before a card is charged: whether the following action would be valid. It shows its own errors. */
  mayBuy?: () => boolean;
  /** Called when the tokens have been credited. */
  onDone: () => void;
}

export interface WalletComponents {
  /** The saved cards, and the fields of a new one. */
  CardPicker: ComponentType<CardPickerProps>;
  /** The payment method: a saved card or the wallet on one line, or the fields of a new card. */
  PaymentMethod: ComponentType<PaymentMethodProps>;
  /** A payment's progress, the bank's authentication, and errors. */
  PaymentProgress: ComponentType<PaymentProgressProps>;
  /** Buys the missing tokens without leaving the dialog. */
  TopUpInPlace: ComponentType<TopUpInPlaceProps>;
}
