/**
 * API queries of the console's screens, built from the URL; invalid filters are left out. The server part and the screen build
 * their queries here, so that both are the same.
 */
import { settingGroups } from '@contract/kernel/settings';
import type { SettingGroup } from '@contract/kernel/settings';
import { accountStatuses, roles, verifications } from '@contract/kernel/values/people';
import { mailStatuses } from '@contract/kernel/values/site';
import { dayAt, optionAt, pageAt } from '@web/lib/table-query';
import type { UrlQuery } from '@web/lib/table-query';

export const userSorts = ['updatedAt', 'createdAt', 'username', 'email'] as const;
export const performerSorts = ['updatedAt', 'createdAt', 'username'] as const;
export const mailSorts = ['createdAt', 'updatedAt'] as const;

function isConfirmedAt(address: UrlQuery): boolean | undefined {
  const answer = optionAt(address, 'confirmed', ['yes', 'no']);
  return answer === undefined ? undefined : answer === 'yes';
}

export const usersRequest = (address: UrlQuery) => ({
  query: {
    ...pageAt(address, userSorts),
    role: optionAt(address, 'role', roles),
    status: optionAt(address, 'status', accountStatuses),
    isEmailVerified: isConfirmedAt(address),
    fromDate: dayAt(address, 'from'),
    toDate: dayAt(address, 'to'),
  },
});

export const performersRequest = (address: UrlQuery) => ({
  query: {
    ...pageAt(address, performerSorts),
    verification: optionAt(address, 'verification', verifications),
    status: optionAt(address, 'status', accountStatuses),
  },
});

export const mailsRequest = (address: UrlQuery) => ({
  query: { ...pageAt(address, mailSorts), status: optionAt(address, 'status', mailStatuses) },
});

export const undeliverableRequest = (address: UrlQuery) => ({ query: pageAt(address, mailSorts) });

/** Performers whose documents wait for a review, the longest waiting first. */
export const waitingReviewsRequest = {
  query: { verification: 'pending' as const, sortBy: 'updatedAt' as const, sort: 'asc' as const, limit: 10 },
};

export const byId = (id: string) => ({ params: { id } });

export const groupOf = (text: string | undefined): SettingGroup | undefined => settingGroups.find((group) => group === text);
export const settingsRequest = (group: SettingGroup) => ({ query: { group } });
