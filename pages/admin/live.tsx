/** All live shows. */
import { showsRequest } from '@web/features/console/live/requests';
import { LiveShowsScreen } from '@web/features/console/live/live-shows-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/streams/search', showsRequest(query));
    return undefined;
  },
  screen: LiveShowsScreen,
});
