/** Uploads videos (`/creator/videos/new`) or edits one. */
import { editedId, ownItemQuery } from '@web/features/content/editing/shared/requests';
import { VideoEditor } from '@web/features/content/editing/video/video-editor';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'performer',
  helper: 'content',
  load: async ({ read, query }) => {
    const id = editedId(query);
    if (id !== null) await read('GET /performer/performer-assets/videos/:id/view', ownItemQuery(id));
    return undefined;
  },
  screen: VideoEditor,
});
