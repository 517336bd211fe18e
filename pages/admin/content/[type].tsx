/** Moderation of published content. */
import { contentRequest } from '@web/features/console/content/requests';
import { ContentScreen } from '@web/features/console/content/content-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    // Live shows have their own table.
    if (query['type'] === 'streams') return { redirect: '/admin/live' };
    await read('GET /admin/content/:type/search', contentRequest(query));
    return undefined;
  },
  screen: ContentScreen,
});
