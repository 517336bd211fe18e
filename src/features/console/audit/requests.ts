/** API queries of the audit log, built from the URL. */
import * as limits from '@contract/kernel/limits';
import { dayAt, pageAt, textAt, type UrlQuery } from '@web/lib/table-query';
import type { ResponseOf } from '@web/services/call';

export type AuditEntry = ResponseOf<'GET /admin/audit/search'>['data'][number];

export const auditSorts = ['createdAt'] as const;

const actionLengthMax = 60;

/** A valid id, or undefined: the API rejects anything else. */
const idAt = (urlQuery: UrlQuery, key: string): string | undefined => {
  const text = textAt(urlQuery, key);
  return text !== undefined && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : undefined;
};

/** The filters of the log; the exported file uses the same ones. The search text is the id of the target. */
export const auditFilters = (urlQuery: UrlQuery) => ({
  actorId: idAt(urlQuery, 'actor'),
  action: textAt(urlQuery, 'action')?.slice(0, actionLengthMax),
  targetId: textAt(urlQuery, 'q'),
  fromDate: dayAt(urlQuery, 'from'),
  toDate: dayAt(urlQuery, 'to'),
});

export const auditRequest = (urlQuery: UrlQuery) => {
  const { limit, offset, sortBy, sort } = pageAt(urlQuery, auditSorts);
  return { query: { limit, offset, sortBy, sort, ...auditFilters(urlQuery) } };
};

/** The URL of the log filtered to one target. */
export const targetLogHref = (targetId: string): string =>
  `/admin/audit?q=${encodeURIComponent(targetId.slice(0, limits.searchLengthMax))}`;
