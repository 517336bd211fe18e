/** Parts of the wallet that the dialogs of other features show inside. The shell hands them over, so that no feature knows another. */
import type { ComponentType, Ref } from 'react';
import type { CardPayment } from './use-card-payment';

/** What pays, once the form around it is sent. */
export interface CardChoice {
  /** The id of the chosen card; a new one is kept first. Rejects with `Refused`, and marks the fields, when there is none. */
  cardId: () => Promise<string>;
}

export interface CardPickerProps {
  ref: Ref<CardChoice>;
  disabled?: boolean;
}

export interface PaymentProgressProps {
  paying: CardPayment;
}

export interface TopUpInPlaceProps {
  /** What the balance lacks, in tokens. */
  missing: number;
  /** What follows at once, such as "send". */
  andThen: string;
  /** Told when the top-up begins, and when it has come to nothing or to its end; a stable function. */
  onUnderWay: (isUnderWay: boolean) => void;
  /** Asked before a card is charged: whether what follows could follow. Says itself what stands in its way. */
  mayBuy?: () => boolean;
  /** The tokens are there. */
  onDone: () => void;
}

export interface WalletParts {
  /** The own cards, and the fields of a new one. */
  CardPicker: ComponentType<CardPickerProps>;
  /** How a payment goes, the bank's question about it, and why it was refused. */
  PaymentProgress: ComponentType<PaymentProgressProps>;
  /** Buys the missing tokens without leaving the dialog. */
  TopUpInPlace: ComponentType<TopUpInPlaceProps>;
}
