/** The first matching galleries: a part of the search page. */
import { firstItemsRequest } from '@web/lib/item-requests';
import { useEndpoint } from '@web/services/use-endpoint';
import { FirstItems } from '@web/ui/items/item-lists';
import { GalleryCard, galleryNoun } from './gallery-card';
import styles from './galleries.module.css';

export function FoundGalleries({ words }: { words: string }) {
  const answer = useEndpoint('GET /performer-assets/galleries/search', firstItemsRequest(words));
  return <FirstItems answer={answer} noun={galleryNoun} className={styles.grid} card={(gallery) => <GalleryCard gallery={gallery} />} />;
}
