/** The lines that are about to be paid: each with its price split, and what prevents the purchase. */
import { inDirection } from '@web/lib/i18n/words';
import { formatTokenCount } from '@web/lib/i18n/money';
import { quantityMaxOf } from '@web/lib/wording/product-labels';
import { SplitLine } from '@web/ui/display/amounts';
import { StateMark } from '@web/ui/feedback/state-mark';
import { Tokens } from '@web/ui/display/tokens';
import { MediaBox } from '@web/ui/media/media-box';
import type { CheckedLine } from './use-cart-check';
import styles from './cart.module.css';

interface CheckoutLinesProps {
  lines: readonly CheckedLine[];
  /** The API's errors, by product id. */
  lineErrors: ReadonlyMap<string, string>;
}

export function CheckoutLines({ lines, lineErrors }: CheckoutLinesProps) {
  return (
    <ul className={styles.lines} aria-label="Your items">
      {lines.map((checked) => (
        <CheckoutLine key={checked.line.productId} checked={checked} error={lineErrors.get(checked.line.productId) ?? null} />
      ))}
    </ul>
  );
}

function CheckoutLine({
  checked: { line, product, price, sum, stockIssue, isRepriced },
  error,
}: {
  checked: CheckedLine;
  error: string | null;
}) {
  const { name, quantity, performerName, type } = line;
  return (
    <li className={styles.line}>
      <span className={styles.picture}>
        <MediaBox src={product?.image?.thumbnailUrl ?? line.image} blur={product?.image?.blur} alt="" ratio={1} />
      </span>
      <div className={styles.words}>
        <strong>{quantity === 1 ? name : `${String(quantity)} × ${inDirection(name)}`}</strong>
        <span className={styles.quiet}>
          {performerName} · {type === 'digital' ? 'Digital download' : 'Physical item'}
        </span>
        {product === null ? null : (
          <SplitLine price={sum} commissionRate={product.performer.commissionRate} name={performerName} unit={{ tokens: true }} />
        )}
        {isRepriced ? (
          <span className={styles.mark}>
            <StateMark tone="warn">
              Was {formatTokenCount(line.price)}, now {formatTokenCount(price)}
            </StateMark>
          </span>
        ) : null}
        {error !== null ? (
          <span className={styles.mark}>
            <StateMark tone="danger">{error}</StateMark>
          </span>
        ) : null}
        {error === null && stockIssue !== null ? (
          <span className={styles.mark}>
            <StateMark tone="danger">
              {stockIssue === 'soldOut' || product === null ? 'Sold out' : `Only ${String(quantityMaxOf(product))} left`}
            </StateMark>
          </span>
        ) : null}
      </div>
      <span className={styles.amount}>
        <Tokens amount={sum} />
      </span>
    </li>
  );
}
