/** A gallery, by its speaking name or its id. */
import { GalleryScreen } from '@web/features/content/galleries/gallery-screen';
import { galleryRead, photosRead, relatedRead } from '@web/features/galleries/reads';
import { LazyComments } from '@web/features/content/comments/lazy-comments';
import { definePage } from '@web/shell/define-page';
import { useSiteFacts } from '@web/shell/facts';

function Screen() {
  const { siteUrl } = useSiteFacts();
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
    const gallery = await read('GET /performer-assets/galleries/:id', galleryRead(query['id'] ?? ''));
    await Promise.all([
      read('GET /performer-assets/photos', photosRead(gallery._id)),
      read('GET /performer-assets/galleries/search', relatedRead(gallery.performer._id, gallery._id)),
    ]);
    return undefined;
  },
  screen: Screen,
});
