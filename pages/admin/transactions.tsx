/** Payments, charges, the ledger's entries and the check of the books. */
import { nightsRead } from '@web/features/console/books/reads';
import {
  accountAt,
  adjustmentsRead,
  chargesRead,
  ledgerAccountRead,
  paymentsRead,
  salesRead,
  salesSumsRead,
  tabOf,
} from '@web/features/console/parts/money-requests';
import { TransactionsScreen } from '@web/features/console/money/transactions-screen';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    const tab = tabOf(query);
    const account = accountAt(query);
    if (tab === 'payments') await read('GET /admin/transactions/search', paymentsRead(query));
    if (tab === 'charges') await read('GET /admin/charges/search', chargesRead(query));
    if (tab === 'sales')
      await Promise.all([read('GET /admin/earnings/search', salesRead(query)), read('GET /admin/earnings/stats', salesSumsRead(query))]);
    if (tab === 'ledger' && account !== undefined) await read('GET /admin/ledger/accounts/:id', ledgerAccountRead(account));
    if (tab === 'corrections') await read('GET /admin/ledger/adjustments/search', adjustmentsRead(query));
    if (tab === 'check') await read('GET /admin/ledger/checks', nightsRead);
    // The check reads the whole ledger: the page comes first, and the check when it is done.
    return undefined;
  },
  screen: TransactionsScreen,
});
