/** API queries of jobs, the inbox and notes, built from the URL. */
import { contactStates, jobStates } from '@contract/kernel/values/console';
import { optionAt, pageAt, textAt, type UrlQuery } from '@web/lib/table-query';

export const jobSorts = ['updatedAt', 'createdAt'] as const;
export const inboxSorts = ['createdAt', 'updatedAt'] as const;

export const jobsRequest = (urlQuery: UrlQuery) => ({
  query: { ...pageAt(urlQuery, jobSorts), state: optionAt(urlQuery, 'state', jobStates), queue: textAt(urlQuery, 'queue') },
});
export const inboxRequest = (urlQuery: UrlQuery) => ({
  query: { ...pageAt(urlQuery, inboxSorts), state: optionAt(urlQuery, 'state', contactStates) },
});
export const notesRequest = (id: string) => ({ params: { id }, query: { limit: 50, sortBy: 'createdAt' as const } });
