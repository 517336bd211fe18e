/** Finding performers; the filters are the address. */
import { filtersOf, searchQueryOf } from '@web/features/discovery/explore-filters';
import { ExploreScreen } from '@web/features/discovery/explore';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'open',
  layout: 'home',
  forbidsRedirect: true,
  load: async ({ readAlike, query }) => {
    await readAlike('GET /performers/user/search', { query: searchQueryOf(filtersOf(query), new Date()) });
    return undefined;
  },
  screen: ExploreScreen,
});
