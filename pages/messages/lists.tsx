/** A performer's lists of fans. */
import { ListsScreen } from '@web/features/talk/messages/lists/lists-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'performer',
  load: async ({ read }) => {
    await read('GET /performer/lists', {});
    return undefined;
  },
  screen: ListsScreen,
});
