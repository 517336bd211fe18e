/** /checkout: paying for the cart from the wallet, or with `?only=<productId>` for one line of it. */
import { useRouter } from 'next/router';
import { sumOf } from '@web/lib/i18n/money';
import { useCurrentUser } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/session/intents';
import { cartOwner, useCart } from '@web/checkout/use-cart';
import type { Cart } from '@web/checkout/use-cart';
import type { WalletParts } from '@web/checkout/wallet-parts';
import { Button } from '@web/ui/actions/button';
import { PageHead } from '@web/ui/page/page-head';
import { Empty, Skeleton } from '@web/ui/feedback/states';
import { CheckoutForm } from './checkout-form';
import { LeftLines } from './removed-lines';
import { NoCart } from './cart-unavailable';
import { PaidCart } from './paid-cart';
import type { SentCart } from './sent-cart';
import { useCartCheck } from './use-cart-check';
import type { CartCheck, CheckedLine } from './use-cart-check';
import { useCheckout } from '../../../store/use-checkout';
import styles from './cart.module.css';

interface CheckoutScreenProps {
  parts: Pick<WalletParts, 'TopUpInPlace'>;
}

export function CheckoutScreen({ parts }: CheckoutScreenProps) {
  const user = useCurrentUser();
  if (user === null) return <Skeleton shape="form" count={3} />;
  if (cartOwner(user) === null)
    return (
      <>
        <Head />
        <NoCart />
      </>
    );
  return <OwnCheckout key={user._id} user={user} parts={parts} />;
}

const Head = () => <PageHead title="Checkout" back={{ href: '/cart', label: 'Back to the cart' }} noindex />;

function OwnCheckout({ user, parts }: CheckoutScreenProps & { user: CurrentUser }) {
  const cart = useCart();
  if (cart.isRead) return <ReadCheckout cart={cart} user={user} parts={parts} />;
  return (
    <>
      <Head />
      <Skeleton shape="form" count={3} label="Opening your cart…" />
    </>
  );
}

/** What was sent as it was then, whatever became of its things since. */
const linesOf = ({ lines }: SentCart, check: CartCheck): CheckedLine[] =>
  lines.map((line) => ({
    line,
    product: check.lines.find((one) => one.line.productId === line.productId)?.product ?? null,
    price: line.price,
    sum: sumOf(line.price * line.quantity),
    trouble: null,
    isRepriced: false,
  }));

function ReadCheckout({ cart, user, parts }: CheckoutScreenProps & { cart: Cart; user: CurrentUser }) {
  const { only } = useRouter().query;
  const check = useCartCheck(cart, typeof only === 'string' ? cart.lines.filter(({ productId }) => productId === only) : cart.lines);
  const checkout = useCheckout(user, cart, check);
  const { sent } = checkout;
  if (checkout.bought !== null) return <PaidCart bought={checkout.bought} />;
  const lines = sent === null ? check.lines : linesOf(sent, check);
  return (
    <>
      <Head />
      {sent === null ? <LeftLines left={check.left} /> : null}
      {lines.length === 0 ? (
        <Empty
          title="Nothing to pay for"
          text="What you want to buy is put into your cart first."
          action={<Button href="/cart">Open cart</Button>}
        />
      ) : (
        <div className={styles.checkout}>
          <CheckoutForm
            user={user}
            lines={lines}
            total={sent?.body.expectedPrice ?? sumOf(...lines.map(({ sum }) => sum))}
            check={check}
            checkout={checkout}
            parts={parts}
          />
        </div>
      )}
    </>
  );
}
