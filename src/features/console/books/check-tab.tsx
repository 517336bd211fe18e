/** The ledger checks: the last nightly ones come with the page; a check on demand takes longer the larger the ledger is. */
import styles from '../parts/console.module.css';
import { LedgerInvariantCheck } from './ledger-view';
import { NightlyChecks } from './nights';

export function CheckTab() {
  return (
    <div className={styles.stack}>
      <NightlyChecks />
      <LedgerInvariantCheck />
    </div>
  );
}
