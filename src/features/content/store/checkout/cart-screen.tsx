/** /cart: what somebody means to buy, by performer. Prices and stocks are those of the moment; a new price must be accepted. */
import { useCurrentUser } from '@web/session/store/hooks';
import { cartOwner, useCart } from '@web/checkout/use-cart';
import type { Cart } from '@web/checkout/use-cart';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { Empty, Fault, Skeleton } from '@web/ui/feedback/states';
import { Tokens } from '@web/ui/display/tokens';
import { CartGroups } from './cart-groups';
import { LeftLines } from './removed-lines';
import { NoCart } from './cart-unavailable';
import { useCartCheck } from './use-cart-check';
import styles from './cart.module.css';

export function CartScreen() {
  const owner = cartOwner(useCurrentUser());
  return (
    <>
      <PageHead title="Cart" noindex />
      {owner === null ? <NoCart /> : <OwnCart key={owner} />}
    </>
  );
}

function OwnCart() {
  const cart = useCart();
  return cart.isRead ? <ReadCart cart={cart} /> : <Skeleton shape="row" count={3} label="Opening your cart…" />;
}

function ReadCart({ cart }: { cart: Cart }) {
  const check = useCartCheck(cart, cart.lines);
  const { lines, left, isChecked, error, isRepriced, hasTrouble, total, acceptPrices } = check;
  if (lines.length === 0)
    return (
      <div className={styles.cart}>
        <LeftLines left={left} />
        <Empty
          title="Your cart is empty"
          text="What you put in from the stores of performers waits here until you pay."
          action={
            <Button kind="primary" href="/explore?tab=products">
              Explore products
            </Button>
          }
        />
      </div>
    );
  return (
    <div className={styles.beside}>
      <div className={styles.cart}>
        <LeftLines left={left} />
        <CartGroups cart={cart} lines={lines} />
      </div>
      <section className={styles.sums} aria-label="Total">
        <p className={styles.total}>
          <span>Total</span>
          <Tokens amount={total} />
        </p>
        {error !== undefined && !isChecked ? <Fault error={error} onRetry={check.check} /> : null}
        {isRepriced ? (
          <Notice tone="warn" title="Prices have changed" action={<Button onPress={acceptPrices}>Accept new prices</Button>}>
            The marked lines cost something else than when you put them in.
          </Notice>
        ) : null}
        {hasTrouble ? <Notice tone="warn">There are not enough of the marked things. Change or remove them.</Notice> : null}
        <Button kind="primary" wide href="/checkout" disabled={!isChecked || isRepriced || hasTrouble}>
          Checkout
        </Button>
      </section>
    </div>
  );
}
