/**
 * Which answers are kept for reading without a connection, and what of them: words, and small pictures of what costs nothing.
 * The addresses of anything larger are left out, and so are all pictures of what is sold or for subscribers.
 */
import type { Audience } from '@contract/values';
import { lineCut, lineHeard, readLine } from '@web/session/kept-line';
import type { Kept } from '@web/session/kept-store';
import type { CurrentUser } from '@web/session/intents';
import { Refused } from '@web/services/api-error';
import { endpointKeyText } from '@web/services/use-endpoint';
import { keeping } from '@web/services/api';
import type { Keeper } from '@web/services/api';
import type { AnswerOf } from '@web/services/call';
import type { Api, Name } from '@contract/api';
import type { Input } from '@contract/endpoint';

/** Keys as `endpointKeyText` writes them: the home feed with whom it suggests, the list of conversations, and each that was read. */
const keptKeys = [
  /^@"GET \/user\/feeds",#query:#.*isHome:true/,
  /^@"GET \/performers\/search\/random",/,
  /^@"GET \/conversations",#query:#limit:\d+,,,$/,
  /^@"GET \/conversations\/:id",/,
  /^@"GET \/messages\/conversations\/:id",#query:#offset:0,/,
];

/** Whose own page is kept as well. */
export type Owner = Pick<CurrentUser, '_id' | 'username'>;

/** A page is read by its name, its posts by the performer's id. */
const isOfOwnPage = (key: string, { _id, username }: Owner): boolean =>
  (key.startsWith('@"GET /performers/:id",') && key.includes(`id:${JSON.stringify(username ?? _id)}`)) ||
  (key.startsWith('@"GET /user/feeds",') && key.includes(`performerId:${JSON.stringify(_id)}`));

export const isKeptKey = (key: string, owner: Owner): boolean =>
  !key.includes('cursor:') && (keptKeys.some((pattern) => pattern.test(key)) || isOfOwnPage(key, owner));

const soldTo: Audience[] = ['subscribers', 'paid'];
const isSold = (thing: { isSale?: unknown; audience?: unknown }): boolean =>
  thing.isSale === true || soldTo.some((audience) => audience === thing.audience);
const isFile = (thing: object): thing is { thumbnailUrl: string | null } => 'thumbnailUrl' in thing && 'downloadUrl' in thing;
const nowhere = { url: null, thumbnails: [], sources: [], frames: [], downloadUrl: null };

/** `answer` as it may lie on a device. */
export function forKeeping(answer: unknown, withPictures = true): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  const shows = withPictures && !isSold(answer);
  if (Array.isArray(answer)) return answer.map((part) => forKeeping(part, shows));
  const parts = Object.entries(answer).map(([name, part]) => [name, forKeeping(part, shows)]);
  const whole = Object.fromEntries(parts) as object;
  return isFile(whole) ? { ...whole, ...nowhere, thumbnailUrl: shows ? whole.thumbnailUrl : null } : whole;
}

/** The addresses of the pictures in what `forKeeping` has left: of files, and of people. */
export function picturesIn(kept: unknown): string[] {
  if (typeof kept !== 'object' || kept === null) return [];
  return Object.entries(kept).flatMap(([name, part]: [string, unknown]) => {
    if (typeof part !== 'string') return picturesIn(part);
    return (name === 'thumbnailUrl' || name === 'avatar') && part.includes('/media/') ? [part] : [];
  });
}

/** Keeps what the host answers, and stands in for it when it cannot be reached. `want` hears of the pictures in it. */
export function keeperOf(
  kept: Kept,
  owner: Owner,
  want: (addresses: readonly string[]) => void = () => undefined,
): Keeper & { keepGiven: (key: string, answer: unknown) => void } {
  const keepGiven = (key: string, answer: unknown, withPictures = true): void => {
    if (!isKeptKey(key, owner)) return;
    const content = forKeeping(answer);
    void kept.keep(key, content);
    if (withPictures) want(picturesIn(content));
  };
  return {
    keepGiven,
    keep: (name, input, answer, withPictures) => {
      lineHeard(new Date());
      keepGiven(endpointKeyText(name, input), answer, withPictures);
    },
    find: async (name, input, error) => {
      if (!(error instanceof Refused) || error.error !== 'offline') return undefined;
      const key = endpointKeyText(name, input);
      const found = isKeptKey(key, owner) ? await kept.find(key).catch(() => undefined) : undefined;
      if (found !== undefined) lineCut(readLine().heardAt);
      return found;
    },
  };
}

/**
 * Keeps an answer that a feature has put together of what it heard. Pictures that came so are fetched when it is next read: by now
 * they may be closed to her again.
 */
export const keepAnswer = <N extends Name>(name: N, input: Input<Api[N]>, answer: AnswerOf<N>): void =>
  keeping.by?.keep(name, input, answer, false);
