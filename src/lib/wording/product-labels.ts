/** Labels of product types and stock. */
import * as limits from '@contract/kernel/limits';
import type { ProductType } from '@contract/kernel/values/store';

export const productTypeLabels: Record<ProductType, string> = { physical: 'Physical', digital: 'Digital' };

interface Stocked {
  /** Units left; null for unlimited stock. */
  stock: number | null;
}

export const isSoldOut = ({ stock }: Stocked): boolean => stock !== null && stock <= 0;

/** `Sold out`, `3 left`; null while there is enough. */
export function stockLabel({ stock }: Stocked): string | null {
  if (stock === null || stock > limits.lowStock) return null;
  return stock <= 0 ? 'Sold out' : `${String(stock)} left`;
}

/** The most units per order: the stock up to the limit; always 1 for a digital product. */
export function quantityMaxOf({ stock, type }: Stocked & { type: ProductType }): number {
  if (type === 'digital') return 1;
  return Math.max(0, Math.min(stock ?? limits.quantityMax, limits.quantityMax));
}
