/** /cart: the lines by performer. Prices and stocks are current; a changed price must be accepted. */
import { useCurrentUser } from '@web/session/store/hooks';
import { cartOwner, useCart } from '@web/checkout/use-cart';
import type { Cart } from '@web/checkout/use-cart';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { Tokens } from '@web/ui/display/tokens';
import { CartGroups } from './cart-groups';
import { RemovedLines } from './removed-lines';
import { CartUnavailable } from './cart-unavailable';
import { useCartCheck } from './use-cart-check';
import styles from './cart.module.css';

export function CartScreen() {
  const owner = cartOwner(useCurrentUser());
  return (
    <>
      <PageHead title="Cart" noindex />
      {owner === null ? <CartUnavailable /> : <BuyerCart key={owner} />}
    </>
  );
}

function BuyerCart() {
  const cart = useCart();
  return cart.isRead ? <LoadedCart cart={cart} /> : <Skeleton shape="row" count={3} label="Opening your cart…" />;
}

function LoadedCart({ cart }: { cart: Cart }) {
  const check = useCartCheck(cart, cart.lines);
  const { lines, removedLines, isChecked, error, isRepriced, hasStockIssue, total, acceptPrices } = check;
  if (lines.length === 0)
    return (
      <div className={styles.cart}>
        <RemovedLines removedLines={removedLines} />
        <EmptyState
          title="Your cart is empty"
          text="Products you add from creators’ stores appear here."
          action={
            <Button kind="primary" href="/explore?tab=products">
              Explore products
            </Button>
          }
        />
      </div>
    );
  return (
    <div className={styles.columns}>
      <div className={styles.cart}>
        <RemovedLines removedLines={removedLines} />
        <CartGroups cart={cart} lines={lines} />
      </div>
      <section className={styles.sums} aria-label="Total">
        <p className={styles.total}>
          <span>Total</span>
          <Tokens amount={total} />
        </p>
        {error !== undefined && !isChecked ? <ErrorState error={error} onRetry={check.recheck} /> : null}
        {isRepriced ? (
          <Notice tone="warn" title="Prices have changed" action={<Button onPress={acceptPrices}>Accept new prices</Button>}>
            The marked items have a new price since you added them.
          </Notice>
        ) : null}
        {hasStockIssue ? <Notice tone="warn">Not enough stock for the marked items. Change or remove them.</Notice> : null}
        <Button kind="primary" wide href="/checkout" disabled={!isChecked || isRepriced || hasStockIssue}>
          Checkout
        </Button>
      </section>
    </div>
  );
}
