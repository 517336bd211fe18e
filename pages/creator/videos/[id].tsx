/** Uploads videos (`/creator/videos/new`) or edits one. */
import { editedId, ownItemRequest } from '@web/features/content/editing/shared/requests';
import { VideoEditor } from '@web/features/content/editing/video/video-editor';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'performer',
  delegateRight: 'content',
  load: async ({ read, query }) => {
    const id = editedId(query);
    if (id !== null) await read('GET /performer/performer-assets/videos/:id/view', ownItemRequest(id));
    return undefined;
  },
  screen: VideoEditor,
});
