/** A product as its editor holds it, from what the host keeps and into what the host takes. */
import { isBlank } from '@contract/values';
import type { ItemStatus, ProductType } from '@contract/values';
import * as limits from '@contract/kernel/limits';
import { amountFrom } from '@web/lib/i18n/money';
import type { AnswerOf } from '@web/services/call';
import { isToCome, mediaOf } from '@web/uploads/media-list';
import type { Medium } from '@web/uploads/media-list';
import { priceRange } from '../../../editing/terms';
import type { Faults } from '../../../editing/terms';

export type Product = AnswerOf<'GET /performer/performer-assets/products/:id/view'>;

export interface ProductValues {
  name: string;
  description: string;
  type: ProductType;
  price: string;
  /** Pieces left; null where there is no end of them. */
  stock: number | null;
  /** What `stock` was when it was read: what she changes is the way from here to there, whatever is sold meanwhile. */
  stockSeen: number | null;
  deliveryNote: string;
  images: Medium[];
}

export const firstStock: Record<ProductType, number | null> = { physical: 1, digital: null };

export function valuesOfProduct(product: Product | null): ProductValues {
  if (product === null) {
    const stock = firstStock.physical;
    return { name: '', description: '', type: 'physical', price: '', stock, stockSeen: stock, deliveryNote: '', images: [] };
  }
  const { name, description, type, price, stock, deliveryNote, images } = product;
  return { name, description, type, price: price.toFixed(2), stock, stockSeen: stock, deliveryNote, images: mediaOf(images) };
}

/** What a kept draft says of `product`. One from before it was kept which stock was seen says nothing of the stock. */
export function keptValues(product: Product | null, draft: Partial<ProductValues>): Partial<ProductValues> {
  if (product === null || draft.stockSeen !== undefined) return draft;
  return { ...draft, stock: product.stock };
}

/** `values` as they stand now that there are `stock` pieces of the product: what was not changed follows it, a change goes on from it. */
export function onStock(values: ProductValues, stock: number | null): ProductValues {
  if (values.stockSeen === stock) return values;
  return { ...values, stock: stockFrom(values, stock), stockSeen: stock };
}

function stockFrom({ stock, stockSeen }: ProductValues, now: number | null): number | null {
  if (stock === stockSeen) return now;
  if (stock === null || stockSeen === null || now === null) return stock;
  return Math.min(Math.max(now + stock - stockSeen, 0), limits.stockMax);
}

export type ProductFaults = Faults<ProductValues> & { file?: string };

const { min: least, max: most } = limits.itemPrice;

/** What is wrong, by field. A file is missed only by what is to be sold now. */
export function productFaults(values: ProductValues, status: ItemStatus, hasFile: boolean): ProductFaults {
  const faults: ProductFaults = {};
  if (isBlank(values.name)) faults.name = 'Give it a name.';
  const price = amountFrom(values.price);
  if (price === null || price < least || price > most) faults.price = `Enter a price. ${priceRange()}`;
  const waiting = values.images.filter(isToCome).length;
  if (waiting > 0) {
    faults.images =
      waiting === 1
        ? '1 picture is not sent yet. Wait, send it again if it failed, or remove it.'
        : `${String(waiting)} pictures are not sent yet. Wait, send again what failed, or remove it.`;
  }
  if (values.type === 'digital' && status === 'active' && !hasFile) faults.file = 'Add the file that buyers get.';
  return faults;
}

/** How the stock of a product that is on sale changes: by so many pieces, so that what is sold meanwhile stays sold. */
export function stockChange(before: number | null, after: number | null): { stock?: number | ''; stockBy?: number } {
  if (before === after) return {};
  return before === null || after === null ? { stock: after ?? '' } : { stockBy: after - before };
}

/** What is sent. Call it with values that have no faults; an empty text in a form says that nothing is left. */
export function productForm(values: ProductValues, status: ItemStatus) {
  const { name, description, type, price, stock, deliveryNote, images } = values;
  const ids = images.flatMap(({ file }) => (file === null ? [] : [file._id]));
  return {
    name: name.trim(),
    description: description.trim(),
    price: amountFrom(price) ?? 0,
    stock: stock ?? '',
    deliveryNote: type === 'physical' ? deliveryNote.trim() : '',
    imageIds: ids.length === 0 ? [''] : ids,
    status,
  };
}
