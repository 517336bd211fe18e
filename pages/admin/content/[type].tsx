/** What people have published. */
import { contentRead } from '@web/features/console/content/reads';
import { ContentScreen } from '@web/features/console/content/content-screen';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    // Shows are ended in a table of their own.
    if (query['type'] === 'streams') return { redirect: '/admin/live' };
    await read('GET /admin/content/:type/search', contentRead(query));
    return undefined;
  },
  screen: ContentScreen,
});
