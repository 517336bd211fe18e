/** An account. */
import { PersonScreen } from '@web/features/console/people/person-page';
import { byId } from '@web/features/console/parts/requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/users/:id', byId(query['id'] ?? ''));
    return undefined;
  },
  screen: PersonScreen,
});
