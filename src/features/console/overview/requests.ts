/** API queries of the overview, built from the URL. Server-side rendering and the screen use the same queries. */
import * as limits from '@contract/kernel/limits';
import type { Right } from '@contract/kernel/rights';
import { dayAt, type UrlQuery } from '@web/lib/table-query';

export const rangeKeys = ['from', 'to'] as const;

export const statisticsRequest = (urlQuery: UrlQuery) => ({ query: { fromDate: dayAt(urlQuery, 'from'), toDate: dayAt(urlQuery, 'to') } });

/** Whether the dates are a valid range. The screen itself queries an invalid one and shows the API's error. */
export function isValidRange(urlQuery: UrlQuery): boolean {
  const { fromDate, toDate } = statisticsRequest(urlQuery).query;
  if (fromDate === undefined || toDate === undefined) return true;
  const days = (Date.parse(toDate) - Date.parse(fromDate)) / 86_400_000 + 1;
  return days >= 1 && days <= limits.statistics.daysMax;
}

/** The right required to see the figures. */
export const overviewRight: Right = 'overview.read';
export const failedMailsRequest = { query: { limit: 1, status: 'failed' as const } };
