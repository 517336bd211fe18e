/** Paying for what lies in the cart. */
import { CheckoutScreen } from '@web/features/content/store/checkout/checkout-screen';
import { walletParts } from '@web/features/wallet/parts';
import { definePage } from '@web/shell/define-page';

export default definePage({ access: 'fan', screen: () => <CheckoutScreen parts={walletParts} /> });
