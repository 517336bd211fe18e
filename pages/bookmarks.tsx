/** The viewer's bookmarks. */
import { BookmarksScreen } from '@web/features/content/saved/bookmarks-screen';
import { bookmarkEndpoints, bookmarkTabAt, bookmarksRequest } from '@web/features/content/saved/requests';
import { definePage } from '@web/shell/page/define-page';
import dynamic from 'next/dynamic';

const Product = dynamic(() => import('@web/features/content/store/product-card').then((loaded) => loaded.ProductCard));

export default definePage({
  access: 'login',
  load: async ({ read, query }) => {
    await read(bookmarkEndpoints[bookmarkTabAt(query)], bookmarksRequest);
    return undefined;
  },
  screen: () => <BookmarksScreen renderProduct={(product) => <Product product={product} hidesBookmark />} />,
});
