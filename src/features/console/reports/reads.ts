/** What the screens of reports ask the host, read from the address. */
import { reportReasons, reportStatuses, reportTargets } from '@contract/values';
import { oneAt, pageAt, type AddressQuery } from '@web/lib/table-query';

export const reportSorts = ['createdAt', 'updatedAt'] as const;

export const reportsRead = (address: AddressQuery) => ({
  query: {
    ...pageAt(address, reportSorts),
    status: oneAt(address, 'status', reportStatuses),
    target: oneAt(address, 'target', reportTargets),
    reason: oneAt(address, 'reason', reportReasons),
  },
});
