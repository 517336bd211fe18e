/** Making a gallery (`/creator/galleries/new`) and changing one. */
import { GalleryEditor } from '@web/features/content/editing/gallery/gallery-editor';
import { editedAt, galleryPhotosRead, ownRead } from '@web/features/editing/reads';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'performer',
  helper: 'content',
  load: async ({ read, query }) => {
    const id = editedAt(query);
    if (id === null) return undefined;
    await Promise.all([
      read('GET /performer/performer-assets/galleries/:id/view', ownRead(id)),
      read('GET /performer/performer-assets/photos/search', galleryPhotosRead(id)),
    ]);
    return undefined;
  },
  screen: GalleryEditor,
});
