/** A payment dispute with its evidence. */
import { DisputeScreen } from '@web/features/console/disputes/dispute-screen';
import { byId } from '@web/features/console/parts/requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/disputes/:id', byId(query['id'] ?? ''));
    return undefined;
  },
  screen: DisputeScreen,
});
