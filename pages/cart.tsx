/** What a fan or a guest means to buy. It lies in the browser: the server has nothing to read for it. */
import { CartScreen } from '@web/features/content/store/checkout/cart-screen';
import { definePage } from '@web/shell/define-page';

export default definePage({ access: 'open', screen: CartScreen });
