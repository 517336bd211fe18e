/** API queries of disputes, built from the URL. */
import { tableDefaults } from '@contract/kernel/conventions';
import { disputeStatuses } from '@contract/kernel/values/disputes';
import { optionAt, tableQueryOf, textAt, rangeOf, type UrlQuery, type TableQuery } from '@web/lib/table-query';

export const disputeSorts = ['evidenceDueAt', 'createdAt', 'updatedAt', 'amount'] as const;

/** The nearest deadline first. */
export const disputeOrder = (): TableQuery => ({ ...tableDefaults, sortBy: 'evidenceDueAt', sort: 'asc' });

export function disputesRequest(urlQuery: UrlQuery) {
  const page = rangeOf(tableQueryOf(urlQuery, disputeSorts, disputeOrder()));
  const sortBy = disputeSorts.find((sort) => sort === page.sortBy) ?? disputeSorts[0];
  return { query: { ...page, sortBy, q: textAt(urlQuery, 'q'), status: optionAt(urlQuery, 'status', disputeStatuses) } };
}
