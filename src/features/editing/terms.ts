/** On which terms something is published: for whom, for how much, from when to when. As fields hold it, and as it travels. */
import * as limits from '@contract/kernel/limits';
import { tagOf, type Audience } from '@contract/values';
import { instantOf, localTime } from '@web/lib/local-time';
import { amountFrom, formatTokens } from '@web/lib/i18n/money';
import type { AnswerOf, BodyOf } from '@web/services/call';

export interface Terms {
  audience: Audience;
  price: string;
  /** Times as the browser's own field writes them, in the zone of whoever writes; empty for none. */
  scheduledAt: string;
  expiresAt: string;
  /** Words with commas between them. */
  tags: string;
}

export const newTerms: Terms = { audience: 'subscribers', price: '', scheduledAt: '', expiresAt: '', tags: '' };

type Item = Pick<AnswerOf<'GET /performer/feeds/:id'>, 'audience' | 'price' | 'scheduledAt' | 'expiresAt' | 'tags' | 'state'>;
type Wire = Required<Pick<BodyOf<'PUT /performer/feeds/:id'>, 'audience' | 'isSale' | 'price' | 'scheduledAt' | 'expiresAt' | 'tags'>>;

/** The terms of an item as its fields show them. A time that has brought the item out is over and no longer a wish. */
export function termsOf(item: Item): Terms {
  return {
    audience: item.audience,
    price: item.price === null ? '' : item.price.toFixed(2),
    scheduledAt: item.state === 'published' ? '' : localTime(item.scheduledAt),
    expiresAt: localTime(item.expiresAt),
    tags: item.tags.join(', '),
  };
}

/** Words between commas, as the host stores them, each once. */
export function tagsIn(text: string): string[] {
  const words = text.split(',').map(tagOf);
  return [...new Set(words.filter((word) => word !== ''))];
}

/** What is sent. Call it with terms that have no faults. */
export function wireOf(terms: Terms): Wire {
  const isSale = terms.audience === 'paid';
  return {
    audience: terms.audience,
    isSale,
    price: isSale ? amountFrom(terms.price) : null,
    scheduledAt: instantOf(terms.scheduledAt),
    expiresAt: instantOf(terms.expiresAt),
    tags: tagsIn(terms.tags),
  };
}

/** The same in a form that brings files: there an empty text takes a value away, and an empty tag all tags. */
export function formOf(terms: Terms) {
  const { price, scheduledAt, expiresAt, tags, ...others } = wireOf(terms);
  return {
    ...others,
    price: price ?? '',
    scheduledAt: scheduledAt ?? '',
    expiresAt: expiresAt ?? '',
    tags: tags.length === 0 ? [''] : tags,
  };
}

export type Faults<T> = Partial<Record<keyof T, string>>;

const { min: least, max: most } = limits.itemPrice;
export const priceRange = (): string => `From ${formatTokens(least)} to ${formatTokens(most)} tokens.`;

/** What is wrong with the terms at the moment `now`, by field. */
export function termFaults(terms: Terms, now: number): Faults<Terms> {
  const faults: Faults<Terms> = {};
  const price = amountFrom(terms.price);
  if (terms.audience === 'paid' && (price === null || price < least || price > most)) faults.price = `Enter a price. ${priceRange()}`;
  const starts = terms.scheduledAt === '' ? now : new Date(terms.scheduledAt).getTime();
  if (starts < now) faults.scheduledAt = 'This time has passed. Choose a later one, or leave it empty to publish at once.';
  if (terms.expiresAt !== '' && new Date(terms.expiresAt).getTime() <= starts) faults.expiresAt = 'It would end before it begins.';
  const tags = tagsIn(terms.tags);
  if (tags.length > limits.tagsMax) faults.tags = `Use at most ${String(limits.tagsMax)} tags.`;
  if (tags.some((tag) => tag.length > limits.tagLengthMax)) faults.tags = `A tag has at most ${String(limits.tagLengthMax)} signs.`;
  return faults;
}
