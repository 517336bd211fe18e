/** Two days between which something is shown; both count. The address keeps them. */
import { DateField } from '@web/ui/fields';
import type { TablePlace } from '@web/ui/use-table';
import styles from './earnings.module.css';

export function DateRange({ place }: { place: TablePlace }) {
  return (
    <div className={styles.range}>
      <DateField label="From" value={place.filter('from')} onChange={(event) => place.onFilter('from', event.target.value)} />
      <DateField label="To" value={place.filter('to')} onChange={(event) => place.onFilter('to', event.target.value)} />
    </div>
  );
}
