/** Creates (`/creator/galleries/new`) or edits a gallery. */
import { GalleryEditor } from '@web/features/content/editing/gallery/gallery-editor';
import { editedId, galleryPhotosRequest, ownItemRequest } from '@web/features/content/editing/shared/requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'performer',
  delegateRight: 'content',
  load: async ({ read, query }) => {
    const id = editedId(query);
    if (id === null) return undefined;
    await Promise.all([
      read('GET /performer/performer-assets/galleries/:id/view', ownItemRequest(id)),
      read('GET /performer/performer-assets/photos/search', galleryPhotosRequest(id)),
    ]);
    return undefined;
  },
  screen: GalleryEditor,
});
