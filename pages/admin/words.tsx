/** The words that nobody may write where others read them. */
import { WordsScreen } from '@web/features/console/site-pages/words-screen';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read }) => {
    await read('GET /admin/keyword-filters', {});
    return undefined;
  },
  screen: WordsScreen,
});
