/** API requests for the owner's content lists, built from the URL query. */
import { audiences, itemStates } from '@contract/kernel/values/content';
import { feedTypes } from '@contract/kernel/values/feeds';
import { productTypes } from '@contract/kernel/values/store';
import type { LoadContext } from '@web/services/load-context';
import { dayAt, optionAt, pageAt, textAt, type UrlQuery } from '@web/lib/table-query';

export const contentKinds = ['feeds', 'videos', 'galleries', 'photos', 'store'] as const;
export type ContentKind = (typeof contentKinds)[number];

export const feedSorts = ['updatedAt', 'createdAt', 'totalLike', 'totalComment'] as const;
export const titledSorts = ['updatedAt', 'createdAt', 'title', 'price'] as const;
export const photoSorts = ['updatedAt', 'createdAt', 'ordering'] as const;
export const productSorts = ['updatedAt', 'createdAt', 'name', 'price', 'stock'] as const;

const filtersAt = (urlQuery: UrlQuery) => ({
  state: optionAt(urlQuery, 'state', itemStates),
  fromDate: dayAt(urlQuery, 'from'),
  toDate: dayAt(urlQuery, 'to'),
});
const audienceAt = (urlQuery: UrlQuery) => optionAt(urlQuery, 'audience', audiences);

export const kindAt = (urlQuery: UrlQuery): ContentKind => optionAt(urlQuery, 'kind', contentKinds) ?? 'feeds';

export const ownFeedsRequest = (urlQuery: UrlQuery) => ({
  query: {
    ...pageAt(urlQuery, feedSorts),
    ...filtersAt(urlQuery),
    audience: audienceAt(urlQuery),
    type: optionAt(urlQuery, 'type', feedTypes),
  },
});
export const ownTitledRequest = (urlQuery: UrlQuery) => ({
  query: { ...pageAt(urlQuery, titledSorts), ...filtersAt(urlQuery), audience: audienceAt(urlQuery) },
});
export const ownPhotosRequest = (urlQuery: UrlQuery) => ({
  query: { ...pageAt(urlQuery, photoSorts), ...filtersAt(urlQuery), galleryId: textAt(urlQuery, 'gallery') },
});
export const ownProductsRequest = (urlQuery: UrlQuery) => ({
  query: { ...pageAt(urlQuery, productSorts), ...filtersAt(urlQuery), type: optionAt(urlQuery, 'type', productTypes) },
});

const listLoaders: Record<ContentKind, (read: LoadContext['read'], urlQuery: UrlQuery) => Promise<unknown>> = {
  feeds: (read, urlQuery) => read('GET /performer/feeds', ownFeedsRequest(urlQuery)),
  videos: (read, urlQuery) => read('GET /performer/performer-assets/videos/search', ownTitledRequest(urlQuery)),
  galleries: (read, urlQuery) => read('GET /performer/performer-assets/galleries/search', ownTitledRequest(urlQuery)),
  photos: (read, urlQuery) => read('GET /performer/performer-assets/photos/search', ownPhotosRequest(urlQuery)),
  store: (read, urlQuery) => read('GET /performer/performer-assets/products/search', ownProductsRequest(urlQuery)),
};

/** Loads the list that the URL selects, for server-side rendering. */
export const readContent = ({ read, query }: LoadContext): Promise<unknown> => listLoaders[kindAt(query)](read, query);
