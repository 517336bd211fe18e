/** API queries of a gallery's page. */
import { relatedItemsRequest } from '@web/lib/item-requests';

export const galleryRequest = (id: string) => ({ params: { id } });

/** Its photos in order. */
export const photosRequest = (galleryId: string) => ({ query: { galleryId, limit: 24, sortBy: 'ordering', sort: 'asc' } as const });

/** A few other galleries of the performer, below one of them. */
export const relatedRequest = (performerId: string, excludedId: string) => relatedItemsRequest(performerId, excludedId, 4);
