/** Galleries of all performers: a tab of the explore page. */
import { ExploreItems } from '@web/ui/items/item-search';
import { galleryNoun } from './gallery-card';
import { GalleryGrid } from './gallery-grid';

export function ExploreGalleries() {
  return <ExploreItems noun={galleryNoun} list={(query, empty) => <GalleryGrid query={query} inView={4} empty={empty} />} />;
}
