/** API requests that search posts. */
import { textAt } from '@web/lib/table-query';
import type { UrlQuery } from '@web/lib/table-query';
import { pageSize, typeFilterOf } from './requests';

/** Posts of all performers that match the text in the URL. */
export const searchPostsRequest = (urlQuery: UrlQuery) => ({
  query: { limit: pageSize, type: typeFilterOf(urlQuery), q: textAt(urlQuery, 'q') },
});

/** The first posts that match a text. */
export const searchPreviewRequest = (searchText: string) => ({ query: { limit: 6, q: searchText } });
