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

export const payoutsRequest = (address: UrlQuery) => ({
  query: {
    ...pageAt(address, payoutSorts),
    status: optionAt(address, 'status', payoutStatuses),
    method: optionAt(address, 'method', payoutMethods),
  },
});
export const payoutTabs = ['requests', 'files'] as const;
export type PayoutTab = (typeof payoutTabs)[number];
export const payoutTabOf = (address: UrlQuery): PayoutTab => optionAt(address, 'tab', payoutTabs) ?? 'requests';
/** Approved payouts that are in no payment file, the oldest first. */
export const waitingRequest = {
  query: { status: 'approved', isInBatch: false, limit: limits.page.limitMax, sortBy: 'createdAt', sort: 'asc' },
} as const;
export const batchesRequest = (address: UrlQuery) => ({ query: pageAt(address, []) });
export const paymentsRequest = (address: UrlQuery) => ({
  query: {
    ...pageAt(address, paymentSorts),
    status: optionAt(address, 'status', paymentStatuses),
    type: optionAt(address, 'type', paymentTypes),
  },
});
export const chargesRequest = (address: UrlQuery) => ({
  query: {
    ...pageAt(address, chargeSorts),
    status: optionAt(address, 'status', chargeStatuses),
    type: optionAt(address, 'type', chargeTypes),
  },
});
export const subscriptionsRequest = (address: UrlQuery) => ({
  query: {
    ...pageAt(address, subscriptionSorts),
    status: optionAt(address, 'status', subscriptionStatuses),
    subscriptionType: optionAt(address, 'type', subscriptionTypes),
  },
});
/** The range and kind that the totals and the rows of sales share. */
const salesAt = (address: UrlQuery) => ({
  type: optionAt(address, 'type', earningTypes),
  fromDate: dayAt(address, 'from'),
  toDate: dayAt(address, 'to'),
});
export const salesRequest = (address: UrlQuery) => ({ query: { ...pageAt(address, saleSorts), ...salesAt(address) } });
export const salesTotalsRequest = (address: UrlQuery) => ({ query: salesAt(address) });
export const salesFileRequest = (address: UrlQuery) => ({ ...salesAt(address), q: textAt(address, 'q') });
export const couponsRequest = (address: UrlQuery) => ({
  query: { ...pageAt(address, couponSorts), status: optionAt(address, 'status', couponStatuses) },
});
export const packagesRequest = (address: UrlQuery) => ({ query: pageAt(address, packageSorts) });
export const adjustmentSorts = ['updatedAt', 'createdAt', 'amount'] as const;
export const adjustmentsRequest = (address: UrlQuery) => ({
  query: { ...pageAt(address, adjustmentSorts), status: optionAt(address, 'status', adjustmentStatuses) },
});
export const ledgerAccountRequest = (account: string) => ({ params: { id: account }, query: { limit: 50 } });

export const transactionTabs = ['payments', 'charges', 'sales', 'ledger', 'corrections', 'check'] as const;
export type TransactionTab = (typeof transactionTabs)[number];
export const tabOf = (address: UrlQuery): TransactionTab => optionAt(address, 'tab', transactionTabs) ?? 'payments';
export const accountAt = (address: UrlQuery): string | undefined => textAt(address, 'account');
