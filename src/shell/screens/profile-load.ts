/** Server-side data of a profile page. */
import { readContent } from '@web/features/content/own-content/requests';
import { earningsRequest, earningStatsRequest, subscribersRequest } from '@web/features/money/earnings/requests';
import { performerPostsRequest } from '@web/features/content/feed/requests';
import { salesRequest } from '@web/features/money/orders/requests';
import { holdingsRequest, payoutsRequest } from '@web/features/money/payouts/requests';
import { profileRequest } from '@web/features/people/profile/profile-request';
import { performerProductsRequest } from '@web/features/content/store/requests';
import { plannedShowsRequest } from '@web/features/live/streaming/requests';
import { prefetchOwnShows } from '@web/features/live/streaming/show-settings/studio-requests';
import { performerItemsRequest } from '@web/lib/item-requests';
import { profilePath } from '@web/lib/paths';
import type { LoadContext } from '@web/services/load-context';
import type { LoadResult } from '../page/define-page';

/** Initial reads of the performer's own tabs. */
const ownRequests: Record<string, (context: LoadContext) => Promise<unknown>> = {
  content: readContent,
  subscribers: ({ read, query }) => read('GET /subscriptions/performer/search', subscribersRequest(query)),
  sales: ({ read, query }) => read('GET /orders/search', salesRequest(query)),
  earnings: ({ read, query }) =>
    Promise.all([
      read('GET /performer/earning/stats', earningStatsRequest(query)),
      read('GET /performer/earning/search', earningsRequest(query)),
    ]),
  payouts: ({ read, query }) =>
    Promise.all([
      read('POST /payout-requests/calculate', holdingsRequest),
      read('GET /payout-requests/check/pending-review', {}),
      read('GET /payout-requests/search', payoutsRequest(query)),
    ]),
  live: prefetchOwnShows,
};

/** Initial reads of the public tabs. */
const tabRequests: Record<string, (context: LoadContext, performerId: string) => Promise<unknown>> = {
  feed: ({ readShared, query }, id) => readShared('GET /user/feeds', performerPostsRequest(id, query)),
  videos: ({ readShared, query }, id) => readShared('GET /performer-assets/videos/search', performerItemsRequest(id, query)),
  galleries: ({ readShared, query }, id) => readShared('GET /performer-assets/galleries/search', performerItemsRequest(id, query)),
  live: ({ readShared }, id) => readShared('GET /user/feeds', plannedShowsRequest(id)),
  store: ({ readShared, query }, id) => readShared('GET /performer-assets/products/search', performerProductsRequest(id, query)),
};

/** The query without the profile id, which the redirect from an id to the username keeps. */
function queryWithoutId(query: LoadContext['query']): string {
  const values = Object.entries(query).flatMap(([key, value]) => (key === 'profileId' || value === undefined ? [] : [[key, value]]));
  return values.length === 0 ? '' : `?${new URLSearchParams(values).toString()}`;
}

/** Reads the profile and the tab in the URL. Redirects from an id to the username. */
export async function loadProfile(context: LoadContext): Promise<LoadResult | undefined> {
  const { read, query, viewer } = context;
  const profileId = query['profileId'] ?? '';
  const tab = query['tab'] ?? 'feed';
  const profile = await read('GET /performers/:id', profileRequest(profileId));
  const path = profilePath({ id: profile._id, username: profile.username });
  if (path !== profilePath({ id: profileId })) return { redirect: `${path}${queryWithoutId(query)}` };
  const ownRequest = viewer?._id === profile._id && Object.hasOwn(ownRequests, tab) ? ownRequests[tab] : undefined;
  if (ownRequest) await ownRequest(context);
  // `hasOwn`, since the tab comes from the URL and may be a property of Object.prototype.
  else if (Object.hasOwn(tabRequests, tab)) await tabRequests[tab]?.(context, profile._id);
  return undefined;
}
