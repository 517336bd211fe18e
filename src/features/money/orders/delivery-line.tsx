/** The progress of an order: its states, each with the time at which it was reached and its note. */
import type { DeliveryStatus } from '@contract/kernel/values/store';
import { deliveryStates } from '@web/lib/wording/delivery-labels';
import { cx } from '@web/ui/core/cx';
import { CheckIcon, RetryIcon } from '@web/ui/icons/icons';
import { columnCountStyle } from '@web/ui/display/grid-count';
import { TimeAgo } from '@web/ui/display/times';
import type { Order } from './order-labels';
import styles from './delivery-line.module.css';

type HistoryEntry = Order['history'][number];

interface Stage {
  status: DeliveryStatus;
  entries: readonly HistoryEntry[];
  progress: 'done' | 'current' | 'ahead';
}

const statusesByType: Record<Order['product']['type'], readonly DeliveryStatus[]> = {
  physical: ['processing', 'shipping', 'delivered'],
  digital: ['delivered'],
};

/** All states of an open order; for a refunded one, only those that it reached. */
function stagesOf({ product, history, deliveryStatus }: Pick<Order, 'product' | 'history' | 'deliveryStatus'>): Stage[] {
  const entriesOf = (status: DeliveryStatus) => history.filter((entry) => entry.status === status);
  const states = statusesByType[product.type];
  const shown: DeliveryStatus[] =
    deliveryStatus === 'refunded' ? [...states.filter((status) => entriesOf(status).length > 0), 'refunded'] : [...states];
  const currentIndex = shown.indexOf(deliveryStatus);
  return shown.map((status, index) => ({
    status,
    entries: entriesOf(status),
    progress: index === currentIndex ? 'current' : index < currentIndex ? 'done' : 'ahead',
  }));
}

const progressLabels = { done: 'done', current: 'now', ahead: 'still to come' };

export function DeliveryProgress({ order }: { order: Pick<Order, 'product' | 'history' | 'deliveryStatus'> }) {
  const stages = stagesOf(order);
  return (
    <ol className={styles.line} style={columnCountStyle(stages.length)} aria-label="Delivery">
      {stages.map(({ status, entries, progress }) => (
        <li key={status} className={cx(styles.stage, styles[progress])} aria-current={progress === 'current' ? 'step' : undefined}>
          <span className={styles.sign} aria-hidden="true">
            {progress === 'ahead' ? null : status === 'refunded' ? <RetryIcon /> : <CheckIcon />}
          </span>
          <div className={styles.words}>
            <span className={styles.state}>
              {deliveryStates[status].label}
              <span className="visually-hidden"> ({progressLabels[progress]})</span>
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
