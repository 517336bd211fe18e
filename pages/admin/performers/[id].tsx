/** A performer and their identity documents. */
import { PerformerScreen } from '@web/features/console/people/performer-page';
import { byId } from '@web/features/console/parts/requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/performers/:id', byId(query['id'] ?? ''));
    return undefined;
  },
  screen: PerformerScreen,
});
