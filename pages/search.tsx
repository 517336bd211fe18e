/** The site-wide search. */
import { keywordsRequest, totalsRequest, searchLengthMin, searchTextAt } from '@web/features/people/discovery/search-requests';
import { SearchScreen } from '@web/features/people/discovery/search-screen';
import type { SearchResultGroup } from '@web/features/people/discovery/search-screen';
import { definePage } from '@web/shell/page/define-page';
import dynamic from 'next/dynamic';

const Posts = dynamic(() => import('@web/features/content/feed/found-posts').then((loaded) => loaded.PostSearchResults));
const Videos = dynamic(() => import('@web/features/content/videos/found-videos').then((loaded) => loaded.FoundVideos));
const Galleries = dynamic(() => import('@web/features/content/galleries/found-galleries').then((loaded) => loaded.FoundGalleries));
const Products = dynamic(() => import('@web/features/content/store/found-products').then((loaded) => loaded.FoundProducts));

const exploreHref = (tab: string) => (searchText: string) => `/explore?tab=${tab}&q=${encodeURIComponent(searchText)}`;

const groups: readonly SearchResultGroup[] = [
  { kind: 'feeds', label: 'Posts', href: exploreHref('posts'), list: (searchText) => <Posts searchText={searchText} /> },
  { kind: 'videos', label: 'Videos', href: exploreHref('videos'), list: (searchText) => <Videos searchText={searchText} /> },
  { kind: 'galleries', label: 'Galleries', href: exploreHref('galleries'), list: (searchText) => <Galleries searchText={searchText} /> },
  { kind: 'products', label: 'Products', href: exploreHref('products'), list: (searchText) => <Products searchText={searchText} /> },
];

export default definePage({
  access: 'open',
  forbidsRedirect: true,
  load: async ({ read, readShared, query }) => {
    const searchText = searchTextAt(query);
    if (searchText.length >= searchLengthMin) await read('POST /search/keywords', totalsRequest(searchText));
    else await readShared('GET /search/list/keywords', keywordsRequest(''));
    return undefined;
  },
  screen: () => <SearchScreen groups={groups} />,
});
