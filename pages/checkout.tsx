/** The checkout of the cart. */
import { CheckoutScreen } from '@web/features/content/store/checkout/checkout-screen';
import { walletComponents } from '@web/features/money/wallet/parts';
import { definePage } from '@web/shell/page/define-page';

export default definePage({ access: 'fan', screen: () => <CheckoutScreen parts={walletComponents} /> });
