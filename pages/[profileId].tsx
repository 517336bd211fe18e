/** A performer's page, by username; an id gives way to the username where there is one. Its owner finds her sales and her money here too. */
import { NothingYet } from '@web/features/feed/nothing-yet';
import { postsOfRead } from '@web/features/feed/reads';
import { profileRead } from '@web/features/profile/profile-read';
import { ProfileScreen } from '@web/features/profile/profile-screen';
import type { Profile } from '@web/features/profile/profile-screen';
import { profilePath } from '@web/lib/paths';
import { definePage } from '@web/shell/define-page';
import type { LoadContext } from '@web/shell/define-page';
import { useSiteFacts } from '@web/shell/facts';
import dynamic from 'next/dynamic';

const Content = dynamic(() => import('@web/shell/own-content').then((loaded) => loaded.OwnContent));
const Feed = dynamic(() => import('@web/features/feed/profile-feed').then((loaded) => loaded.ProfileFeed));
const Videos = dynamic(() => import('@web/features/videos/profile-videos').then((loaded) => loaded.ProfileVideos));
const Galleries = dynamic(() => import('@web/features/galleries/profile-galleries').then((loaded) => loaded.ProfileGalleries));
const Live = dynamic(() => import('@web/features/streaming/profile-live').then((loaded) => loaded.ProfileLive));
const Store = dynamic(() => import('@web/features/store/profile-store').then((loaded) => loaded.ProfileStore));
/** Of the page and not of the list: a part within a part that both come later must be known from the first moment. */
const PostFilters = dynamic(() => import('@web/features/feed/post-filters').then((loaded) => loaded.PostFilters));
const Shows = dynamic(() => import('@web/features/streaming/studio-tab').then((loaded) => loaded.StudioTab));
const Subscribers = dynamic(() => import('@web/shell/own-subscribers').then((loaded) => loaded.OwnSubscribers));
const Sales = dynamic(() => import('@web/features/orders/sales-table').then((loaded) => loaded.SalesTable));
const Earnings = dynamic(() => import('@web/features/earnings/earnings-panel').then((loaded) => loaded.EarningsPanel));
const Payouts = dynamic(() => import('@web/features/payouts/payouts-panel').then((loaded) => loaded.PayoutsPanel));

/** The list comes where there is something to list: nobody downloads it for a page without posts. */
function Posts({ performer, isOwner }: { performer: Profile; isOwner: boolean }) {
  if (performer.stats.totalFeeds === 0 && !isOwner) return <NothingYet name={performer.name} isOwner={false} />;
  return <Feed performer={performer} isOwner={isOwner} filters={<PostFilters name={performer.name} />} />;
}

function Screen() {
  const { siteUrl } = useSiteFacts();
  return (
    <ProfileScreen
      siteUrl={siteUrl}
      tabs={[
        { value: 'feed', label: 'Posts', panel: (performer, isOwner) => <Posts performer={performer} isOwner={isOwner} /> },
        { value: 'videos', label: 'Videos', panel: (performer) => <Videos performer={performer} /> },
        { value: 'galleries', label: 'Galleries', panel: (performer) => <Galleries performer={performer} /> },
        {
          value: 'store',
          label: 'Store',
          panel: (performer, isOwner) => <Store performer={performer} isOwner={isOwner} />,
          isShown: ({ stats }, isOwner) => isOwner || stats.totalProducts > 0,
        },
        {
          value: 'live',
          label: 'Live',
          panel: (performer) => <Live performer={performer} />,
          // The owner's own tab of this name runs her shows.
          isShown: ({ stream, stats }, isOwner) => !isOwner && (stream !== null || stats.totalStreamSeconds > 0),
        },
      ]}
      ownerTabs={[
        { value: 'content', label: 'Content', panel: <Content /> },
        { value: 'subscribers', label: 'Subscribers', panel: <Subscribers siteUrl={siteUrl} /> },
        { value: 'sales', label: 'Sales', panel: <Sales /> },
        { value: 'earnings', label: 'Earnings', panel: <Earnings /> },
        { value: 'payouts', label: 'Payouts', panel: <Payouts /> },
        { value: 'live', label: 'Live', panel: <Shows /> },
      ]}
    />
  );
}

/** Only the owner's: nobody else downloads what they ask. */
const ownReads: Record<string, (context: LoadContext) => Promise<unknown>> = {
  content: async (context) => (await import('@web/features/content/content-reads')).readContent(context),
  live: async (context) => (await import('@web/features/streaming/studio-reads')).readOwnShows(context),
};

/** What the tabs of published things ask the host; the others read for themselves, or read nothing. Of their questions, browsers load those that they ask. */
const tabReads: Record<string, (context: LoadContext, performerId: string) => Promise<unknown>> = {
  feed: ({ readAlike, query }, id) => readAlike('GET /user/feeds', postsOfRead(id, query)),
  videos: async ({ readAlike, query }, id) => {
    const { itemsOfRead } = await import('@web/lib/item-reads');
    return readAlike('GET /performer-assets/videos/search', itemsOfRead(id, query));
  },
  galleries: async ({ readAlike, query }, id) => {
    const { itemsOfRead } = await import('@web/lib/item-reads');
    return readAlike('GET /performer-assets/galleries/search', itemsOfRead(id, query));
  },
  live: async ({ readAlike }, id) => {
    const { plannedRead } = await import('@web/features/streaming/reads');
    return readAlike('GET /user/feeds', plannedRead(id));
  },
  store: async ({ readAlike, query }, id) => {
    const { productsOfRead } = await import('@web/features/store/reads');
    return readAlike('GET /performer-assets/products/search', productsOfRead(id, query));
  },
};

/** What stood behind the name in the address: whoever was sent to her earnings by an id arrives there. */
function restOf(query: LoadContext['query']): string {
  const values = Object.entries(query).flatMap(([key, value]) => (key === 'profileId' || value === undefined ? [] : [[key, value]]));
  return values.length === 0 ? '' : `?${new URLSearchParams(values).toString()}`;
}

export default definePage({
  access: 'open',
  forbidsRedirect: true,
  load: async (context) => {
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
  },
  screen: Screen,
});
