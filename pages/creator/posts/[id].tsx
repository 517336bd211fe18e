/** Writing a post (`/creator/posts/new`) and changing one. */
import { PostEditor } from '@web/features/content/editing/post/post-editor';
import { editedAt, ownRead } from '@web/features/editing/reads';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'performer',
  helper: 'content',
  load: async ({ read, query }) => {
    const id = editedAt(query);
    if (id !== null) await read('GET /performer/feeds/:id', ownRead(id));
    return undefined;
  },
  screen: PostEditor,
});
