/** Items of mixed kinds by id, for lists of purchases and bookmarks. */
import type { UnlockType } from '@contract/kernel/values/money';
import type { Context } from '../../platform/context';
import { galleryResponses, videoResponses, type GalleryResponse, type VideoResponse } from './asset-rows';
import { feedResponses, type FeedResponse } from './feed-rows';
import type { ItemViewer } from './rows';

export type ItemResponse = FeedResponse | GalleryResponse | VideoResponse;

const responsesOf = { feed: feedResponses, gallery: galleryResponses, video: videoResponses } as const;

/** Items by id and kind as the viewer sees them. The caller has checked that the viewer may know of them. */
export async function itemResponses(
  ctx: Context,
  viewer: ItemViewer,
  requested: readonly { kind: UnlockType; id: string }[],
): Promise<Map<string, ItemResponse>> {
  const kinds = [...new Set(requested.map(({ kind }) => kind))];
  const responses = new Map<string, ItemResponse>();
  for (const kind of kinds) {
    const ids = requested.filter((item) => item.kind === kind).map(({ id }) => id);
    for (const [id, response] of await responsesOf[kind](ctx, viewer, ids)) responses.set(id, response);
  }
  return responses;
}
