/** What the words and links are made of by which people are told what happened. Links hold ids: names change, and what was told stays. */
import type { ItemKind } from '@contract/values';
import { countedTokens, shareOf } from './languages/formats';
import { english } from './languages/languages';
import { say, told, type Hole, type Words } from '../languages/say';

/** An amount of tokens in a sentence: `20 tokens`, `1 token`, `12.50 tokens`. */
export const tokensText = (cents: bigint): string => countedTokens(cents)(english);

/** A share from 0 to 1 in a sentence: `12.5 %`. */
export const shareText = (share: number): string => shareOf(share)(english);

/** What a notification says in one sentence, behind the name of who caused it, and how many it stands for. */
export function happened(actor: Hole | null, { text, count }: { text: string; count: number }): Words {
  const sentence = actor === null ? told(text) : say`${actor} ${told(text)}`;
  return count > 1 ? say`${sentence} (${String(count)} in all)` : sentence;
}

const quotedMax = 120;

/** The beginning of what somebody wrote, in quotation marks and on one line; no sign of it is cut in two. */
export function quoted(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ').trim();
  const signs = Array.from(line);
  return `“${signs.length > quotedMax ? `${signs.slice(0, quotedMax - 1).join('')}…` : line}”`;
}

/** What is published, as people call it. Photos are told of as the gallery that they are in. */
export const itemWord = { feed: 'post', video: 'video', gallery: 'gallery', photo: 'photo', product: 'product' } as const satisfies Record<
  ItemKind,
  string
>;

/** The page of something published. */
export function itemLink(kind: Exclude<ItemKind, 'photo'>, id: string): string {
  return `/${itemWord[kind]}/${id}`;
}

/** The page of a performer. */
export const profileLink = (performerId: string): string => `/${performerId}`;

/** Where a performer's shows are watched. */
export const showLink = (performerId: string): string => `/live/${performerId}`;

/** Where two people write to each other. */
export const conversationLink = (conversationId: string): string => `/messages/${conversationId}`;

/** A part of her own page that only the performer sees. */
export const ownTabLink = (performerId: string, tab: 'subscribers' | 'sales' | 'earnings' | 'payouts'): string =>
  `${profileLink(performerId)}?tab=${tab}`;

/** Where somebody reads a decision about her. */
export const decisionLink = (decisionId: string): string => `/decisions/${decisionId}`;
