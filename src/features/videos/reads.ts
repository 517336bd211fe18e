/** What a video's page asks the host. */
import { relatedItemsRead } from '@web/lib/item-reads';

export const videoRead = (id: string) => ({ params: { id } });

/** A few others of hers, below one of them. */
export const relatedRead = (performerId: string, excludedId: string) => relatedItemsRead(performerId, excludedId, 6);
