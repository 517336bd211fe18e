/** Live shows of everybody. */
import { showsRead } from '@web/features/console/live-reads';
import { LiveShowsScreen } from '@web/features/console/live/live-shows-screen';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/streams/search', showsRead(query));
    return undefined;
  },
  screen: LiveShowsScreen,
});
