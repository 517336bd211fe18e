/** Whether the books are right: in the last nights, which come with the page, and now, which takes as long as the ledger is. */
import styles from '../parts/console.module.css';
import { LedgerCheck } from './ledger-view';
import { Nights } from './nights';

export function CheckTab() {
  return (
    <div className={styles.stack}>
      <Nights />
      <LedgerCheck />
    </div>
  );
}
