/** A product, by its speaking name or its id. */
import { LazyComments } from '@web/features/content/comments/lazy-comments';
import { ProductScreen } from '@web/features/content/store/product-screen';
import { productRead, relatedRead } from '@web/features/store/reads';
import { definePage } from '@web/shell/define-page';
import { useSiteFacts } from '@web/shell/facts';

function Screen() {
  const { siteUrl } = useSiteFacts();
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
    const product = await read('GET /performer-assets/products/:id', productRead(query['id'] ?? ''));
    await read('GET /performer-assets/products/search', relatedRead(product.performer._id, product._id));
    return undefined;
  },
  screen: Screen,
});
