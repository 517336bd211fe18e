/** Explore: performers and their content. Tab and filters are in the URL. */
import { filtersOf, searchQueryOf } from '@web/features/people/discovery/explore-filters';
import { ExploreScreen } from '@web/features/people/discovery/explore';
import { definePage } from '@web/shell/page/define-page';
import type { LoadContext } from '@web/services/load-context';
import dynamic from 'next/dynamic';

const Videos = dynamic(() => import('@web/features/content/videos/explore-videos').then((loaded) => loaded.ExploreVideos));
const Galleries = dynamic(() => import('@web/features/content/galleries/explore-galleries').then((loaded) => loaded.ExploreGalleries));
const Products = dynamic(() => import('@web/features/content/store/explore-products').then((loaded) => loaded.ExploreProducts));
const Live = dynamic(() => import('@web/features/live/streaming/lists/explore-live').then((loaded) => loaded.ExploreLive));
const Posts = dynamic(() => import('@web/features/content/feed/explore-posts').then((loaded) => loaded.ExplorePosts));

const tabs = [
  { value: 'videos', label: 'Videos', panel: <Videos /> },
  { value: 'galleries', label: 'Galleries', panel: <Galleries /> },
  { value: 'live', label: 'Live now', panel: <Live /> },
  { value: 'posts', label: 'Posts', panel: <Posts /> },
  { value: 'products', label: 'Products', panel: <Products /> },
];

// Request modules are imported on demand, since the default tab needs none of them.
const tabLoaders: Record<string, (context: LoadContext) => Promise<unknown>> = {
  videos: async ({ readShared, query }) => {
    const { itemSearchRequest } = await import('@web/lib/item-requests');
    return readShared('GET /performer-assets/videos/search', itemSearchRequest(query));
  },
  galleries: async ({ readShared, query }) => {
    const { itemSearchRequest } = await import('@web/lib/item-requests');
    return readShared('GET /performer-assets/galleries/search', itemSearchRequest(query));
  },
  live: async ({ readShared }) => {
    const { liveRequest } = await import('@web/features/live/streaming/requests');
    return readShared('GET /streaming/user/search', liveRequest({}));
  },
  posts: async ({ readShared, query }) => {
    const { searchPostsRequest } = await import('@web/features/content/feed/search-requests');
    return readShared('GET /user/feeds', searchPostsRequest(query));
  },
  products: async ({ readShared, query }) => {
    const { productSearchRequest } = await import('@web/features/content/store/requests');
    return readShared('GET /performer-assets/products/search', productSearchRequest(query));
  },
};

const loadPerformers = ({ readShared, query }: LoadContext) =>
  readShared('GET /performers/user/search', { query: searchQueryOf(filtersOf(query), new Date()) });

export default definePage({
  access: 'open',
  layout: 'home',
  forbidsRedirect: true,
  load: async (context) => {
    const tab = context.query['tab'] ?? '';
    // `hasOwn`, since the tab comes from the URL and may be a property of Object.prototype.
    const loadTab = Object.hasOwn(tabLoaders, tab) ? tabLoaders[tab] : undefined;
    await (loadTab ?? loadPerformers)(context);
    return undefined;
  },
  screen: () => <ExploreScreen tabs={tabs} />,
});
