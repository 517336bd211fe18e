/** All accounts. */
import { PeopleScreen } from '@web/features/console/people/people-table';
import { usersRequest } from '@web/features/console/parts/requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/users/search', usersRequest(query));
    return undefined;
  },
  screen: PeopleScreen,
});
