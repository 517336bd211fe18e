/** Releases of people without an account. */
import { releasesRequest } from '@web/features/console/consent/requests';
import { ReleasesScreen } from '@web/features/console/consent/releases-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/releases/search', releasesRequest(query));
    return undefined;
  },
  screen: ReleasesScreen,
});
