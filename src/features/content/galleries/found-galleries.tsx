/** The first matching galleries, on the search page. */
import { itemPreviewRequest } from '@web/lib/item-requests';
import { useEndpoint } from '@web/services/use-endpoint';
import { FirstItems } from '@web/ui/items/item-lists';
import { GalleryCard, galleryNoun } from './gallery-card';
import styles from './galleries.module.css';

export function FoundGalleries({ searchText }: { searchText: string }) {
  const response = useEndpoint('GET /performer-assets/galleries/search', itemPreviewRequest(searchText));
  return (
    <FirstItems response={response} noun={galleryNoun} className={styles.grid} card={(gallery) => <GalleryCard gallery={gallery} />} />
  );
}
