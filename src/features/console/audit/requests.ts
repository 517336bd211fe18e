/** API queries of the audit log, built from the URL. */
import * as limits from '@contract/kernel/limits';
import { dayAt, pageAt, textAt, type UrlQuery } from '@web/lib/table-query';
import type { ResponseOf } from '@web/services/call';

export type Entry = ResponseOf<'GET /admin/audit/search'>['data'][number];

export const auditSorts = ['createdAt'] as const;

const actLengthMax = 60;

/** A valid id, or undefined: the API rejects anything else. */
const idAt = (address: UrlQuery, key: string): string | undefined => {
  const text = textAt(address, key);
  return text !== undefined && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : undefined;
};

/** The filters of the log; the exported file uses the same ones. The search text is the id of the target. */
export const auditFilters = (address: UrlQuery) => ({
  actorId: idAt(address, 'actor'),
  action: textAt(address, 'action')?.slice(0, actLengthMax),
  targetId: textAt(address, 'q'),
  fromDate: dayAt(address, 'from'),
  toDate: dayAt(address, 'to'),
});

export const auditRequest = (address: UrlQuery) => {
  const { limit, offset, sortBy, sort } = pageAt(address, auditSorts);
  return { query: { limit, offset, sortBy, sort, ...auditFilters(address) } };
};

/** The URL of the log filtered to one target. */
export const targetLogHref = (targetId: string): string =>
  `/admin/audit?q=${encodeURIComponent(targetId.slice(0, limits.searchLengthMax))}`;
