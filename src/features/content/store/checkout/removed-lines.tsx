/** Shows which lines were removed from the cart automatically, and why. */
import type { CartLine } from '@web/session/store/cart.slice';
import { Link } from '@web/ui/core/link';
import { language } from '@web/lib/i18n/words';
import { Notice } from '@web/ui/feedback/notice';
import type { CartCheck } from './use-cart-check';
import styles from './cart.module.css';

export function RemovedLines({ removedLines: { gone, owned } }: Pick<CartCheck, 'removedLines'>) {
  return (
    <div role="status" className={styles.left}>
      {gone.length === 0 ? null : (
        <Notice tone="warn" title="Not sold any more">
          {gone.length === 1 ? `${listNames(gone)} was taken out of your cart.` : `${listNames(gone)} were taken out of your cart.`}
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

const listNames = (lines: readonly CartLine[]): string => new Intl.ListFormat(language()).format(lines.map(({ name }) => name));
