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

const withWords = (tab: string) => (words: string) => `/explore?tab=${tab}&q=${encodeURIComponent(words)}`;

const parts: readonly SearchResultGroup[] = [
  { kind: 'feeds', label: 'Posts', href: withWords('posts'), list: (words) => <Posts words={words} /> },
  { kind: 'videos', label: 'Videos', href: withWords('videos'), list: (words) => <Videos words={words} /> },
  { kind: 'galleries', label: 'Galleries', href: withWords('galleries'), list: (words) => <Galleries words={words} /> },
  { kind: 'products', label: 'Products', href: withWords('products'), list: (words) => <Products words={words} /> },
];

export default definePage({
  access: 'open',
  forbidsRedirect: true,
  load: async ({ read, readShared, query }) => {
    const words = searchTextAt(query);
    if (words.length >= searchLengthMin) await read('POST /search/keywords', totalsRequest(words));
    else await readShared('GET /search/list/keywords', keywordsRequest(''));
    return undefined;
  },
  screen: () => <SearchScreen parts={parts} />,
});
