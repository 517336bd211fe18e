/** Transactions for operators: payments, charges, the ledger entries of any balance, and the ledger checks. */
import { TabRow } from '@web/ui/actions/chips';
import { useRouter } from 'next/router';
import { AdjustmentsTable } from '../adjustments/adjustments-table';
import { CheckTab } from '../books/check-tab';
import { ChargesTable } from './charges-table';
import { ConsoleFrame } from '../parts/console-frame';
import { LedgerView } from '../books/ledger-view';
import { transactionTabOf, type TransactionTab } from '../parts/money-requests';
import { PaymentsTable } from './payments-table';
import { SalesTable } from './sales-table';
import styles from '../parts/console.module.css';

const tabs: { value: TransactionTab; label: string }[] = [
  { value: 'payments', label: 'Payments' },
  { value: 'charges', label: 'Charges' },
  { value: 'sales', label: 'Sales' },
  { value: 'ledger', label: 'Ledger' },
  { value: 'corrections', label: 'Corrections' },
  { value: 'check', label: 'Ledger check' },
];
const panels = {
  payments: PaymentsTable,
  charges: ChargesTable,
  sales: SalesTable,
  ledger: LedgerView,
  corrections: AdjustmentsTable,
  check: CheckTab,
};

export function TransactionsScreen() {
  const { query } = useRouter();
  const current = transactionTabOf(query);
  const Panel = panels[current];
  return (
    <ConsoleFrame title="Transactions">
      <TabRow
        label="Transaction types"
        tabs={tabs}
        current={current}
        hrefOf={(value) => (value === 'payments' ? '/admin/transactions' : `/admin/transactions?tab=${value}`)}
      />
      <div className={styles.panelOfTab}>
        <Panel key={current} />
      </div>
    </ConsoleFrame>
  );
}
