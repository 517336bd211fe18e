/** Packages of tokens on sale. */
import { packagesRead } from '@web/features/console/money-reads';
import { PackagesScreen } from '@web/features/console/packages-screen';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/packages/search', packagesRead(query));
    return undefined;
  },
  screen: PackagesScreen,
});
