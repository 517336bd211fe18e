/** API queries of reports, built from the URL. */
import { reportReasons, reportStatuses, reportTargets } from '@contract/kernel/values/moderation';
import { optionAt, pageAt, type UrlQuery } from '@web/lib/table-query';

export const reportSorts = ['createdAt', 'updatedAt'] as const;

export const reportsRequest = (urlQuery: UrlQuery) => ({
  query: {
    ...pageAt(urlQuery, reportSorts),
    status: optionAt(urlQuery, 'status', reportStatuses),
    target: optionAt(urlQuery, 'target', reportTargets),
    reason: optionAt(urlQuery, 'reason', reportReasons),
  },
});
