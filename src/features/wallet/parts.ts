/** What the wallet lends to the dialogs of other features. */
import type { WalletParts } from '@web/checkout/wallet-parts';
import { CardPicker } from '../money/wallet/card-picker';
import { PaymentProgress } from '../money/wallet/payment-progress';
import { TopUpInPlace } from '../money/wallet/top-up-in-place';

export const walletParts: WalletParts = { CardPicker, PaymentProgress, TopUpInPlace };
