/** API queries of the owner's content lists, built from the URL. */
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

const narrowed = (address: UrlQuery) => ({
  state: optionAt(address, 'state', itemStates),
  fromDate: dayAt(address, 'from'),
  toDate: dayAt(address, 'to'),
});
const audienceAt = (address: UrlQuery) => optionAt(address, 'audience', audiences);

export const kindAt = (address: UrlQuery): ContentKind => optionAt(address, 'kind', contentKinds) ?? 'feeds';

export const ownFeedsRequest = (address: UrlQuery) => ({
  query: { ...pageAt(address, feedSorts), ...narrowed(address), audience: audienceAt(address), type: optionAt(address, 'type', feedTypes) },
});
export const ownTitledRequest = (address: UrlQuery) => ({
  query: { ...pageAt(address, titledSorts), ...narrowed(address), audience: audienceAt(address) },
});
export const ownPhotosRequest = (address: UrlQuery) => ({
  query: { ...pageAt(address, photoSorts), ...narrowed(address), galleryId: textAt(address, 'gallery') },
});
export const ownProductsRequest = (address: UrlQuery) => ({
  query: { ...pageAt(address, productSorts), ...narrowed(address), type: optionAt(address, 'type', productTypes) },
});

/** Loads the list in the URL before the first render. */
const firstRequests: Record<ContentKind, (read: LoadContext['read'], address: UrlQuery) => Promise<unknown>> = {
  feeds: (read, address) => read('GET /performer/feeds', ownFeedsRequest(address)),
  videos: (read, address) => read('GET /performer/performer-assets/videos/search', ownTitledRequest(address)),
  galleries: (read, address) => read('GET /performer/performer-assets/galleries/search', ownTitledRequest(address)),
  photos: (read, address) => read('GET /performer/performer-assets/photos/search', ownPhotosRequest(address)),
  store: (read, address) => read('GET /performer/performer-assets/products/search', ownProductsRequest(address)),
};
export const readContent = ({ read, query }: LoadContext): Promise<unknown> => firstRequests[kindAt(query)](read, query);
