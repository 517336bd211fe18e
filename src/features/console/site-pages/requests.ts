/** API queries of pages and menus, built from the URL. */
import { sitePageStatuses, postTypes } from '@contract/kernel/values/site';
import { optionAt, pageAt, type UrlQuery } from '@web/lib/table-query';

export const pageSorts = ['updatedAt', 'createdAt', 'ordering', 'title'] as const;

export const pagesRequest = (urlQuery: UrlQuery) => ({
  query: {
    ...pageAt(urlQuery, pageSorts),
    type: optionAt(urlQuery, 'type', postTypes),
    status: optionAt(urlQuery, 'status', sitePageStatuses),
  },
});
