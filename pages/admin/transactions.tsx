/** Payments, charges, ledger entries and the ledger check. */
import { nightlyChecksRequest } from '@web/features/console/books/requests';
import {
  ledgerAccountAt,
  adjustmentsRequest,
  chargesRequest,
  ledgerAccountRequest,
  paymentsRequest,
  salesRequest,
  salesTotalsRequest,
  transactionTabOf,
} from '@web/features/console/parts/money-requests';
import { TransactionsScreen } from '@web/features/console/money/transactions-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'operator',
  load: async ({ read, query }) => {
    const tab = transactionTabOf(query);
    const account = ledgerAccountAt(query);
    if (tab === 'payments') await read('GET /admin/transactions/search', paymentsRequest(query));
    if (tab === 'charges') await read('GET /admin/charges/search', chargesRequest(query));
    if (tab === 'sales')
      await Promise.all([
        read('GET /admin/earnings/search', salesRequest(query)),
        read('GET /admin/earnings/stats', salesTotalsRequest(query)),
      ]);
    if (tab === 'ledger' && account !== undefined) await read('GET /admin/ledger/accounts/:id', ledgerAccountRequest(account));
    if (tab === 'corrections') await read('GET /admin/ledger/adjustments/search', adjustmentsRequest(query));
    if (tab === 'check') await read('GET /admin/ledger/checks', nightlyChecksRequest);
    // The check reads the whole ledger, so the browser loads it after the page.
    return undefined;
  },
  screen: TransactionsScreen,
});
