/** Whether the books are right: now, and in the last nights. */
import styles from '../console.module.css';
import { LedgerCheck } from '../ledger-view';
import { Nights } from './nights';

export function CheckTab() {
  return (
    <div className={styles.stack}>
      <LedgerCheck />
      <Nights />
    </div>
  );
}
