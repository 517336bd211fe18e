/** All accounts. */
import { PeopleScreen } from '@web/features/console/people/people-table';
import { usersRead } from '@web/features/console/reads';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    await read('GET /admin/users/search', usersRead(query));
    return undefined;
  },
  screen: PeopleScreen,
});
