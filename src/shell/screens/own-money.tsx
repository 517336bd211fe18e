/** The performer's money tabs in one chunk: earnings, sales and payouts. */
export { EarningsPanel } from '@web/features/money/earnings/earnings-panel';
export { SalesTable } from '@web/features/money/orders/sales-table';
export { PayoutsPanel } from '@web/features/money/payouts/payouts-panel';
