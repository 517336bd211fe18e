/** Coupons for top-ups. */
import { CouponsScreen } from '@web/features/console/money/coupons-screen';
import { couponsRead } from '@web/features/console/parts/money-requests';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/coupons/search', couponsRead(query));
    return undefined;
  },
  screen: CouponsScreen,
});
