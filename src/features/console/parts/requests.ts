/**
 * API queries of the console's screens, built from the URL; invalid filters are left out. Server-side rendering and the screen build
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

function isEmailVerifiedAt(urlQuery: UrlQuery): boolean | undefined {
  const value = optionAt(urlQuery, 'confirmed', ['yes', 'no']);
  return value === undefined ? undefined : value === 'yes';
}

export const usersRequest = (urlQuery: UrlQuery) => ({
  query: {
    ...pageAt(urlQuery, userSorts),
    role: optionAt(urlQuery, 'role', roles),
    status: optionAt(urlQuery, 'status', accountStatuses),
    isEmailVerified: isEmailVerifiedAt(urlQuery),
    fromDate: dayAt(urlQuery, 'from'),
    toDate: dayAt(urlQuery, 'to'),
  },
});

export const performersRequest = (urlQuery: UrlQuery) => ({
  query: {
    ...pageAt(urlQuery, performerSorts),
    verification: optionAt(urlQuery, 'verification', verifications),
    status: optionAt(urlQuery, 'status', accountStatuses),
  },
});

export const mailsRequest = (urlQuery: UrlQuery) => ({
  query: { ...pageAt(urlQuery, mailSorts), status: optionAt(urlQuery, 'status', mailStatuses) },
});

export const undeliverableRequest = (urlQuery: UrlQuery) => ({ query: pageAt(urlQuery, mailSorts) });

/** Performers whose documents are pending review, the longest pending first. */
export const waitingReviewsRequest = {
  query: { verification: 'pending' as const, sortBy: 'updatedAt' as const, sort: 'asc' as const, limit: 10 },
};

export const byId = (id: string) => ({ params: { id } });

export const groupOf = (text: string | undefined): SettingGroup | undefined => settingGroups.find((group) => group === text);
export const settingsRequest = (group: SettingGroup) => ({ query: { group } });
