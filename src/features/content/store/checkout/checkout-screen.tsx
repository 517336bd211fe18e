/** /checkout: pays for the cart from the wallet, or with `?only=<productId>` for one line of it. */
import { useRouter } from 'next/router';
import { useState } from 'react';
import { sumOf, totalOf } from '@web/lib/i18n/money';
import { useCurrentUser } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/services/current-user';
import { cartOwner, useCart } from '@web/checkout/use-cart';
import type { Cart } from '@web/checkout/use-cart';
import { useAddresses } from '@web/checkout/use-addresses';
import type { WalletComponents } from '@web/checkout/wallet-parts';
import { Button } from '@web/ui/actions/button';
import { PageHead } from '@web/ui/page/page-head';
import { EmptyState, Skeleton } from '@web/ui/feedback/states';
import { CheckoutForm } from './checkout-form';
import { RemovedLines } from './removed-lines';
import { CartUnavailable } from './cart-unavailable';
import { PaidCart } from './paid-cart';
import type { PendingCartPayment } from './sent-cart';
import { useCartCheck } from './use-cart-check';
import type { CartCheck, CheckedLine } from './use-cart-check';
import { useCheckout } from './use-checkout';
import styles from './cart.module.css';

interface CheckoutScreenProps {
  parts: Pick<WalletComponents, 'TopUpInPlace'>;
}

export function CheckoutScreen({ parts }: CheckoutScreenProps) {
  const user = useCurrentUser();
  if (user === null) return <Skeleton shape="form" count={3} />;
  if (cartOwner(user) === null)
    return (
      <>
        <Head />
        <CartUnavailable />
      </>
    );
  return <BuyerCheckout key={user._id} user={user} parts={parts} />;
}

const Head = () => <PageHead title="Checkout" back={{ href: '/cart', label: 'Back to cart' }} noindex />;

function BuyerCheckout({ user, parts }: CheckoutScreenProps & { user: CurrentUser }) {
  const cart = useCart();
  return cart.isRead ? <LoadedCheckout cart={cart} user={user} parts={parts} /> : <LoadingCheckout />;
}

const LoadingCheckout = () => (
  <>
    <Head />
    <Skeleton shape="form" count={3} label="Opening your cart…" />
  </>
);

/** The lines as they were when they were sent, independent of later changes. */
const linesOf = ({ lines }: PendingCartPayment, check: CartCheck): CheckedLine[] =>
  lines.map((line) => ({
    line,
    product: check.lines.find((one) => one.line.productId === line.productId)?.product ?? null,
    price: line.price,
    sum: totalOf(line.price, line.quantity),
    stockIssue: null,
    isRepriced: false,
  }));

function LoadedCheckout({ cart, user, parts }: CheckoutScreenProps & { cart: Cart; user: CurrentUser }) {
  const { only } = useRouter().query;
  const check = useCartCheck(cart, typeof only === 'string' ? cart.lines.filter(({ productId }) => productId === only) : cart.lines);
  const checkout = useCheckout(user, cart, check);
  const { pendingPayment } = checkout;
  const [isReady, setReady] = useState(false);
  const lines = pendingPayment === null ? check.lines : linesOf(pendingPayment, check);
  const addressBook = useAddresses(lines.some(({ line }) => line.type === 'physical'));
  if (checkout.purchase !== null) return <PaidCart purchase={checkout.purchase} />;
  // The height depends on the number of addresses, or without one on the long address form, so everything appears together.
  if (!isReady && !addressBook.isLoading) setReady(true);
  if (!isReady && addressBook.isLoading) return <LoadingCheckout />;
  return (
    <>
      <Head />
      {pendingPayment === null ? <RemovedLines removedLines={check.removedLines} /> : null}
      {lines.length === 0 ? (
        <EmptyState title="Nothing to check out" text="Add products to your cart first." action={<Button href="/cart">Open cart</Button>} />
      ) : (
        <div className={styles.checkout}>
          <CheckoutForm
            user={user}
            lines={lines}
            total={pendingPayment?.body.expectedPrice ?? sumOf(...lines.map(({ sum }) => sum))}
            check={check}
            checkout={checkout}
            parts={parts}
          />
        </div>
      )}
    </>
  );
}
