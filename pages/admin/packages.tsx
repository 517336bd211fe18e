/** Token packages. */
import { packagesRequest } from '@web/features/console/parts/money-requests';
import { PackagesScreen } from '@web/features/console/money/packages-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/packages/search', packagesRequest(query));
    return undefined;
  },
  screen: PackagesScreen,
});
