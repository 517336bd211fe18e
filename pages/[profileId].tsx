/** A performer's profile page, by username; an id redirects to the username. The performer also has sales and earnings here. */
import { NoPostsYet } from '@web/features/content/feed/empty-feed';
import { ProfileScreen } from '@web/features/people/profile/profile-screen';
import type { Profile } from '@web/features/people/profile/profile-screen';
import { definePage } from '@web/shell/page/define-page';
import { useSiteInfo } from '@web/shell/page/site-info';
import dynamic from 'next/dynamic';

const Content = dynamic(() => import('@web/shell/screens/own-content').then((loaded) => loaded.OwnContent));
const Feed = dynamic(() => import('@web/features/content/feed/profile-feed').then((loaded) => loaded.ProfileFeed));
const Videos = dynamic(() => import('@web/features/content/videos/profile-videos').then((loaded) => loaded.ProfileVideos));
const Galleries = dynamic(() => import('@web/features/content/galleries/profile-galleries').then((loaded) => loaded.ProfileGalleries));
const Live = dynamic(() => import('@web/features/live/streaming/lists/profile-live').then((loaded) => loaded.ProfileLive));
const Store = dynamic(() => import('@web/features/content/store/profile-store').then((loaded) => loaded.ProfileStore));
/** Declared here, not in `ProfileFeed`: Next.js preloads only the dynamic components that the page itself declares. */
const PostFilters = dynamic(() => import('@web/features/content/feed/post-filters').then((loaded) => loaded.PostFilters));
const PostTile = dynamic(() => import('@web/features/content/feed/post-tile').then((loaded) => loaded.PostTile));
const Shows = dynamic(() => import('@web/features/live/streaming/planning/studio-tab').then((loaded) => loaded.StudioTab));
const Subscribers = dynamic(() => import('@web/shell/screens/own-subscribers').then((loaded) => loaded.OwnSubscribers));
const Sales = dynamic(() => import('@web/shell/screens/own-money').then((loaded) => loaded.SalesTable));
const Earnings = dynamic(() => import('@web/shell/screens/own-money').then((loaded) => loaded.EarningsPanel));
const Payouts = dynamic(() => import('@web/shell/screens/own-money').then((loaded) => loaded.PayoutsPanel));

/** The feed is loaded on demand, so that a profile without posts does not load it. */
function Posts({ performer, isOwner }: { performer: Profile; isOwner: boolean }) {
  if (performer.stats.totalFeeds === 0 && !isOwner) return <NoPostsYet name={performer.name} isOwner={false} />;
  return <Feed performer={performer} isOwner={isOwner} filters={<PostFilters name={performer.name} />} tile={PostTile} />;
}

function Screen() {
  const { siteUrl } = useSiteInfo();
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
          // On the performer's own page this tab manages their shows.
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

export default definePage({
  access: 'open',
  forbidsRedirect: true,
  // Imported dynamically, since only the server runs it.
  load: async (context) => (await import('@web/shell/screens/profile-load')).loadProfile(context),
  screen: Screen,
});
