/** API queries of a video's page. */
import { relatedItemsRequest } from '@web/lib/item-requests';

export const videoRequest = (id: string) => ({ params: { id } });

/** Other videos of the performer, shown below one of them. */
export const relatedRequest = (performerId: string, excludedId: string) => relatedItemsRequest(performerId, excludedId, 6);
