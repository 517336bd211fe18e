/** What a performer earns, and what becomes of it: three tabs of her own page that come together, so that nobody else's page names each. */
export { EarningsPanel } from '@web/features/money/earnings/earnings-panel';
export { SalesTable } from '@web/features/money/orders/sales-table';
export { PayoutsPanel } from '@web/features/money/payouts/payouts-panel';
