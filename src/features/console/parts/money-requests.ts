/** API queries of the console's money screens, built from the URL. */
import {
  adjustmentStatuses,
  chargeStatuses,
  chargeTypes,
  couponStatuses,
  earningTypes,
  paymentStatuses,
  paymentTypes,
  payoutMethods,
  payoutStatuses,
} from '@contract/kernel/values/money';
import { subscriptionStatuses, subscriptionTypes } from '@contract/kernel/values/subscriptions';
import * as limits from '@contract/kernel/limits';
import { dayAt, optionAt, pageAt, textAt, type UrlQuery } from '@web/lib/table-query';

export const payoutSorts = ['updatedAt', 'createdAt', 'amount'] as const;
export const paymentSorts = ['updatedAt', 'createdAt', 'totalPrice'] as const;
export const saleSorts = ['updatedAt', 'createdAt', 'grossPrice', 'netPrice'] as const;
export const chargeSorts = ['updatedAt', 'createdAt', 'price'] as const;
export const subscriptionSorts = ['updatedAt', 'createdAt', 'expiredAt', 'price'] as const;
export const couponSorts = ['updatedAt', 'createdAt', 'code'] as const;
export const packageSorts = ['updatedAt', 'createdAt', 'ordering', 'price', 'tokens'] as const;

export const payoutsRequest = (urlQuery: UrlQuery) => ({
  query: {
    ...pageAt(urlQuery, payoutSorts),
    status: optionAt(urlQuery, 'status', payoutStatuses),
    method: optionAt(urlQuery, 'method', payoutMethods),
  },
});
export const payoutTabs = ['requests', 'files'] as const;
export type PayoutTab = (typeof payoutTabs)[number];
export const payoutTabOf = (urlQuery: UrlQuery): PayoutTab => optionAt(urlQuery, 'tab', payoutTabs) ?? 'requests';
/** Approved payouts that are in no payment file, the oldest first. */
export const unbatchedPayoutsRequest = {
  query: { status: 'approved', isInBatch: false, limit: limits.page.limitMax, sortBy: 'createdAt', sort: 'asc' },
} as const;
export const batchesRequest = (urlQuery: UrlQuery) => ({ query: pageAt(urlQuery, []) });
export const paymentsRequest = (urlQuery: UrlQuery) => ({
  query: {
    ...pageAt(urlQuery, paymentSorts),
    status: optionAt(urlQuery, 'status', paymentStatuses),
    type: optionAt(urlQuery, 'type', paymentTypes),
  },
});
export const chargesRequest = (urlQuery: UrlQuery) => ({
  query: {
    ...pageAt(urlQuery, chargeSorts),
    status: optionAt(urlQuery, 'status', chargeStatuses),
    type: optionAt(urlQuery, 'type', chargeTypes),
  },
});
export const subscriptionsRequest = (urlQuery: UrlQuery) => ({
  query: {
    ...pageAt(urlQuery, subscriptionSorts),
    status: optionAt(urlQuery, 'status', subscriptionStatuses),
    subscriptionType: optionAt(urlQuery, 'type', subscriptionTypes),
  },
});
/** The filters by date and type that the totals and the rows of sales share. */
const salesFiltersAt = (urlQuery: UrlQuery) => ({
  type: optionAt(urlQuery, 'type', earningTypes),
  fromDate: dayAt(urlQuery, 'from'),
  toDate: dayAt(urlQuery, 'to'),
});
export const salesRequest = (urlQuery: UrlQuery) => ({ query: { ...pageAt(urlQuery, saleSorts), ...salesFiltersAt(urlQuery) } });
export const salesTotalsRequest = (urlQuery: UrlQuery) => ({ query: salesFiltersAt(urlQuery) });
export const salesFileQuery = (urlQuery: UrlQuery) => ({ ...salesFiltersAt(urlQuery), q: textAt(urlQuery, 'q') });
export const couponsRequest = (urlQuery: UrlQuery) => ({
  query: { ...pageAt(urlQuery, couponSorts), status: optionAt(urlQuery, 'status', couponStatuses) },
});
export const packagesRequest = (urlQuery: UrlQuery) => ({ query: pageAt(urlQuery, packageSorts) });
export const adjustmentSorts = ['updatedAt', 'createdAt', 'amount'] as const;
export const adjustmentsRequest = (urlQuery: UrlQuery) => ({
  query: { ...pageAt(urlQuery, adjustmentSorts), status: optionAt(urlQuery, 'status', adjustmentStatuses) },
});
export const ledgerAccountRequest = (account: string) => ({ params: { id: account }, query: { limit: 50 } });

export const transactionTabs = ['payments', 'charges', 'sales', 'ledger', 'corrections', 'check'] as const;
export type TransactionTab = (typeof transactionTabs)[number];
export const transactionTabOf = (urlQuery: UrlQuery): TransactionTab => optionAt(urlQuery, 'tab', transactionTabs) ?? 'payments';
export const ledgerAccountAt = (urlQuery: UrlQuery): string | undefined => textAt(urlQuery, 'account');
