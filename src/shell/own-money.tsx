/** What a performer earns, and what becomes of it: three tabs of her own page that come together, so that nobody else's page names each. */
export { EarningsPanel } from '@web/features/earnings/earnings-panel';
export { SalesTable } from '@web/features/orders/sales-table';
export { PayoutsPanel } from '@web/features/payouts/payouts-panel';
