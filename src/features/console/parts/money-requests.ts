/** What the console's screens of money ask the host, read from the address. */
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
  subscriptionStatuses,
  subscriptionTypes,
} from '@contract/values';
import * as limits from '@contract/kernel/limits';
import { dayAt, oneAt, pageAt, textAt, type AddressQuery } from '@web/lib/table-query';

export const payoutSorts = ['updatedAt', 'createdAt', 'amount'] as const;
export const paymentSorts = ['updatedAt', 'createdAt', 'totalPrice'] as const;
export const saleSorts = ['updatedAt', 'createdAt', 'grossPrice', 'netPrice'] as const;
export const chargeSorts = ['updatedAt', 'createdAt', 'price'] as const;
export const subscriptionSorts = ['updatedAt', 'createdAt', 'expiredAt', 'price'] as const;
export const couponSorts = ['updatedAt', 'createdAt', 'code'] as const;
export const packageSorts = ['updatedAt', 'createdAt', 'ordering', 'price', 'tokens'] as const;

export const payoutsRead = (address: AddressQuery) => ({
  query: {
    ...pageAt(address, payoutSorts),
    status: oneAt(address, 'status', payoutStatuses),
    method: oneAt(address, 'method', payoutMethods),
  },
});
export const payoutTabs = ['requests', 'files'] as const;
export type PayoutTab = (typeof payoutTabs)[number];
export const payoutTabOf = (address: AddressQuery): PayoutTab => oneAt(address, 'tab', payoutTabs) ?? 'requests';
/** What is approved and stands in no payment file, the earliest first. */
export const waitingRead = {
  query: { status: 'approved', isInBatch: false, limit: limits.page.limitMax, sortBy: 'createdAt', sort: 'asc' },
} as const;
export const batchesRead = (address: AddressQuery) => ({ query: pageAt(address, []) });
export const paymentsRead = (address: AddressQuery) => ({
  query: {
    ...pageAt(address, paymentSorts),
    status: oneAt(address, 'status', paymentStatuses),
    type: oneAt(address, 'type', paymentTypes),
  },
});
export const chargesRead = (address: AddressQuery) => ({
  query: {
    ...pageAt(address, chargeSorts),
    status: oneAt(address, 'status', chargeStatuses),
    type: oneAt(address, 'type', chargeTypes),
  },
});
export const subscriptionsRead = (address: AddressQuery) => ({
  query: {
    ...pageAt(address, subscriptionSorts),
    status: oneAt(address, 'status', subscriptionStatuses),
    subscriptionType: oneAt(address, 'type', subscriptionTypes),
  },
});
/** The range and kind that the sums of sales and their rows share. */
const salesAt = (address: AddressQuery) => ({
  type: oneAt(address, 'type', earningTypes),
  fromDate: dayAt(address, 'from'),
  toDate: dayAt(address, 'to'),
});
export const salesRead = (address: AddressQuery) => ({ query: { ...pageAt(address, saleSorts), ...salesAt(address) } });
export const salesSumsRead = (address: AddressQuery) => ({ query: salesAt(address) });
export const salesFileRead = (address: AddressQuery) => ({ ...salesAt(address), q: textAt(address, 'q') });
export const couponsRead = (address: AddressQuery) => ({
  query: { ...pageAt(address, couponSorts), status: oneAt(address, 'status', couponStatuses) },
});
export const packagesRead = (address: AddressQuery) => ({ query: pageAt(address, packageSorts) });
export const adjustmentSorts = ['updatedAt', 'createdAt', 'amount'] as const;
export const adjustmentsRead = (address: AddressQuery) => ({
  query: { ...pageAt(address, adjustmentSorts), status: oneAt(address, 'status', adjustmentStatuses) },
});
export const ledgerAccountRead = (account: string) => ({ params: { id: account }, query: { limit: 50 } });

export const transactionTabs = ['payments', 'charges', 'sales', 'ledger', 'corrections', 'check'] as const;
export type TransactionTab = (typeof transactionTabs)[number];
export const tabOf = (address: AddressQuery): TransactionTab => oneAt(address, 'tab', transactionTabs) ?? 'payments';
export const accountAt = (address: AddressQuery): string | undefined => textAt(address, 'account');
