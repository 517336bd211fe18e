/** API queries of the wallet, shared by the page's `load` and the screens. */
import * as limits from '@contract/kernel/limits';
import { paymentStatuses, paymentTypes } from '@contract/kernel/values/money';
import { optionAt, pageAt } from '@web/lib/table-query';
import type { UrlQuery } from '@web/lib/table-query';
import type { ResponseOf, QueryOf } from '@web/services/call';

export type Card = ResponseOf<'GET /payment-cards'>['data'][number];

/** All of the viewer's cards: they always fit on one page. */
export const cardsRequest: { query: QueryOf<'GET /payment-cards'> } = { query: { limit: limits.page.limitMax } };
/** Packages in the operator's order. */
export const packagesRequest: { query: QueryOf<'GET /package/token/search'> } = { query: { limit: 50, sortBy: 'ordering', sort: 'asc' } };

export const paymentSorts = ['totalPrice', 'createdAt'] as const;
export const paymentsRequest = (urlQuery: UrlQuery): { query: QueryOf<'GET /payment/transactions/user/search'> } => ({
  query: {
    ...pageAt(urlQuery, paymentSorts),
    type: optionAt(urlQuery, 'type', paymentTypes),
    status: optionAt(urlQuery, 'status', paymentStatuses),
  },
});

export const walletTabs = ['charges', 'payments', 'statements'] as const;
export type WalletTab = (typeof walletTabs)[number];
export const tabAt = (urlQuery: UrlQuery): WalletTab => optionAt(urlQuery, 'tab', walletTabs) ?? 'charges';
