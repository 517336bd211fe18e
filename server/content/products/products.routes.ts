/** Endpoints of products. */
import { serve } from '../../platform/http/serve';
import { createDownloadLink } from './download';
import { uploadImage } from './files';
import { getOwnProduct, searchOwnProducts, searchProducts, getProductForViewer } from './find';
import { addProduct, changeProduct, deleteProduct } from './products';

export const productRoutes = serve({
  'POST /performer/performer-assets/products/images/upload': ({ actor, files, once }, ctx) => uploadImage(ctx, actor, files.image, once),
  'POST /performer/performer-assets/products': ({ actor, files, body, once }, ctx) => addProduct(ctx, actor, files, body, once),
  'PUT /performer/performer-assets/products/:id': ({ actor, params, files, body, once }, ctx) =>
    changeProduct(ctx, actor, params.id, files, body, once),
  'DELETE /performer/performer-assets/products/:id': async ({ actor, params }, ctx) => {
    await deleteProduct(ctx, actor, params.id);
    return { deleted: true };
  },
  'GET /performer/performer-assets/products/search': ({ actor, query }, ctx) => searchOwnProducts(ctx, actor, query),
  'GET /performer/performer-assets/products/:id/view': ({ actor, params }, ctx) => getOwnProduct(ctx, actor, params.id),
  'GET /performer-assets/products/search': ({ actor, client, query }, ctx) => searchProducts(ctx, actor, client, query),
  'GET /performer-assets/products/:id': ({ actor, client, params }, ctx) => getProductForViewer(ctx, actor, client, params.id),
  'GET /performer-assets/products/:id/download-link': ({ actor, client, params }, ctx) => createDownloadLink(ctx, actor, client, params.id),
});
