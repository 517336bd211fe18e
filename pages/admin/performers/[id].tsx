/** One performer and her papers. */
import { PerformerScreen } from '@web/features/console/people/performer-page';
import { byId } from '@web/features/console/reads';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/performers/:id', byId(query['id'] ?? ''));
    return undefined;
  },
  screen: PerformerScreen,
});
