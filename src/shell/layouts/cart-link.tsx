/** The link to the cart with its quantity; hidden for an empty cart. */
import { countWords } from '@web/lib/i18n/counts';
import { useCart } from '@web/checkout/use-cart';
import { cx } from '@web/ui/core/cx';
import { CartIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import styles from './cart-link.module.css';

export interface CartLinkProps {
  /** The top bar, the side rail, or the bottom tabs of phones. */
  place: 'bar' | 'rail' | 'tab';
}

const countMax = 99;

export function CartLink({ place }: CartLinkProps) {
  const { count } = useCart();
  if (count === 0) return null;
  return (
    <Link className={cx(styles.cart, place !== 'bar' && styles[place])} href="/cart" aria-label={`Cart, ${countWords(count, 'piece')}`}>
      <span className={styles.icon}>
        <CartIcon />
        <span className={styles.badge}>{count > countMax ? `${String(countMax)}+` : count}</span>
      </span>
      {place === 'bar' ? null : <span>Cart</span>}
    </Link>
  );
}
