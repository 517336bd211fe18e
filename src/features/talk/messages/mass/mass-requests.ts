/** Paths of the mass message pages, and their API requests, shared by server rendering and the screens. */
import { massMessageStatuses } from '@contract/kernel/values/messages';
import { optionAt, pageAt, textAt } from '@web/lib/table-query';
import type { UrlQuery } from '@web/lib/table-query';

export const massPath = '/messages/mass';
export const massSorts = ['updatedAt', 'createdAt'] as const;

/** The message id in the URL of an editor; null for a new message. */
export const massMessageIdAt = (urlQuery: UrlQuery): string | null => {
  const id = textAt(urlQuery, 'id');
  return id === undefined || id === 'new' ? null : id;
};
export const massMessageRequest = (id: string) => ({ params: { id } });

export const massMessagesRequest = (urlQuery: UrlQuery) => ({
  query: { ...pageAt(urlQuery, massSorts), status: optionAt(urlQuery, 'status', massMessageStatuses) },
});
