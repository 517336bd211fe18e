/** What a gallery's page asks the host. */
import { relatedItemsRead } from '@web/lib/item-reads';

export const galleryRead = (id: string) => ({ params: { id } });

/** Its photos in their order. */
export const photosRead = (galleryId: string) => ({ query: { galleryId, limit: 24, sortBy: 'ordering', sort: 'asc' } as const });

/** A few others of hers, below one of them. */
export const relatedRead = (performerId: string, excludedId: string) => relatedItemsRead(performerId, excludedId, 4);
