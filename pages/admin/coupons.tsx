/** Coupons for top-ups. */
import { CouponsScreen } from '@web/features/console/money/coupons-screen';
import { couponsRequest } from '@web/features/console/parts/money-requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/coupons/search', couponsRequest(query));
    return undefined;
  },
  screen: CouponsScreen,
});
