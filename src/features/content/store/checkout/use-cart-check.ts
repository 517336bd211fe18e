/**
 * The lines of a cart beside the products as they are now: each time the cart is opened, its prices and stocks are asked for
 * anew. What is not sold any more, and files that the buyer owns already, leave the cart, and are told.
 */
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { sumOf } from '@web/lib/i18n/money';
import { isSoldOut, quantityMaxOf } from '@web/lib/wording/product-labels';
import { useEndpoint } from '@web/services/use-endpoint';
import type { Refused } from '@web/services/api-error';
import type { CartLine } from '@web/session/cart.slice';
import type { Product } from '@web/checkout/cart-lines';
import type { Cart } from '@web/checkout/use-cart';

export interface CheckedLine {
  line: CartLine;
  /** As it is now; null until that is known. */
  product: Product | null;
  /** Of one piece, now. */
  price: number;
  /** All its pieces. */
  sum: number;
  /** Why it cannot be bought as it stands. */
  trouble: 'soldOut' | 'tooFew' | null;
  /** It costs something else than its buyer has seen. */
  isRepriced: boolean;
}

export interface CartCheck {
  lines: readonly CheckedLine[];
  /** Why lines have left the cart since it was opened. */
  left: { gone: readonly CartLine[]; owned: readonly CartLine[] };
  /** Whether every line has been compared with its product. */
  isChecked: boolean;
  /** Why it could not be. */
  error: Refused | undefined;
  isRepriced: boolean;
  hasTrouble: boolean;
  /** What all lines cost now. */
  total: number;
  acceptPrices: () => void;
  check: () => void;
}

const noProducts: readonly Product[] = [];
const ownsFile = ({ type, isBought }: Product): boolean => type === 'digital' && isBought;

/** `lines`: those of the cart that count here. */
export function useCartCheck(cart: Cart, lines: readonly CartLine[]): CartCheck {
  const ids = lines.map(({ productId }) => productId);
  const [asked, ask] = useState(ids);
  // What was removed is not asked for again; what is new is asked for with all the others.
  if (ids.some((id) => !asked.includes(id))) ask(ids);
  const [left, tell] = useState<CartCheck['left']>({ gone: [], owned: [] });

  const settle = (products: readonly Product[]) => {
    const productOf = (id: string) => products.find(({ _id }) => _id === id);
    const gone = lines.filter(({ productId }) => asked.includes(productId) && productOf(productId) === undefined);
    const owned = lines.filter(({ productId }) => {
      const product = productOf(productId);
      return product !== undefined && ownsFile(product);
    });
    cart.refresh(products);
    if (gone.length + owned.length === 0) return;
    tell((before) => ({ gone: [...before.gone, ...gone], owned: [...before.owned, ...owned] }));
    cart.remove(...[...gone, ...owned].map(({ productId }) => productId));
  };
  const { data, error, mutate } = useEndpoint(
    'GET /performer-assets/products/search',
    asked.length === 0 ? null : { query: { ids: asked, limit: limits.cartLinesMax } },
    { keepPreviousData: true, onSuccess: (answer) => settle(answer.data) },
  );

  const products = data?.data ?? noProducts;
  const checked = lines.map((line) => checkedLine(line, products.find(({ _id }) => _id === line.productId) ?? null));
  return {
    lines: checked,
    left,
    isChecked: checked.every(({ product }) => product !== null),
    error,
    isRepriced: checked.some((line) => line.isRepriced),
    hasTrouble: checked.some(({ trouble }) => trouble !== null),
    total: sumOf(...checked.map(({ sum }) => sum)),
    acceptPrices: () => cart.acceptPrices(products),
    check: () => void mutate(),
  };
}

function checkedLine(line: CartLine, product: Product | null): CheckedLine {
  const price = product?.price ?? line.price;
  return {
    line,
    product,
    price,
    sum: sumOf(price * line.quantity),
    trouble: product === null ? null : troubleOf(line, product),
    isRepriced: price !== line.price,
  };
}

function troubleOf({ quantity }: CartLine, product: Product): CheckedLine['trouble'] {
  if (isSoldOut(product)) return 'soldOut';
  return quantity > quantityMaxOf(product) ? 'tooFew' : null;
}
