/** A gallery, by slug or id. */
import { GalleryScreen } from '@web/features/content/galleries/gallery-screen';
import { galleryRequest, photosRequest, relatedRequest } from '@web/features/content/galleries/requests';
import { readComments } from '@web/features/content/comments/requests';
import { LazyComments } from '@web/features/content/comments/lazy-comments';
import { definePage } from '@web/shell/page/define-page';
import { useSiteInfo } from '@web/shell/page/site-info';

function Screen() {
  const { siteUrl } = useSiteInfo();
  return (
    <GalleryScreen
      siteUrl={siteUrl}
      comments={(gallery) => (
        <LazyComments
          objectType="gallery"
          objectId={gallery._id}
          total={gallery.stats.comments}
          access={{ isLocked: gallery.isLocked, isPublished: gallery.state === 'published' }}
        />
      )}
    />
  );
}

export default definePage({
  access: 'open',
  forbidsRedirect: true,
  load: async ({ read, query }) => {
    const gallery = await read('GET /performer-assets/galleries/:id', galleryRequest(query['id'] ?? ''));
    await Promise.all([
      read('GET /performer-assets/photos', photosRequest(gallery._id)),
      read('GET /performer-assets/galleries/search', relatedRequest(gallery.performer._id, gallery._id)),
      readComments({ read }, 'gallery', gallery),
    ]);
    return undefined;
  },
  screen: Screen,
});
