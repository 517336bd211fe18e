/** /purchases: everything that was bought, newest first. */
import { PageHead } from '@web/ui/page-head';
import { ChargesTable } from './charges-table';

export function PurchasesScreen() {
  return (
    <>
      <PageHead title="Purchases" noindex />
      <ChargesTable />
    </>
  );
}
