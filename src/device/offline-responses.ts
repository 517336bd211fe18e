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
const cachedKeys = [
  /^@"GET \/user\/feeds",#query:#.*isHome:true/,
  /^@"GET \/performers\/search\/random",/,
  /^@"GET \/conversations",#query:#limit:\d+,,,$/,
  /^@"GET \/conversations\/:id",/,
  /^@"GET \/messages\/conversations\/:id",#query:#offset:0,/,
];

/** The account, whose profile page is cached too. */
export type Owner = Pick<CurrentUser, '_id' | 'username'>;

/** The profile is requested by username, its posts by the performer's id. */
const isOfOwnPage = (key: string, { _id, username }: Owner): boolean =>
  (key.startsWith('@"GET /performers/:id",') && key.includes(`id:${JSON.stringify(username ?? _id)}`)) ||
  (key.startsWith('@"GET /user/feeds",') && key.includes(`performerId:${JSON.stringify(_id)}`));

export const isCacheableKey = (key: string, owner: Owner): boolean =>
  !key.includes('cursor:') && (cachedKeys.some((pattern) => pattern.test(key)) || isOfOwnPage(key, owner));

const paidAudiences: Audience[] = ['subscribers', 'paid'];
const isSold = (thing: { isSale?: unknown; audience?: unknown }): boolean =>
  thing.isSale === true || paidAudiences.some((audience) => audience === thing.audience);
const isFile = (thing: object): thing is { thumbnailUrl: string | null } => 'thumbnailUrl' in thing && 'downloadUrl' in thing;
const noUrls = { url: null, thumbnails: [], sources: [], frames: [], downloadUrl: null };

/** The parts of `answer` that may be stored on a device. */
export function cacheableParts(answer: unknown, withPictures = true): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  const shows = withPictures && !isSold(answer);
  if (Array.isArray(answer)) return answer.map((part) => cacheableParts(part, shows));
  const parts = Object.entries(answer).map(([name, part]) => [name, cacheableParts(part, shows)]);
  const whole = Object.fromEntries(parts) as object;
  return isFile(whole) ? { ...whole, ...noUrls, thumbnailUrl: shows ? whole.thumbnailUrl : null } : whole;
}

/** The URLs of thumbnails and profile photos in a result of `cacheableParts`. */
export function picturesIn(response: unknown): string[] {
  if (typeof response !== 'object' || response === null) return [];
  return Object.entries(response).flatMap(([name, part]: [string, unknown]) => {
    if (typeof part !== 'string') return picturesIn(part);
    return (name === 'thumbnailUrl' || name === 'avatar') && part.includes('/media/') ? [part] : [];
  });
}

/** Caches server responses, and answers from the cache when the server cannot be reached. `want` is called with the image URLs. */
export function responseCacheFor(
  cache: CacheStore,
  owner: Owner,
  want: (addresses: readonly string[]) => void = () => undefined,
): ResponseCache & { keepGiven: (key: string, answer: unknown) => void } {
  const keepGiven = (key: string, answer: unknown, withPictures = true): void => {
    if (!isCacheableKey(key, owner)) return;
    const content = cacheableParts(answer);
    void cache.put(key, content);
    if (withPictures) want(picturesIn(content));
  };
  return {
    keepGiven,
    store: (name, input, answer, withPictures) => {
      serverReached(new Date());
      keepGiven(endpointKeyText(name, input), answer, withPictures);
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
export const cacheResponse = <N extends Name>(name: N, input: Input<Api[N]>, answer: ResponseOf<N>): void =>
  offlineCache.current?.store(name, input, answer, false);
