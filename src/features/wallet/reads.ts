/** What the wallet's pages ask the host, for the server part and the screens alike. */
import * as limits from '@contract/kernel/limits';
import { paymentStatuses, paymentTypes } from '@contract/values';
import { oneAt, pageAt } from '@web/lib/table-query';
import type { AddressQuery } from '@web/lib/table-query';
import type { AnswerOf, QueryOf } from '@web/services/call';

export type Card = AnswerOf<'GET /payment-cards'>['data'][number];

/** All own cards: there are never more than fit on one page. */
export const cardsRead: { query: QueryOf<'GET /payment-cards'> } = { query: { limit: limits.page.limitMax } };
/** Packages in the operator's order. */
export const packagesRead: { query: QueryOf<'GET /package/token/search'> } = { query: { limit: 50, sortBy: 'ordering', sort: 'asc' } };

export const paymentSorts = ['totalPrice', 'createdAt'] as const;
export const paymentsRead = (address: AddressQuery): { query: QueryOf<'GET /payment/transactions/user/search'> } => ({
  query: {
    ...pageAt(address, paymentSorts),
    type: oneAt(address, 'type', paymentTypes),
    status: oneAt(address, 'status', paymentStatuses),
  },
});

export const walletTabs = ['charges', 'payments', 'statements'] as const;
export type WalletTab = (typeof walletTabs)[number];
export const tabAt = (address: AddressQuery): WalletTab => oneAt(address, 'tab', walletTabs) ?? 'charges';
