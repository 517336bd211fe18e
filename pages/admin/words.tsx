/** Blocked words. */
import { WatchedWordsScreen } from '@web/features/console/site-pages/words-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read }) => {
    await read('GET /admin/keyword-filters', {});
    return undefined;
  },
  screen: WatchedWordsScreen,
});
