/** Texts and links of notifications. Links contain ids, because names can change after a notification was stored. */
import { isolated, withoutOverrides } from '@contract/kernel/values/direction';
import type { ItemKind } from '@contract/kernel/values/content';
import { formatTokenCount, shareOf } from './languages/formats';
import { english } from './languages/languages';
import { say, translated, type Interpolation, type Message } from './languages/messages';

/** An amount, in hundredths of a token, in a sentence: `20 tokens`, `1 token`, `12.50 tokens`. */
export const tokensText = (cents: bigint): string => formatTokenCount(cents)(english);

/** A share from 0 to 1 in a sentence: `12.5 %`. */
export const shareText = (share: number): string => shareOf(share)(english);

/** User text, such as a name or a title, with its writing direction isolated from the English text of a notification. */
export const isolateText = (text: string): string => isolated(text, 'ltr');

/** The sentence of a notification: the actor's name, the text, and the number of grouped events. */
export function notificationSentence(actor: Interpolation | null, { text, count }: { text: string; count: number }): Message {
  const sanitized = translated(withoutOverrides(text));
  const sentence = actor === null ? sanitized : say`${actor} ${sanitized}`;
  return count > 1 ? say`${sentence} (${String(count)} in all)` : sentence;
}

const quoteLengthMax = 120;

/** The beginning of user text, in quotation marks and on one line. Surrogate pairs are not split. */
export function quoteExcerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  const shown = characters.length > quoteLengthMax ? `${characters.slice(0, quoteLengthMax - 1).join('')}…` : line;
  return `“${isolateText(shown)}”`;
}

/** Names of item kinds on screen. Notifications about photos refer to their gallery. */
export const itemLabel = { feed: 'post', video: 'video', gallery: 'gallery', photo: 'photo', product: 'product' } as const satisfies Record<
  ItemKind,
  string
>;

/** The page of an item. */
export function itemLink(kind: Exclude<ItemKind, 'photo'>, id: string): string {
  return `/${itemLabel[kind]}/${id}`;
}

/** The page of a performer. */
export const profileLink = (performerId: string): string => `/${performerId}`;

/** The page of a performer's shows. */
export const showLink = (performerId: string): string => `/live/${performerId}`;

/** The page of a conversation. */
export const conversationLink = (conversationId: string): string => `/messages/${conversationId}`;

/** A tab of the performer's own page. */
export const profileTabLink = (performerId: string, tab: 'subscribers' | 'sales' | 'earnings' | 'payouts'): string =>
  `${profileLink(performerId)}?tab=${tab}`;

/** The page of a moderation decision. */
export const decisionLink = (decisionId: string): string => `/decisions/${decisionId}`;
