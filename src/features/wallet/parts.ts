/** What the wallet lends to the dialogs of other features. */
import type { WalletParts } from '@web/session/wallet-parts';
import { CardPicker } from './card-picker';
import { PaymentProgress } from './paying';
import { TopUpInPlace } from './top-up-in-place';

export const walletParts: WalletParts = { CardPicker, PaymentProgress, TopUpInPlace };
