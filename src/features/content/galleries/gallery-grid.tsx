/** A grid of galleries with infinite scrolling. */
import type { ReactNode } from 'react';
import type { QueryOf } from '@web/services/call';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import { ItemGrid } from '@web/ui/items/item-lists';
import { GalleryCard, galleryNoun } from './gallery-card';
import styles from './galleries.module.css';

interface GalleryGridProps {
  query: QueryOf<'GET /performer-assets/galleries/search'>;
  /** The empty state. */
  empty: ReactNode;
  hidesName?: boolean;
  /** The number of pictures above the fold, which are loaded eagerly. */
  inView?: number;
}

export function GalleryGrid({ query, empty, hidesName = false, inView = 0 }: GalleryGridProps) {
  return (
    <ItemGrid
      pages={useEndpointPages('GET /performer-assets/galleries/search', query)}
      noun={galleryNoun}
      className={styles.grid}
      card={(gallery, index) => <GalleryCard gallery={gallery} hidesName={hidesName} first={index < inView} />}
      empty={empty}
    />
  );
}
