/** What operators see and decide of money. */
import type { BodyOf, CallOptions, QueryOf } from './call';
import { service } from './service';

export const adminMoneyService = service((call) => ({
  setCommission: (id: string, rate: number | null) => call('PUT /admin/performers/:id/commission', { params: { id }, body: { rate } }),
  payouts: (query: QueryOf<'GET /admin/payout-requests/search'>) => call('GET /admin/payout-requests/search', { query }),
  approvePayout: (id: string, note: string) => call('POST /admin/payout-requests/:id/approve', { params: { id }, body: { note } }),
  rejectPayout: (id: string, note: string) => call('POST /admin/payout-requests/:id/reject', { params: { id }, body: { note } }),
  finishPayout: (id: string, reference: string, options?: CallOptions) =>
    call('POST /admin/payout-requests/:id/done', { params: { id }, body: { reference } }, options),
  refundCharge: (id: string, body: BodyOf<'POST /admin/charges/:id/refund'>, options?: CallOptions) =>
    call('POST /admin/charges/:id/refund', { params: { id }, body }, options),
  refundPayment: (id: string, body: BodyOf<'POST /admin/payments/:id/refund'>, options?: CallOptions) =>
    call('POST /admin/payments/:id/refund', { params: { id }, body }, options),
  subscriptions: (query: QueryOf<'GET /admin/subscriptions/search'>) => call('GET /admin/subscriptions/search', { query }),
  cancelSubscription: (id: string, reason: string) => call('POST /admin/subscriptions/:id/cancel', { params: { id }, body: { reason } }),
  extendSubscription: (id: string, days: number) => call('POST /admin/subscriptions/:id/extend', { params: { id }, body: { days } }),
  payments: (query: QueryOf<'GET /admin/transactions/search'>) => call('GET /admin/transactions/search', { query }),
  paymentsFile: (query: QueryOf<'GET /admin/transactions/csv'>) => call('GET /admin/transactions/csv', { query }),
  charges: (query: QueryOf<'GET /admin/charges/search'>) => call('GET /admin/charges/search', { query }),
  chargesFile: (query: QueryOf<'GET /admin/charges/csv'>) => call('GET /admin/charges/csv', { query }),
  earnings: (query: QueryOf<'GET /admin/earnings/search'>) => call('GET /admin/earnings/search', { query }),
  earningsFile: (query: QueryOf<'GET /admin/earnings/csv'>) => call('GET /admin/earnings/csv', { query }),
  earningStats: (query: QueryOf<'GET /admin/earnings/stats'>) => call('GET /admin/earnings/stats', { query }),
  checkLedger: () => call('GET /admin/ledger/check', {}),
  bookChecks: (query: QueryOf<'GET /admin/ledger/checks'>) => call('GET /admin/ledger/checks', { query }),
  ledgerAccount: (id: string, query: QueryOf<'GET /admin/ledger/accounts/:id'>) =>
    call('GET /admin/ledger/accounts/:id', { params: { id }, query }),
  adjustments: (query: QueryOf<'GET /admin/ledger/adjustments/search'>) => call('GET /admin/ledger/adjustments/search', { query }),
  proposeAdjustment: (body: BodyOf<'POST /admin/ledger/adjustments'>, options?: CallOptions) =>
    call('POST /admin/ledger/adjustments', { body }, options),
  approveAdjustment: (id: string) => call('POST /admin/ledger/adjustments/:id/approve', { params: { id } }),
  declineAdjustment: (id: string, note: string) => call('POST /admin/ledger/adjustments/:id/decline', { params: { id }, body: { note } }),
  coupons: (query: QueryOf<'GET /admin/coupons/search'>) => call('GET /admin/coupons/search', { query }),
  createCoupon: (body: BodyOf<'POST /admin/coupons'>) => call('POST /admin/coupons', { body }),
  changeCoupon: (id: string, body: BodyOf<'PUT /admin/coupons/:id'>) => call('PUT /admin/coupons/:id', { params: { id }, body }),
  withdrawCoupon: (id: string) => call('DELETE /admin/coupons/:id', { params: { id } }),
  packages: (query: QueryOf<'GET /admin/packages/search'>) => call('GET /admin/packages/search', { query }),
  createPackage: (body: BodyOf<'POST /admin/packages'>) => call('POST /admin/packages', { body }),
  changePackage: (id: string, body: BodyOf<'PUT /admin/packages/:id'>) => call('PUT /admin/packages/:id', { params: { id }, body }),
  withdrawPackage: (id: string) => call('DELETE /admin/packages/:id', { params: { id } }),
}));
