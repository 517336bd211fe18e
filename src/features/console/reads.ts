/**
 * What the console's screens ask the host, read from the address: filters that make no sense there are left out. Server part
 * and screen build their questions here, so that they agree.
 */
import { settingGroups } from '@contract/kernel/settings';
import type { SettingGroup } from '@contract/kernel/settings';
import { accountStatuses, roles, verifications } from '@contract/values';
import { dayAt, oneAt, pageAt } from '@web/lib/table-query';
import type { AddressQuery } from '@web/lib/table-query';

export const mailStatuses = ['queued', 'sent', 'failed'] as const;
export const userSorts = ['updatedAt', 'createdAt', 'username', 'email'] as const;
export const performerSorts = ['updatedAt', 'createdAt', 'username'] as const;
export const mailSorts = ['createdAt', 'updatedAt'] as const;

function isConfirmedAt(address: AddressQuery): boolean | undefined {
  const answer = oneAt(address, 'confirmed', ['yes', 'no']);
  return answer === undefined ? undefined : answer === 'yes';
}

export const usersRead = (address: AddressQuery) => ({
  query: {
    ...pageAt(address, userSorts),
    role: oneAt(address, 'role', roles),
    status: oneAt(address, 'status', accountStatuses),
    isEmailVerified: isConfirmedAt(address),
    fromDate: dayAt(address, 'from'),
    toDate: dayAt(address, 'to'),
  },
});

export const performersRead = (address: AddressQuery) => ({
  query: {
    ...pageAt(address, performerSorts),
    verification: oneAt(address, 'verification', verifications),
    status: oneAt(address, 'status', accountStatuses),
  },
});

export const mailsRead = (address: AddressQuery) => ({
  query: { ...pageAt(address, mailSorts), status: oneAt(address, 'status', mailStatuses) },
});

/** Performers whose documents wait for somebody to look at them, those who wait longest first. */
export const waitingRead = { query: { verification: 'pending' as const, sortBy: 'updatedAt' as const, sort: 'asc' as const, limit: 10 } };

export const byId = (id: string) => ({ params: { id } });

export const groupOf = (text: string | undefined): SettingGroup | undefined => settingGroups.find((group) => group === text);
export const settingsRead = (group: SettingGroup) => ({ query: { group } });
