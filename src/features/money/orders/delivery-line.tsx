/** How far an order is: the states that it goes through, each with when it was reached and what was said of it. */
import type { DeliveryStatus } from '@contract/values';
import { deliveryStates } from '@web/lib/delivery-words';
import { cx } from '@web/ui/core/cx';
import { CheckIcon, RetryIcon } from '@web/ui/icons/icons';
import { partsOf } from '@web/ui/parts';
import { TimeAgo } from '@web/ui/display/times';
import type { Order } from '../../orders/order-words';
import styles from './delivery-line.module.css';

type Entry = Order['history'][number];

interface Stage {
  status: DeliveryStatus;
  entries: readonly Entry[];
  place: 'done' | 'current' | 'ahead';
}

const ways: Record<Order['product']['type'], readonly DeliveryStatus[]> = {
  physical: ['processing', 'shipping', 'delivered'],
  digital: ['delivered'],
};

/** The whole way of an order that is under way; of one that was given back, as far as it came. */
function stagesOf({ product, history, deliveryStatus }: Pick<Order, 'product' | 'history' | 'deliveryStatus'>): Stage[] {
  const entriesOf = (status: DeliveryStatus) => history.filter((entry) => entry.status === status);
  const way = ways[product.type];
  const shown: DeliveryStatus[] =
    deliveryStatus === 'refunded' ? [...way.filter((status) => entriesOf(status).length > 0), 'refunded'] : [...way];
  const here = shown.indexOf(deliveryStatus);
  return shown.map((status, index) => ({
    status,
    entries: entriesOf(status),
    place: index === here ? 'current' : index < here ? 'done' : 'ahead',
  }));
}

const placeWords = { done: 'done', current: 'now', ahead: 'still to come' };

export function DeliveryLine({ order }: { order: Pick<Order, 'product' | 'history' | 'deliveryStatus'> }) {
  const stages = stagesOf(order);
  return (
    <ol className={styles.line} style={partsOf(stages.length)} aria-label="Delivery">
      {stages.map(({ status, entries, place }) => (
        <li key={status} className={cx(styles.stage, styles[place])} aria-current={place === 'current' ? 'step' : undefined}>
          <span className={styles.sign} aria-hidden="true">
            {place === 'ahead' ? null : status === 'refunded' ? <RetryIcon /> : <CheckIcon />}
          </span>
          <div className={styles.words}>
            <span className={styles.state}>
              {deliveryStates[status].word}
              <span className="visually-hidden"> ({placeWords[place]})</span>
            </span>
            {entries[0] ? (
              <span className={styles.quiet}>
                <TimeAgo at={entries[0].at} />
              </span>
            ) : null}
            {entries
              .filter(({ note }) => note !== '')
              .map(({ note, by, at }) => (
                <p key={at} className={styles.note}>
                  {note}
                  {by === null ? null : <span className={styles.quiet}> – {by.name}</span>}
                </p>
              ))}
          </div>
        </li>
      ))}
    </ol>
  );
}
