/** Creates (`/creator/products/new`) or edits a product. */
import { editedId, ownItemRequest } from '@web/features/content/editing/shared/requests';
import { ProductEditor } from '@web/features/content/editing/product/product-editor';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'performer',
  load: async ({ read, query }) => {
    const id = editedId(query);
    if (id !== null) await read('GET /performer/performer-assets/products/:id/view', ownItemRequest(id));
    return undefined;
  },
  screen: ProductEditor,
});
