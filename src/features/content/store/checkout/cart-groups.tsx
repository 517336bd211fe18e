/** The lines of a cart, grouped by performer. */
import { formatTokenCount, sumOf } from '@web/lib/i18n/money';
import { profilePath } from '@web/lib/paths';
import { quantityMaxOf } from '@web/lib/wording/product-labels';
import { showToast } from '@web/ui/feedback/toast-queue';
import type { Cart } from '@web/checkout/use-cart';
import { Button } from '@web/ui/actions/button';
import { Link } from '@web/ui/core/link';
import { MediaBox } from '@web/ui/media/media-box';
import { pageTitleId } from '@web/ui/page/page-head';
import { StateMark } from '@web/ui/feedback/state-mark';
import { Stepper } from '@web/ui/forms/stepper';
import { Tokens } from '@web/ui/display/tokens';
import type { CheckedLine } from './use-cart-check';
import styles from './cart.module.css';

interface CartGroupsProps {
  cart: Cart;
  lines: readonly CheckedLine[];
}

/** Lines by performer, in the order in which each performer's first item was added. */
function byPerformer(lines: readonly CheckedLine[]): CheckedLine[][] {
  const groups = new Map<string, CheckedLine[]>();
  for (const checked of lines) {
    const { performerId } = checked.line;
    groups.set(performerId, [...(groups.get(performerId) ?? []), checked]);
  }
  return [...groups.values()];
}

export function CartGroups({ cart, lines }: CartGroupsProps) {
  return byPerformer(lines).map((group) => {
    const [first] = group;
    if (first === undefined) return null;
    const { performerId, performerName } = first.line;
    return (
      <section key={performerId} className={styles.group} aria-label={`From ${performerName}`}>
        <header className={styles.groupHead}>
          <h2 className={styles.groupTitle}>
            <Link href={profilePath({ id: performerId, username: first.product?.performer.username })}>{performerName}</Link>
          </h2>
          <Tokens amount={sumOf(...group.map(({ sum }) => sum))} />
        </header>
        <ul className={styles.lines}>
          {group.map((checked) => (
            <CartLineRow key={checked.line.productId} cart={cart} checked={checked} />
          ))}
        </ul>
      </section>
    );
  });
}

function CartLineRow({ cart, checked }: { cart: Cart; checked: CheckedLine }) {
  const { line, product, price, sum, stockIssue, isRepriced } = checked;
  const { productId: id, name, quantity, type } = line;
  const quantityMax = quantityMaxOf(product ?? line);
  const remove = () => {
    cart.remove(id);
    showToast({ text: `${name} removed`, onUndo: () => cart.restore(line) });
    document.getElementById(pageTitleId)?.focus();
  };
  return (
    <li className={styles.line}>
      <span className={styles.picture}>
        <MediaBox src={product?.image?.thumbnailUrl ?? line.image} blur={product?.image?.blur} alt="" ratio={1} />
      </span>
      <span className={styles.words}>
        <Link className={styles.name} href={`/product/${id}`}>
          {name}
        </Link>
        <span className={styles.quiet}>{type === 'digital' ? 'Digital download' : `${formatTokenCount(price)} each`}</span>
        {isRepriced ? (
          <span className={styles.mark}>
            <StateMark tone="warn">
              Was {formatTokenCount(line.price)}, now {formatTokenCount(price)}
            </StateMark>
          </span>
        ) : null}
        {stockIssue === 'soldOut' ? (
          <span className={styles.mark}>
            <StateMark tone="danger">Sold out</StateMark>
          </span>
        ) : null}
        {stockIssue === 'tooFew' ? (
          <>
            <span className={styles.mark}>
              <StateMark tone="danger">Only {quantityMax} left</StateMark>
            </span>
            <span>
              <Button size="small" onPress={() => cart.change(id, quantityMax)}>
                Reduce to {quantityMax}
              </Button>
            </span>
          </>
        ) : null}
      </span>
      <span className={styles.amount}>
        <Tokens amount={sum} />
      </span>
      <span className={styles.lineActions}>
        {type === 'digital' || quantityMax === 0 ? null : (
          <Stepper
            label={`Quantity of ${name}`}
            labelHidden
            value={quantity}
            min={1}
            max={Math.max(quantityMax, quantity)}
            onChange={(next) => cart.change(id, next)}
          />
        )}
        <Button kind="quiet" size="small" aria-label={`Remove ${name}`} onPress={remove}>
          Remove
        </Button>
      </span>
    </li>
  );
}
