/** API queries of jobs, the inbox and notes, built from the URL. */
import { contactStates, jobStates } from '@contract/kernel/values/console';
import { optionAt, pageAt, textAt, type UrlQuery } from '@web/lib/table-query';

export const jobSorts = ['updatedAt', 'createdAt'] as const;
export const inboxSorts = ['createdAt', 'updatedAt'] as const;

export const jobsRequest = (address: UrlQuery) => ({
  query: { ...pageAt(address, jobSorts), state: optionAt(address, 'state', jobStates), queue: textAt(address, 'queue') },
});
export const inboxRequest = (address: UrlQuery) => ({
  query: { ...pageAt(address, inboxSorts), state: optionAt(address, 'state', contactStates) },
});
export const notesRequest = (id: string) => ({ params: { id }, query: { limit: 50, sortBy: 'createdAt' as const } });
