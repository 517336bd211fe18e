/** Where fans land after signing in. */
import { HomeScreen } from '@web/features/discovery/home';
import { suggestionsRead } from '@web/features/discovery/landing-reads';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'login',
  layout: 'home',
  load: async ({ read }) => {
    await read('GET /performers/search/random', suggestionsRead);
    return undefined;
  },
  screen: HomeScreen,
});
