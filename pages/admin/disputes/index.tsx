/** Payment disputes (chargebacks). */
import { DisputesScreen } from '@web/features/console/disputes/disputes-screen';
import { disputesRequest } from '@web/features/console/disputes/requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/disputes/search', disputesRequest(query));
    return undefined;
  },
  screen: DisputesScreen,
});
