/** Components of the wallet for the dialogs of other features. */
import type { WalletComponents } from '@web/checkout/wallet-parts';
import { CardPicker } from './card-picker';
import { PaymentMethod } from './payment-method';
import { PaymentProgress } from './payment-progress';
import { TopUpInPlace } from './top-up-in-place';

export const walletComponents: WalletComponents = { CardPicker, PaymentMethod, PaymentProgress, TopUpInPlace };
