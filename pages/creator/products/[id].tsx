/** Putting something into the store (`/creator/products/new`) and changing it. */
import { editedAt, ownRead } from '@web/features/editing/reads';
import { ProductEditor } from '@web/features/content/editing/product/product-editor';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'performer',
  load: async ({ read, query }) => {
    const id = editedAt(query);
    if (id !== null) await read('GET /performer/performer-assets/products/:id/view', ownRead(id));
    return undefined;
  },
  screen: ProductEditor,
});
