/** What the owner's lists of her content ask the host, read from the address. */
import { audiences, feedTypes, itemStates, productTypes } from '@contract/values';
import type { LoadContext } from '@web/shell/define-page';
import { dayAt, oneAt, pageAt, textAt, type AddressQuery } from '@web/lib/table-query';

export const contentKinds = ['feeds', 'videos', 'galleries', 'photos', 'store'] as const;
export type ContentKind = (typeof contentKinds)[number];

export const feedSorts = ['updatedAt', 'createdAt', 'totalLike', 'totalComment'] as const;
export const titledSorts = ['updatedAt', 'createdAt', 'title', 'price'] as const;
export const photoSorts = ['updatedAt', 'createdAt', 'ordering'] as const;
export const productSorts = ['updatedAt', 'createdAt', 'name', 'price', 'stock'] as const;

const narrowed = (address: AddressQuery) => ({
  state: oneAt(address, 'state', itemStates),
  fromDate: dayAt(address, 'from'),
  toDate: dayAt(address, 'to'),
});
const audienceAt = (address: AddressQuery) => oneAt(address, 'audience', audiences);

export const kindAt = (address: AddressQuery): ContentKind => oneAt(address, 'kind', contentKinds) ?? 'feeds';

export const ownFeedsRead = (address: AddressQuery) => ({
  query: { ...pageAt(address, feedSorts), ...narrowed(address), audience: audienceAt(address), type: oneAt(address, 'type', feedTypes) },
});
export const ownTitledRead = (address: AddressQuery) => ({
  query: { ...pageAt(address, titledSorts), ...narrowed(address), audience: audienceAt(address) },
});
export const ownPhotosRead = (address: AddressQuery) => ({
  query: { ...pageAt(address, photoSorts), ...narrowed(address), galleryId: textAt(address, 'gallery') },
});
export const ownProductsRead = (address: AddressQuery) => ({
  query: { ...pageAt(address, productSorts), ...narrowed(address), type: oneAt(address, 'type', productTypes) },
});

/** Reads the list that an address asks for, before the first render. */
const firstReads: Record<ContentKind, (read: LoadContext['read'], address: AddressQuery) => Promise<unknown>> = {
  feeds: (read, address) => read('GET /performer/feeds', ownFeedsRead(address)),
  videos: (read, address) => read('GET /performer/performer-assets/videos/search', ownTitledRead(address)),
  galleries: (read, address) => read('GET /performer/performer-assets/galleries/search', ownTitledRead(address)),
  photos: (read, address) => read('GET /performer/performer-assets/photos/search', ownPhotosRead(address)),
  store: (read, address) => read('GET /performer/performer-assets/products/search', ownProductsRead(address)),
};
export const readContent = ({ read, query }: LoadContext): Promise<unknown> => firstReads[kindAt(query)](read, query);
