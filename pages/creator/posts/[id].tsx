/** Creates (`/creator/posts/new`) or edits a post. */
import { PostEditor } from '@web/features/content/editing/post/post-editor';
import { editedId, ownItemRequest } from '@web/features/content/editing/shared/requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'performer',
  delegateRight: 'content',
  load: async ({ read, query }) => {
    const id = editedId(query);
    if (id !== null) await read('GET /performer/feeds/:id', ownItemRequest(id));
    return undefined;
  },
  screen: PostEditor,
});
