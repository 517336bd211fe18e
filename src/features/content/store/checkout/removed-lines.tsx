/** Shows which lines were removed from the cart automatically, and why. */
import type { CartLine } from '@web/session/store/cart.slice';
import { Link } from '@web/ui/core/link';
import { language } from '@web/lib/i18n/words';
import { Notice } from '@web/ui/feedback/notice';
import type { CartCheck } from './use-cart-check';
import styles from './cart.module.css';

export function RemovedLines({ removedLines: { unavailable, owned } }: Pick<CartCheck, 'removedLines'>) {
  return (
    <div role="status" className={styles.removed}>
      {unavailable.length === 0 ? null : (
        <Notice tone="warn" title="No longer available">
          {unavailable.length === 1
            ? `${listNames(unavailable)} was removed from your cart.`
            : `${listNames(unavailable)} were removed from your cart.`}
        </Notice>
      )}
      {owned.length === 0 ? null : (
        <Notice title="Already bought">
          You already bought{' '}
          {owned.map(({ productId, name }, index) => (
            <span key={productId}>
              {index === 0 ? '' : ', '}
              <Link href={`/product/${productId}`}>{name}</Link>
            </span>
          ))}
          , so we removed {owned.length === 1 ? 'it' : 'them'} from your cart.
        </Notice>
      )}
    </div>
  );
}

const listNames = (lines: readonly CartLine[]): string => new Intl.ListFormat(language()).format(lines.map(({ name }) => name));
