/** The result of a payment: the orders that it created, and the files that can be downloaded. */
import { inDirection } from '@web/lib/i18n/words';
import { deliveryStates } from '@web/lib/wording/delivery-labels';
import { useEffect } from 'react';
import { formatTokens, shortTokens, sumOf } from '@web/lib/i18n/money';
import type { ResponseOf } from '@web/services/call';
import { useProductDownload } from '@web/checkout/use-product-download';
import { Button } from '@web/ui/actions/button';
import { DownloadIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead, pageTitleId } from '@web/ui/page/page-head';
import { Tokens } from '@web/ui/display/tokens';
import type { CartPurchase } from './use-checkout';
import styles from './cart.module.css';

type Order = ResponseOf<'GET /orders/:id'>;

export function PaidCart({ purchase: { orders, charges } }: { purchase: CartPurchase }) {
  const [single] = orders;
  const isSingle = orders.length === 1 && single !== undefined;
  const needsDelivery = orders.some(({ product }) => product.type === 'physical');
  const balance = charges.at(-1)?.balanceAfter ?? null;
  useEffect(() => document.getElementById(pageTitleId)?.focus(), []);
  return (
    <>
      <PageHead title={`Paid · ${formatTokens(sumOf(...orders.map(({ totalPrice }) => totalPrice)))}`} noindex />
      <div className={styles.checkout}>
        <Notice tone="ok">Thank you. {needsDelivery ? 'We’ll let you know when it ships.' : 'Your files are ready to download.'}</Notice>
        <section className={styles.group} aria-label="Your orders">
          <ul className={styles.lines} aria-label="Orders">
            {orders.map((order) => (
              <OrderRow key={order._id} order={order} />
            ))}
          </ul>
          {balance === null ? null : (
            <p>
              New balance: <Tokens amount={balance} />
            </p>
          )}
        </section>
        <div className={styles.next}>
          <Button kind="primary" href={isSingle ? `/orders/${single._id}` : '/orders'}>
            {isSingle ? 'See order' : 'See orders'}
          </Button>
          <Button href="/explore?tab=products">Explore products</Button>
        </div>
      </div>
    </>
  );
}

function OrderRow({ order }: { order: Order }) {
  const { _id: id, orderNumber, product, performer, quantity, totalPrice, earning, commission } = order;
  const { busy, errorText, download } = useProductDownload(product._id);
  return (
    <li className={styles.paid}>
      <span className={styles.words}>
        <Link className={styles.name} href={`/orders/${id}`}>
          {quantity === 1 ? product.name : `${String(quantity)} × ${inDirection(product.name)}`}
        </Link>
        <span className={styles.quiet}>
          Order {orderNumber} · {deliveryStates[product.type === 'digital' ? 'delivered' : 'processing'].label}
        </span>
        <span className={styles.quiet}>
          You paid {shortTokens(totalPrice)} · {performer.name} receives {shortTokens(earning)} · site keeps {shortTokens(commission)}
        </span>
      </span>
      <Tokens amount={totalPrice} />
      {product.type === 'digital' ? (
        <Button size="small" icon={<DownloadIcon />} busy={busy} aria-label={`Download ${product.name}`} onPress={() => void download()}>
          Download
        </Button>
      ) : null}
      {errorText === null ? null : <Notice tone="danger">{errorText}</Notice>}
    </li>
  );
}
