/** Packages of tokens on sale. */
import { packagesRead } from '@web/features/console/parts/money-requests';
import { PackagesScreen } from '@web/features/console/money/packages-screen';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/packages/search', packagesRead(query));
    return undefined;
  },
  screen: PackagesScreen,
});
