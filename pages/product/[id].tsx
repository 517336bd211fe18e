/** A product, by slug or id. */
import { readComments } from '@web/features/content/comments/requests';
import { LazyComments } from '@web/features/content/comments/lazy-comments';
import { ProductScreen } from '@web/features/content/store/product-screen';
import { productRequest, relatedRequest } from '@web/features/content/store/requests';
import { definePage } from '@web/shell/page/define-page';
import { useSiteInfo } from '@web/shell/page/site-info';

function Screen() {
  const { siteUrl } = useSiteInfo();
  return (
    <ProductScreen
      siteUrl={siteUrl}
      comments={(product) => (
        <LazyComments
          objectType="product"
          objectId={product._id}
          total={product.stats.comments}
          access={{ isLocked: false, isPublished: product.state === 'published' }}
        />
      )}
    />
  );
}

export default definePage({
  access: 'open',
  forbidsRedirect: true,
  load: async ({ read, query }) => {
    const product = await read('GET /performer-assets/products/:id', productRequest(query['id'] ?? ''));
    await Promise.all([
      read('GET /performer-assets/products/search', relatedRequest(product.performer._id, product._id)),
      // Products are never locked, so that people see what they can buy.
      readComments({ read }, 'product', { ...product, isLocked: false }),
    ]);
    return undefined;
  },
  screen: Screen,
});
