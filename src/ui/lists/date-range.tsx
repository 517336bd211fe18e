/** A date range filter (both days inclusive) in the URL. */
import { DateField } from '../forms/fields';
import styles from './date-range.module.css';
import type { TableState } from './use-table';

export function DateRange({ table }: { table: TableState }) {
  return (
    <div className={styles.range}>
      <DateField label="From" value={table.filter('from')} onChange={(event) => table.onFilter('from', event.target.value)} />
      <DateField label="To" value={table.filter('to')} onChange={(event) => table.onFilter('to', event.target.value)} />
    </div>
  );
}
