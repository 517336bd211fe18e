/** What the server reads of a performer's page before it draws it. */
import { readContent } from '@web/features/content/own-content/requests';
import { earningsRead, earningStatsRead, subscribersRead } from '@web/features/earnings/reads';
import { postsOfRead } from '@web/features/content/feed/requests';
import { salesRead } from '@web/features/orders/reads';
import { holdingsRead, payoutsRead } from '@web/features/payouts/reads';
import { profileRead } from '@web/features/profile/profile-read';
import { productsOfRead } from '@web/features/store/reads';
import { plannedRead } from '@web/features/streaming/reads';
import { readOwnShows } from '@web/features/streaming/studio-reads';
import { itemsOfRead } from '@web/lib/item-reads';
import { profilePath } from '@web/lib/paths';
import type { LoadContext, LoadResult } from './define-page';

/** What the owner's tabs ask the host first. */
const ownReads: Record<string, (context: LoadContext) => Promise<unknown>> = {
  content: readContent,
  subscribers: ({ read, query }) => read('GET /subscriptions/performer/search', subscribersRead(query)),
  sales: ({ read, query }) => read('GET /orders/search', salesRead(query)),
  earnings: ({ read, query }) =>
    Promise.all([
      read('GET /performer/earning/stats', earningStatsRead(query)),
      read('GET /performer/earning/search', earningsRead(query)),
    ]),
  payouts: ({ read, query }) =>
    Promise.all([
      read('POST /payout-requests/calculate', holdingsRead),
      read('GET /payout-requests/check/pending-review', {}),
      read('GET /payout-requests/search', payoutsRead(query)),
    ]),
  live: readOwnShows,
};

/** What the tabs of published things ask the host first. */
const tabReads: Record<string, (context: LoadContext, performerId: string) => Promise<unknown>> = {
  feed: ({ readAlike, query }, id) => readAlike('GET /user/feeds', postsOfRead(id, query)),
  videos: ({ readAlike, query }, id) => readAlike('GET /performer-assets/videos/search', itemsOfRead(id, query)),
  galleries: ({ readAlike, query }, id) => readAlike('GET /performer-assets/galleries/search', itemsOfRead(id, query)),
  live: ({ readAlike }, id) => readAlike('GET /user/feeds', plannedRead(id)),
  store: ({ readAlike, query }, id) => readAlike('GET /performer-assets/products/search', productsOfRead(id, query)),
};

/** What stood behind the name in the address: whoever was sent to her earnings by an id arrives there. */
function restOf(query: LoadContext['query']): string {
  const values = Object.entries(query).flatMap(([key, value]) => (key === 'profileId' || value === undefined ? [] : [[key, value]]));
  return values.length === 0 ? '' : `?${new URLSearchParams(values).toString()}`;
}

/** Reads the page and the tab that the address names; an id leads on to the username. */
export async function loadProfile(context: LoadContext): Promise<LoadResult | undefined> {
  const { read, query, viewer } = context;
  const profileId = query['profileId'] ?? '';
  const tab = query['tab'] ?? 'feed';
  const profile = await read('GET /performers/:id', profileRead(profileId));
  const path = profilePath({ id: profile._id, username: profile.username });
  if (path !== profilePath({ id: profileId })) return { redirect: `${path}${restOf(query)}` };
  const ownRead = viewer?._id === profile._id && Object.hasOwn(ownReads, tab) ? ownReads[tab] : undefined;
  if (ownRead) await ownRead(context);
  // Anybody may write an address: what every object has is no tab.
  else if (Object.hasOwn(tabReads, tab)) await tabReads[tab]?.(context, profile._id);
  return undefined;
}
