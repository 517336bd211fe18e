/**
 * Which responses the offline cache stores: texts, and thumbnails of free items. URLs of larger files are removed, and so are all images
 * of items for sale or for subscribers.
 */
import type { Audience } from '@contract/kernel/values/content';
import { serverUnreachable, serverReached, readReachability } from './connection-state';
import type { CacheStore } from './cache-storage';
import type { CurrentUser } from '@web/services/current-user';
import { ApiError } from '@web/services/api-error';
import { endpointKeyText } from '@web/services/use-endpoint';
import { offlineCache } from '@web/services/api';
import type { ResponseCache } from '@web/services/api';
import type { ResponseOf } from '@web/services/call';
import type { Api, Name } from '@contract/api';
import type { Input } from '@contract/kernel/endpoint';

/** Keys in the format of `endpointKeyText`: the home feed with its suggestions, the list of conversations, and each opened conversation. */
const cachedKeyPatterns = [
  /^@"GET \/user\/feeds",#query:#.*isHome:true/,
  /^@"GET \/performers\/search\/random",/,
  /^@"GET \/conversations",#query:#limit:\d+,,,$/,
  /^@"GET \/conversations\/:id",/,
  /^@"GET \/messages\/conversations\/:id",#query:#offset:0,/,
];

/** The account that owns the cache. Its profile page is cached too. */
export type Owner = Pick<CurrentUser, '_id' | 'username'>;

/** The profile is requested by username, its posts by the performer's id. */
const isOfOwnPage = (key: string, { _id, username }: Owner): boolean =>
  (key.startsWith('@"GET /performers/:id",') && key.includes(`id:${JSON.stringify(username ?? _id)}`)) ||
  (key.startsWith('@"GET /user/feeds",') && key.includes(`performerId:${JSON.stringify(_id)}`));

export const isCacheableKey = (key: string, owner: Owner): boolean =>
  !key.includes('cursor:') && (cachedKeyPatterns.some((pattern) => pattern.test(key)) || isOfOwnPage(key, owner));

const paidAudiences: Audience[] = ['subscribers', 'paid'];
const isRestricted = (value: { isSale?: unknown; audience?: unknown }): boolean =>
  value.isSale === true || paidAudiences.some((audience) => audience === value.audience);
const isFile = (value: object): value is { thumbnailUrl: string | null } => 'thumbnailUrl' in value && 'downloadUrl' in value;
const noUrls = { url: null, thumbnails: [], sources: [], frames: [], downloadUrl: null };

/** The parts of `response` that may be stored on a device. */
export function cacheableParts(response: unknown, withImages = true): unknown {
  if (typeof response !== 'object' || response === null) return response;
  const keepsImages = withImages && !isRestricted(response);
  if (Array.isArray(response)) return response.map((part) => cacheableParts(part, keepsImages));
  const parts = Object.entries(response).map(([name, part]) => [name, cacheableParts(part, keepsImages)]);
  const whole = Object.fromEntries(parts) as object;
  return isFile(whole) ? { ...whole, ...noUrls, thumbnailUrl: keepsImages ? whole.thumbnailUrl : null } : whole;
}

/** The URLs of thumbnails and profile photos in a result of `cacheableParts`. */
export function imageUrlsIn(response: unknown): string[] {
  if (typeof response !== 'object' || response === null) return [];
  return Object.entries(response).flatMap(([name, part]: [string, unknown]) => {
    if (typeof part !== 'string') return imageUrlsIn(part);
    return (name === 'thumbnailUrl' || name === 'avatar') && part.includes('/media/') ? [part] : [];
  });
}

/**
 * Caches server responses, and returns cached ones when the server cannot be reached. `onImages` is called with the URLs of their images.
 */
export function responseCacheFor(
  cache: CacheStore,
  owner: Owner,
  onImages: (urls: readonly string[]) => void = () => undefined,
): ResponseCache & { storeByKey: (key: string, response: unknown) => void } {
  const storeByKey = (key: string, response: unknown, withImages = true): void => {
    if (!isCacheableKey(key, owner)) return;
    const content = cacheableParts(response);
    void cache.put(key, content);
    if (withImages) onImages(imageUrlsIn(content));
  };
  return {
    storeByKey,
    store: (name, input, response, withImages) => {
      serverReached(new Date());
      storeByKey(endpointKeyText(name, input), response, withImages);
    },
    find: async (name, input, error) => {
      if (!(error instanceof ApiError) || error.error !== 'offline') return undefined;
      const key = endpointKeyText(name, input);
      const found = isCacheableKey(key, owner) ? await cache.find(key).catch(() => undefined) : undefined;
      if (found !== undefined) serverUnreachable(readReachability().lastResponseAt);
      return found;
    },
  };
}

/**
 * Caches a response that a feature assembled from events. Its images are fetched at the next read, since access to them may have
 * ended by now.
 */
export const cacheResponse = <N extends Name>(name: N, input: Input<Api[N]>, response: ResponseOf<N>): void =>
  offlineCache.current?.store(name, input, response, false);
