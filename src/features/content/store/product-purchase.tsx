/** The viewer's actions on a product: buy it, download it after purchase, edit their own, or bookmark it. */
import * as limits from '@contract/kernel/limits';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { totalOf, formatTokenCount } from '@web/lib/i18n/money';
import { isSoldOut, quantityMaxOf } from '@web/lib/wording/product-labels';
import { useCurrentUser } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useCart } from '@web/checkout/use-cart';
import { useProductDownload } from '@web/checkout/use-product-download';
import { Button } from '@web/ui/actions/button';
import { countWords } from '@web/lib/i18n/counts';
import { BagIcon, DownloadIcon, EditIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import { Stepper } from '@web/ui/forms/stepper';
import type { Product } from './requests';
import styles from './products.module.css';

export function ProductPurchase({ product }: { product: Product }) {
  const viewer = useCurrentUser();
  if (viewer?._id === product.performer._id) return <OwnProduct product={product} />;
  if (product.type === 'digital' && product.isBought) return <BoughtProduct product={product} />;
  if (viewer !== null && viewer.role !== 'user') {
    return <p className={styles.quiet}>Creator and operator accounts can’t buy products.</p>;
  }
  if (isSoldOut(product)) {
    return <Notice title="Sold out">Bookmark it and check back later.</Notice>;
  }
  return <BuyForm key={product._id} product={product} />;
}

function OwnProduct({ product: { _id: id, state, totalSold } }: { product: Product }) {
  return (
    <div className={styles.buy}>
      <p className={styles.quiet}>
        Your product · {countWords(totalSold ?? 0, 'piece')} sold
        {state === 'published' ? '' : ' · not published'}
      </p>
      <Button icon={<EditIcon />} href={`/creator/products/${id}`}>
        Edit
      </Button>
    </div>
  );
}

function BoughtProduct({ product: { _id: id } }: { product: Product }) {
  const { busy, errorText, download } = useProductDownload(id);
  return (
    <div className={styles.buy}>
      <p className={styles.quiet}>You bought this. It’s yours to keep.</p>
      <Button kind="primary" icon={<DownloadIcon />} busy={busy} onPress={() => void download()}>
        Download
      </Button>
      {errorText === null ? null : <Notice tone="danger">{errorText}</Notice>}
    </div>
  );
}

function BuyForm({ product }: { product: Product }) {
  const { _id: id, name, price, type } = product;
  const router = useRouter();
  const cart = useCart();
  const [selectedQuantity, setSelectedQuantity] = useState<number | null>(null);
  const quantityMax = quantityMaxOf(product);
  const quantityInCart = cart.lines.find(({ productId }) => productId === id)?.quantity ?? 0;
  const quantity = Math.min(selectedQuantity ?? Math.max(quantityInCart, 1), quantityMax);
  const isUpdate = quantityInCart > 0 && type !== 'digital';

  /** Sets the quantity in the cart, at the price shown here. Returns false when the cart is full. */
  const updateCart = (): boolean => {
    const isInCart = cart.set(product, quantity) > 0;
    if (!isInCart)
      showToast({ tone: 'danger', text: `Your cart holds up to ${String(limits.cartLinesMax)} different items. Remove one first.` });
    return isInCart;
  };
  const add = () => {
    if (!updateCart()) return;
    setSelectedQuantity(null);
    showToast({ tone: 'ok', text: isUpdate ? `${String(quantity)} × ${name} in your cart` : `${name} is in your cart` });
  };
  const buyNow = () => {
    if (updateCart()) void router.push(`/checkout?only=${id}`);
  };

  return (
    <div className={styles.buy}>
      {type === 'digital' ? null : <Stepper label="Quantity" value={quantity} min={1} max={quantityMax} onChange={setSelectedQuantity} />}
      {quantity > 1 ? <p className={styles.quiet}>{formatTokenCount(totalOf(price, quantity))} total</p> : null}
      <div className={styles.actions}>
        <Button kind="primary" onPress={buyNow}>
          Buy now
        </Button>
        <Button icon={<BagIcon />} disabled={quantityInCart === quantity} onPress={add}>
          {isUpdate ? 'Update cart' : 'Add to cart'}
        </Button>
      </div>
      {quantityInCart === 0 ? null : (
        <p className={styles.quiet}>
          {type === 'digital'
            ? 'This is in your cart.'
            : quantityInCart >= quantityMax
              ? `You have the maximum of ${String(quantityInCart)} in your cart.`
              : `${String(quantityInCart)} already in your cart.`}{' '}
          <Link href="/cart">See cart</Link>
        </p>
      )}
    </div>
  );
}
