/** Addresses of mass messages, and requests for them. */
import { massStatuses } from '@contract/kernel/values/messages';
import { optionAt, pageAt, textAt } from '@web/lib/table-query';
import type { UrlQuery } from '@web/lib/table-query';

export const massPath = '/messages/mass';
export const massSorts = ['updatedAt', 'createdAt'] as const;

/** The message id in the address of an editor; null for a new message. */
export const massMessageIdAt = (address: UrlQuery): string | null => {
  const id = textAt(address, 'id');
  return id === undefined || id === 'new' ? null : id;
};
export const massMessageRequest = (id: string) => ({ params: { id } });

export const massMessagesRequest = (address: UrlQuery) => ({
  query: { ...pageAt(address, massSorts), status: optionAt(address, 'status', massStatuses) },
});
