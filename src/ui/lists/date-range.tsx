/** Two days between which something is shown; both count. The address keeps them. */
import { DateField } from '../forms/fields';
import styles from './date-range.module.css';
import type { TablePlace } from './use-table';

export function DateRange({ place }: { place: TablePlace }) {
  return (
    <div className={styles.range}>
      <DateField label="From" value={place.filter('from')} onChange={(event) => place.onFilter('from', event.target.value)} />
      <DateField label="To" value={place.filter('to')} onChange={(event) => place.onFilter('to', event.target.value)} />
    </div>
  );
}
