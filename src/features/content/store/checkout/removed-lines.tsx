/** Tells what has left the cart by itself, and why. */
import type { CartLine } from '@web/session/cart.slice';
import { Link } from '@web/ui/core/link';
import { language } from '@web/lib/i18n/words';
import { Notice } from '@web/ui/feedback/notice';
import type { CartCheck } from './use-cart-check';
import styles from './cart.module.css';

export function LeftLines({ left: { gone, owned } }: Pick<CartCheck, 'left'>) {
  return (
    <div role="status" className={styles.left}>
      {gone.length === 0 ? null : (
        <Notice tone="warn" title="Not sold any more">
          {gone.length === 1 ? `${named(gone)} was taken out of your cart.` : `${named(gone)} were taken out of your cart.`}
        </Notice>
      )}
      {owned.length === 0 ? null : (
        <Notice title="Yours already">
          You have bought{' '}
          {owned.map(({ productId, name }, index) => (
            <span key={productId}>
              {index === 0 ? '' : ', '}
              <Link href={`/product/${productId}`}>{name}</Link>
            </span>
          ))}{' '}
          before, so your cart does not hold {owned.length === 1 ? 'it' : 'them'} any more.
        </Notice>
      )}
    </div>
  );
}

const named = (lines: readonly CartLine[]): string => new Intl.ListFormat(language()).format(lines.map(({ name }) => name));
