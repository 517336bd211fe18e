/** What whoever looks at a product can do about it: buy it, fetch what she owns, change what she sells, or wait for more. */
import * as limits from '@contract/kernel/limits';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { spokenTokens } from '@web/lib/i18n/money';
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
import type { Product } from '../../store/reads';
import styles from './products.module.css';

export function ProductBuy({ product }: { product: Product }) {
  const viewer = useCurrentUser();
  if (viewer?._id === product.performer._id) return <Own product={product} />;
  if (product.type === 'digital' && product.isBought) return <Owned product={product} />;
  if (viewer !== null && viewer.role !== 'user') {
    return <p className={styles.quiet}>Only fans can buy: this account sells, or runs the site.</p>;
  }
  if (isSoldOut(product)) {
    return <Notice title="Sold out">Bookmark it, and look again later: its seller may get more of it.</Notice>;
  }
  return <Buy key={product._id} product={product} />;
}

function Own({ product: { _id: id, state, totalSold } }: { product: Product }) {
  return (
    <div className={styles.buy}>
      <p className={styles.quiet}>
        Your product · {countWords(totalSold ?? 0, 'piece')} sold
        {state === 'published' ? '' : ' · not in your store at the moment'}
      </p>
      <Button icon={<EditIcon />} href={`/creator/products/${id}`}>
        Edit
      </Button>
    </div>
  );
}

function Owned({ product: { _id: id } }: { product: Product }) {
  const { busy, refusal, download } = useProductDownload(id);
  return (
    <div className={styles.buy}>
      <p className={styles.quiet}>You bought this. It is yours to keep.</p>
      <Button kind="primary" icon={<DownloadIcon />} busy={busy} onPress={() => void download()}>
        Download
      </Button>
      {refusal === null ? null : <Notice tone="danger">{refusal}</Notice>}
    </div>
  );
}

function Buy({ product }: { product: Product }) {
  const { _id: id, name, price, type } = product;
  const router = useRouter();
  const cart = useCart();
  const [wanted, setWanted] = useState<number | null>(null);
  const most = quantityMaxOf(product);
  const inCart = cart.lines.find(({ productId }) => productId === id)?.quantity ?? 0;
  const quantity = Math.min(wanted ?? Math.max(inCart, 1), most);
  const isSet = inCart > 0 && type !== 'digital';

  /** Whether so many, no more and no fewer, lie in the cart now, at the price that is seen here. */
  const put = (): boolean => {
    const isTaken = cart.set(product, quantity) > 0;
    if (!isTaken) showToast({ tone: 'danger', text: `Your cart is full: it holds ${String(limits.cartLinesMax)} different things.` });
    return isTaken;
  };
  const add = () => {
    if (!put()) return;
    setWanted(null);
    showToast({ tone: 'ok', text: isSet ? `${String(quantity)} × ${name} in your cart` : `${name} is in your cart` });
  };
  const buyNow = () => {
    if (put()) void router.push(`/checkout?only=${id}`);
  };

  return (
    <div className={styles.buy}>
      {type === 'digital' ? null : <Stepper label="Quantity" value={quantity} min={1} max={most} onChange={setWanted} />}
      {quantity > 1 ? <p className={styles.quiet}>{spokenTokens(Math.round(price * 100 * quantity) / 100)} in all</p> : null}
      <div className={styles.ways}>
        <Button kind="primary" onPress={buyNow}>
          Buy now
        </Button>
        <Button icon={<BagIcon />} disabled={inCart === quantity} onPress={add}>
          {isSet ? 'Update cart' : 'Add to cart'}
        </Button>
      </div>
      {inCart === 0 ? null : (
        <p className={styles.quiet}>
          {type === 'digital'
            ? 'It is in your cart.'
            : inCart >= most
              ? `All ${String(inCart)} that you can have are in your cart.`
              : `${String(inCart)} already in your cart.`}{' '}
          <Link href="/cart">See cart</Link>
        </p>
      )}
    </div>
  );
}
