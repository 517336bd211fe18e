/** What the overview asks the host, read from the address; server part and screen ask alike. */
import * as limits from '@contract/kernel/limits';
import type { Right } from '@contract/kernel/rights';
import { dayAt, type AddressQuery } from '@web/lib/table-query';

export const rangeKeys = ['from', 'to'] as const;

export const statisticsRead = (address: AddressQuery) => ({ query: { fromDate: dayAt(address, 'from'), toDate: dayAt(address, 'to') } });

/** Whether the days make sense: others are asked for by the screen, which says what the host says of them. */
export function isCountable(address: AddressQuery): boolean {
  const { fromDate, toDate } = statisticsRead(address).query;
  if (fromDate === undefined || toDate === undefined) return true;
  const days = (Date.parse(toDate) - Date.parse(fromDate)) / 86_400_000 + 1;
  return days >= 1 && days <= limits.statistics.daysMax;
}

/** What the figures stand on; without it the overview has none. */
export const overviewRight: Right = 'overview.read';
export const failedMailsRead = { query: { limit: 1, status: 'failed' as const } };
