/** What the screen of the log asks the host, read from the address. */
import * as limits from '@contract/kernel/limits';
import { dayAt, pageAt, textAt, type AddressQuery } from '@web/lib/table-query';
import type { AnswerOf } from '@web/services/call';

export type Entry = AnswerOf<'GET /admin/audit/search'>['data'][number];

export const auditSorts = ['createdAt'] as const;

const actLengthMax = 60;

/** An id as the host makes them, or nothing: any other text would be refused. */
const idAt = (address: AddressQuery, key: string): string | undefined => {
  const text = textAt(address, key);
  return text !== undefined && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : undefined;
};

/** What narrows the log; the file holds the same. What is looked for by words is the id of the target. */
export const auditFilters = (address: AddressQuery) => ({
  actorId: idAt(address, 'actor'),
  action: textAt(address, 'action')?.slice(0, actLengthMax),
  targetId: textAt(address, 'q'),
  fromDate: dayAt(address, 'from'),
  toDate: dayAt(address, 'to'),
});

export const auditRead = (address: AddressQuery) => {
  const { limit, offset, sortBy, sort } = pageAt(address, auditSorts);
  return { query: { limit, offset, sortBy, sort, ...auditFilters(address) } };
};

/** The log narrowed to one target. */
export const aboutTarget = (targetId: string): string => `/admin/audit?q=${encodeURIComponent(targetId.slice(0, limits.searchLengthMax))}`;
