/** API queries of a gallery's page. */
import { relatedItemsRequest } from '@web/lib/item-requests';

export const galleryRequest = (id: string) => ({ params: { id } });

/** The gallery's photos in their order. */
export const photosRequest = (galleryId: string) => ({ query: { galleryId, limit: 24, sortBy: 'ordering', sort: 'asc' } as const });

/** Other galleries of the performer, shown below one of them. */
export const relatedRequest = (performerId: string, excludedId: string) => relatedItemsRequest(performerId, excludedId, 4);
