/** Uploading videos (`/creator/videos/new`) and changing one. */
import { editedAt, ownRead } from '@web/features/editing/reads';
import { VideoEditor } from '@web/features/content/editing/video/video-editor';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'performer',
  helper: 'content',
  load: async ({ read, query }) => {
    const id = editedAt(query);
    if (id !== null) await read('GET /performer/performer-assets/videos/:id/view', ownRead(id));
    return undefined;
  },
  screen: VideoEditor,
});
