/** What is about to be paid, line by line: each with who gets what of it, and what stands in its way. */
import { spokenTokens } from '@web/lib/i18n/money';
import { quantityMaxOf } from '@web/lib/wording/product-labels';
import { SplitLine } from '@web/ui/display/amounts';
import { StateMark } from '@web/ui/feedback/state-mark';
import { Tokens } from '@web/ui/display/tokens';
import { MediaBox } from '@web/ui/media/media-box';
import type { CheckedLine } from './use-cart-check';
import styles from './cart.module.css';

interface CheckoutLinesProps {
  lines: readonly CheckedLine[];
  saidOf: ReadonlyMap<string, string>;
}

export function CheckoutLines({ lines, saidOf }: CheckoutLinesProps) {
  return (
    <ul className={styles.lines} aria-label="What you buy">
      {lines.map((checked) => (
        <Line key={checked.line.productId} checked={checked} said={saidOf.get(checked.line.productId) ?? null} />
      ))}
    </ul>
  );
}

function Line({ checked: { line, product, price, sum, trouble, isRepriced }, said }: { checked: CheckedLine; said: string | null }) {
  const { name, quantity, performerName, type } = line;
  return (
    <li className={styles.line}>
      <span className={styles.picture}>
        <MediaBox src={product?.image?.thumbnailUrl ?? line.image} blur={product?.image?.blur} alt="" ratio={1} />
      </span>
      <div className={styles.words}>
        <strong>{quantity === 1 ? name : `${String(quantity)} × ${name}`}</strong>
        <span className={styles.quiet}>
          {performerName} · {type === 'digital' ? 'File to download' : 'Sent by post'}
        </span>
        {product === null ? null : (
          <SplitLine price={sum} commissionRate={product.performer.commissionRate} name={performerName} unit={{ tokens: true }} />
        )}
        {isRepriced ? (
          <span className={styles.mark}>
            <StateMark tone="warn">
              Was {spokenTokens(line.price)}, now {spokenTokens(price)}
            </StateMark>
          </span>
        ) : null}
        {said !== null ? (
          <span className={styles.mark}>
            <StateMark tone="danger">{said}</StateMark>
          </span>
        ) : null}
        {said === null && trouble !== null ? (
          <span className={styles.mark}>
            <StateMark tone="danger">
              {trouble === 'soldOut' || product === null ? 'Sold out' : `Only ${String(quantityMaxOf(product))} left`}
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
