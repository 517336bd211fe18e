/** The cart of a fan or guest. It is stored in the browser, so the server loads nothing. */
import { CartScreen } from '@web/features/content/store/checkout/cart-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({ access: 'open', screen: CartScreen });
