/**
 * Compares the lines of a cart with the current products: prices and stocks are loaded each time the cart is opened.
 * Products that are no longer sold, and files that the buyer already owns, are removed from the cart, with a message.
 */
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { sumOf, totalOf } from '@web/lib/i18n/money';
import { isSoldOut, quantityMaxOf } from '@web/lib/wording/product-labels';
import { useEndpoint } from '@web/services/use-endpoint';
import type { ApiError } from '@web/services/api-error';
import type { CartLine } from '@web/session/store/cart.slice';
import type { Product } from '@web/checkout/cart-lines';
import type { Cart } from '@web/checkout/use-cart';

export interface CheckedLine {
  line: CartLine;
  /** The current product; null while loading. */
  product: Product | null;
  /** The current price of one item. */
  price: number;
  /** The price of the whole quantity. */
  sum: number;
  /** What prevents the purchase. */
  stockIssue: 'soldOut' | 'tooFew' | null;
  /** The price differs from the one that the buyer has seen. */
  isRepriced: boolean;
}

export interface CartCheck {
  lines: readonly CheckedLine[];
  /** The lines that were removed automatically since the cart was opened, by reason. */
  removedLines: { unavailable: readonly CartLine[]; owned: readonly CartLine[] };
  /** Whether every line has been compared with its product. */
  isChecked: boolean;
  /** Why it could not be compared. */
  error: ApiError | undefined;
  isRepriced: boolean;
  hasStockIssue: boolean;
  /** The current total of all lines. */
  total: number;
  acceptPrices: () => void;
  recheck: () => void;
}

const noProducts: readonly Product[] = [];
const ownsFile = ({ type, isBought }: Product): boolean => type === 'digital' && isBought;

/** `lines`: the lines of the cart to check. */
export function useCartCheck(cart: Cart, lines: readonly CartLine[]): CartCheck {
  const ids = lines.map(({ productId }) => productId);
  const [checkedIds, setCheckedIds] = useState(ids);
  // Removed products are not loaded again; a new one is loaded together with all others.
  if (ids.some((id) => !checkedIds.includes(id))) setCheckedIds(ids);
  const [removedLines, setRemovedLines] = useState<CartCheck['removedLines']>({ unavailable: [], owned: [] });

  const removeUnavailable = (products: readonly Product[]) => {
    const productOf = (id: string) => products.find(({ _id }) => _id === id);
    const unavailable = lines.filter(({ productId }) => checkedIds.includes(productId) && productOf(productId) === undefined);
    const owned = lines.filter(({ productId }) => {
      const product = productOf(productId);
      return product !== undefined && ownsFile(product);
    });
    cart.refresh(products);
    if (unavailable.length + owned.length === 0) return;
    setRemovedLines((before) => ({ unavailable: [...before.unavailable, ...unavailable], owned: [...before.owned, ...owned] }));
    cart.remove(...[...unavailable, ...owned].map(({ productId }) => productId));
  };
  const { data, error, mutate } = useEndpoint(
    'GET /performer-assets/products/search',
    checkedIds.length === 0 ? null : { query: { ids: checkedIds, limit: limits.cartLinesMax } },
    { keepPreviousData: true, onSuccess: (response) => removeUnavailable(response.data) },
  );

  const products = data?.data ?? noProducts;
  const checked = lines.map((line) => checkedLine(line, products.find(({ _id }) => _id === line.productId) ?? null));
  return {
    lines: checked,
    removedLines,
    isChecked: checked.every(({ product }) => product !== null),
    error,
    isRepriced: checked.some((line) => line.isRepriced),
    hasStockIssue: checked.some(({ stockIssue }) => stockIssue !== null),
    total: sumOf(...checked.map(({ sum }) => sum)),
    acceptPrices: () => cart.acceptPrices(products),
    recheck: () => void mutate(),
  };
}

function checkedLine(line: CartLine, product: Product | null): CheckedLine {
  const price = product?.price ?? line.price;
  return {
    line,
    product,
    price,
    sum: totalOf(price, line.quantity),
    stockIssue: product === null ? null : stockIssueOf(line, product),
    isRepriced: price !== line.price,
  };
}

function stockIssueOf({ quantity }: CartLine, product: Product): CheckedLine['stockIssue'] {
  if (isSoldOut(product)) return 'soldOut';
  return quantity > quantityMaxOf(product) ? 'tooFew' : null;
}
