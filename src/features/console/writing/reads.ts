/** What the screens of pages and menus ask the host, read from the address. */
import { postStatuses, postTypes } from '@contract/values';
import { oneAt, pageAt, type AddressQuery } from '@web/lib/table-query';

export const pageSorts = ['updatedAt', 'createdAt', 'ordering', 'title'] as const;

export const pagesRead = (address: AddressQuery) => ({
  query: {
    ...pageAt(address, pageSorts),
    type: oneAt(address, 'type', postTypes),
    status: oneAt(address, 'status', postStatuses),
  },
});
