/** The form values of a product, converted from and to the API's format. */
import { isBlank } from '@contract/kernel/values/text';
import type { ItemStatus } from '@contract/kernel/values/content';
import type { ProductType } from '@contract/kernel/values/store';
import * as limits from '@contract/kernel/limits';
import { parseAmount } from '@web/lib/i18n/money';
import type { ResponseOf } from '@web/services/call';
import { isPendingMedium, mediaOf } from '@web/uploads/media-list';
import type { Medium } from '@web/uploads/media-list';
import { peopleFormValues } from '@web/social/shown-people';
import { peopleFormBody, priceRange } from '../shared/terms';
import type { FieldErrors, Terms } from '../shared/terms';

export type Product = ResponseOf<'GET /performer/performer-assets/products/:id/view'>;

export interface ProductValues extends Pick<Terms, 'people' | 'releases'> {
  name: string;
  description: string;
  type: ProductType;
  price: string;
  /** Items left; null for unlimited. */
  stock: number | null;
  /** `stock` when it was loaded: the editor sends the difference, so that sales in the meantime count. */
  stockSeen: number | null;
  deliveryNote: string;
  images: Medium[];
}

export const initialStock: Record<ProductType, number | null> = { physical: 1, digital: null };

export function valuesOfProduct(product: Product | null): ProductValues {
  if (product === null) {
    const stock = initialStock.physical;
    const texts = { name: '', description: '', price: '', deliveryNote: '' };
    return { ...texts, type: 'physical', stock, stockSeen: stock, images: [], people: [], releases: [] };
  }
  const { name, description, type, price, stock, deliveryNote, images } = product;
  const texts = { name, description, price: price.toFixed(2), deliveryNote };
  return { ...texts, type, stock, stockSeen: stock, images: mediaOf(images), ...peopleFormValues(product) };
}

/** The values of a stored draft of `product`. A draft from before `stockSeen` was stored does not change the stock. */
export function migrateStoredDraft(product: Product | null, draft: Partial<ProductValues>): Partial<ProductValues> {
  if (product === null || draft.stockSeen !== undefined) return draft;
  return { ...draft, stock: product.stock };
}

/** `values` for a product that now has `stock` items: an unchanged stock follows it, a change is applied to it. */
export function rebaseStock(values: ProductValues, stock: number | null): ProductValues {
  if (values.stockSeen === stock) return values;
  return { ...values, stock: rebasedStock(values, stock), stockSeen: stock };
}

function rebasedStock({ stock, stockSeen }: ProductValues, current: number | null): number | null {
  if (stock === stockSeen) return current;
  if (stock === null || stockSeen === null || current === null) return stock;
  return Math.min(Math.max(current + stock - stockSeen, 0), limits.stockMax);
}

export type ProductErrors = FieldErrors<ProductValues> & { file?: string };

const { min: minimum, max: maximum } = limits.itemPrice;

/** Validation errors by field. A missing file is an error only when the product is published. */
export function validateProduct(values: ProductValues, status: ItemStatus, hasFile: boolean): ProductErrors {
  const fieldErrors: ProductErrors = {};
  if (isBlank(values.name)) fieldErrors.name = 'Enter a name.';
  const price = parseAmount(values.price);
  if (price === null || price < minimum || price > maximum) fieldErrors.price = `Enter a price. ${priceRange()}`;
  const pendingCount = values.images.filter(isPendingMedium).length;
  if (pendingCount > 0) {
    fieldErrors.images =
      pendingCount === 1
        ? '1 photo isn’t uploaded yet. Wait, retry or remove it.'
        : `${String(pendingCount)} photos aren’t uploaded yet. Wait, retry or remove them.`;
  }
  if (values.type === 'digital' && status === 'active' && !hasFile) fieldErrors.file = 'Add the file that buyers get.';
  return fieldErrors;
}

/** The stock change of a product on sale, as a difference, so that sales in the meantime count. */
export function stockChange(before: number | null, after: number | null): { stock?: number | ''; stockBy?: number } {
  if (before === after) return {};
  return before === null || after === null ? { stock: after ?? '' } : { stockBy: after - before };
}

/** The request body. Call it with valid values; in a multipart form, an empty string clears the value. */
export function productRequestBody(values: ProductValues, status: ItemStatus) {
  const { name, description, type, price, stock, deliveryNote, images } = values;
  const ids = images.flatMap(({ file }) => (file === null ? [] : [file._id]));
  return {
    name: name.trim(),
    description: description.trim(),
    price: parseAmount(price) ?? 0,
    stock: stock ?? '',
    deliveryNote: type === 'physical' ? deliveryNote.trim() : '',
    imageIds: ids.length === 0 ? [''] : ids,
    ...peopleFormBody(values),
    status,
  };
}
