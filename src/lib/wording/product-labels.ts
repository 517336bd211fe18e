/** What is said of things in stores: what they are, and how many are left. */
import * as limits from '@contract/kernel/limits';
import type { ProductType } from '@contract/values';

export const productTypeWords: Record<ProductType, string> = { physical: 'Physical', digital: 'Digital' };

interface Stocked {
  /** Pieces left; null where there is no end of them. */
  stock: number | null;
}

export const isSoldOut = ({ stock }: Stocked): boolean => stock !== null && stock <= 0;

/** `Sold out`, `3 left`; null while there is enough. */
export function stockWords({ stock }: Stocked): string | null {
  if (stock === null || stock > limits.lowStock) return null;
  return stock <= 0 ? 'Sold out' : `${String(stock)} left`;
}

/** Pieces that one order may take: as many as there are, within the limit; of a file always one. */
export function quantityMaxOf({ stock, type }: Stocked & { type: ProductType }): number {
  if (type === 'digital') return 1;
  return Math.max(0, Math.min(stock ?? limits.quantityMax, limits.quantityMax));
}
