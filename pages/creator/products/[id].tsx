/** Putting something into the store (`/creator/products/new`) and changing it. */
import { ProductEditor } from '@web/features/editing/product-editor';
import { definePage } from '@web/shell/define-page';

export default definePage({ access: 'performer', screen: ProductEditor });
