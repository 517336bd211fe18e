/** Finding performers and what they publish; tab and filters are the address. */
import { filtersOf, searchQueryOf } from '@web/features/people/discovery/explore-filters';
import { ExploreScreen } from '@web/features/people/discovery/explore';
import { definePage } from '@web/shell/define-page';
import type { LoadContext } from '@web/shell/define-page';
import dynamic from 'next/dynamic';

const Videos = dynamic(() => import('@web/features/content/videos/explore-videos').then((loaded) => loaded.ExploreVideos));
const Galleries = dynamic(() => import('@web/features/content/galleries/explore-galleries').then((loaded) => loaded.ExploreGalleries));
const Products = dynamic(() => import('@web/features/content/store/explore-products').then((loaded) => loaded.ExploreProducts));
const Live = dynamic(() => import('@web/features/streaming/explore-live').then((loaded) => loaded.ExploreLive));
const Posts = dynamic(() => import('@web/features/content/feed/explore-posts').then((loaded) => loaded.ExplorePosts));

const tabs = [
  { value: 'videos', label: 'Videos', panel: <Videos /> },
  { value: 'galleries', label: 'Galleries', panel: <Galleries /> },
  { value: 'live', label: 'Live now', panel: <Live /> },
  { value: 'posts', label: 'Posts', panel: <Posts /> },
  { value: 'products', label: 'Products', panel: <Products /> },
];

// The questions of a tab come with it: browsers that show performers need none of them.
const reads: Record<string, (context: LoadContext) => Promise<unknown>> = {
  videos: async ({ readAlike, query }) => {
    const { foundItemsRead } = await import('@web/lib/item-reads');
    return readAlike('GET /performer-assets/videos/search', foundItemsRead(query));
  },
  galleries: async ({ readAlike, query }) => {
    const { foundItemsRead } = await import('@web/lib/item-reads');
    return readAlike('GET /performer-assets/galleries/search', foundItemsRead(query));
  },
  live: async ({ readAlike }) => {
    const { liveRead } = await import('@web/features/streaming/reads');
    return readAlike('GET /streaming/user/search', liveRead({}));
  },
  posts: async ({ readAlike, query }) => {
    const { foundPostsRead } = await import('@web/features/content/feed/requests');
    return readAlike('GET /user/feeds', foundPostsRead(query));
  },
  products: async ({ readAlike, query }) => {
    const { foundProductsRead } = await import('@web/features/store/reads');
    return readAlike('GET /performer-assets/products/search', foundProductsRead(query));
  },
};

const readPerformers = ({ readAlike, query }: LoadContext) =>
  readAlike('GET /performers/user/search', { query: searchQueryOf(filtersOf(query), new Date()) });

export default definePage({
  access: 'open',
  layout: 'home',
  forbidsRedirect: true,
  load: async (context) => {
    const tab = context.query['tab'] ?? '';
    // Anybody may write an address: what every object has is no tab.
    const read = Object.hasOwn(reads, tab) ? reads[tab] : undefined;
    await (read ?? readPerformers)(context);
    return undefined;
  },
  screen: () => <ExploreScreen tabs={tabs} />,
});
