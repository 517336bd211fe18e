/** API queries of reports, built from the URL. */
import { reportReasons, reportStatuses, reportTargets } from '@contract/kernel/values/moderation';
import { optionAt, pageAt, type UrlQuery } from '@web/lib/table-query';

export const reportSorts = ['createdAt', 'updatedAt'] as const;

export const reportsRequest = (address: UrlQuery) => ({
  query: {
    ...pageAt(address, reportSorts),
    status: optionAt(address, 'status', reportStatuses),
    target: optionAt(address, 'target', reportTargets),
    reason: optionAt(address, 'reason', reportReasons),
  },
});
