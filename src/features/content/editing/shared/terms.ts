/** The terms of an item: audience, price and publication period, as form values and in the API's format. */
import * as limits from '@contract/kernel/limits';
import { type Audience } from '@contract/kernel/values/content';
import { tagOf } from '@contract/kernel/values/text';
import { instantOf, localTime } from '@web/lib/i18n/local-time';
import { parseAmount, formatTokens } from '@web/lib/i18n/money';
import type { ResponseOf, BodyOf } from '@web/services/call';
import { peopleBodyOf, peopleFormValues, type PeopleBody, type ShownPerson, type ShownRelease } from '@web/social/shown-people';

export interface Terms {
  audience: Audience;
  price: string;
  /** Values of datetime-local fields, in the browser's time zone; empty for none. */
  scheduledAt: string;
  expiresAt: string;
  /** The stored times that these fields showed at first. */
  storedTimes?: Pick<Item, 'scheduledAt' | 'expiresAt'>;
  /** Comma-separated. */
  tags: string;
  /** People shown besides the publisher: performers, and people without an account, by their release. */
  people: ShownPerson[];
  releases: ShownRelease[];
}

export const newTerms: Terms = { audience: 'subscribers', price: '', scheduledAt: '', expiresAt: '', tags: '', people: [], releases: [] };

type Item = Pick<ResponseOf<'GET /performer/feeds/:id'>, 'audience' | 'price' | 'scheduledAt' | 'expiresAt' | 'tags' | 'state' | 'people'>;
type Body = BodyOf<'PUT /performer/feeds/:id'>;
type TermsBody = PeopleBody & Required<Pick<Body, 'audience' | 'isSale' | 'price' | 'scheduledAt' | 'expiresAt' | 'tags'>>;

/** A list in a multipart form: a single empty string clears it. */
const formList = (list: string[]): string[] => (list.length === 0 ? [''] : list);

/** The same as `peopleBodyOf`, for multipart forms. */
export function peopleFormBody(terms: Pick<Terms, 'people' | 'releases'>): PeopleBody {
  const { participantIds, releaseIds } = peopleBodyOf(terms);
  return { participantIds: formList(participantIds), releaseIds: formList(releaseIds) };
}

/** The form values of an item's terms. The publication time of a published item is left out. */
export function termsOf(item: Item): Terms {
  return {
    audience: item.audience,
    price: item.price === null ? '' : item.price.toFixed(2),
    scheduledAt: item.state === 'published' ? '' : localTime(item.scheduledAt),
    expiresAt: localTime(item.expiresAt),
    storedTimes: { scheduledAt: item.scheduledAt, expiresAt: item.expiresAt },
    tags: item.tags.join(', '),
    ...peopleFormValues(item),
  };
}

/** Comma-separated tags as the API stores them, without duplicates. */
export function tagsIn(text: string): string[] {
  const tags = text.split(',').map(tagOf);
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

const instantsOf = ({ scheduledAt, expiresAt, storedTimes }: Terms) => ({
  scheduledAt: instantOf(scheduledAt, storedTimes?.scheduledAt),
  expiresAt: instantOf(expiresAt, storedTimes?.expiresAt),
});

/** The request body. Call it with valid terms. */
export function termsRequestBody(terms: Terms): TermsBody {
  const isSale = terms.audience === 'paid';
  return {
    audience: terms.audience,
    isSale,
    price: isSale ? parseAmount(terms.price) : null,
    ...instantsOf(terms),
    tags: tagsIn(terms.tags),
    ...peopleBodyOf(terms),
  };
}

/** The same for multipart forms, where an empty string clears a value, and a single empty tag clears all tags. */
export function termsFormBody(terms: Terms) {
  const { price, scheduledAt, expiresAt, tags, ...others } = termsRequestBody(terms);
  return {
    ...others,
    price: price ?? '',
    scheduledAt: scheduledAt ?? '',
    expiresAt: expiresAt ?? '',
    tags: formList(tags),
    ...peopleFormBody(terms),
  };
}

export type FieldErrors<T> = Partial<Record<keyof T, string>>;

const { min: minimum, max: maximum } = limits.itemPrice;
export const priceRange = (): string => `From ${formatTokens(minimum)} to ${formatTokens(maximum)} tokens.`;

/** Validation errors of the terms at the time `now`, by field. */
export function validateTerms(terms: Terms, now: number): FieldErrors<Terms> {
  const fieldErrors: FieldErrors<Terms> = {};
  const price = parseAmount(terms.price);
  if (terms.audience === 'paid' && (price === null || price < minimum || price > maximum))
    fieldErrors.price = `Enter a price. ${priceRange()}`;
  const { scheduledAt, expiresAt } = instantsOf(terms);
  const startsAt = scheduledAt === null ? now : Date.parse(scheduledAt);
  if (startsAt < now) fieldErrors.scheduledAt = 'This time has passed. Choose a later time or leave blank.';
  if (expiresAt !== null && Date.parse(expiresAt) <= startsAt) fieldErrors.expiresAt = 'Choose a time after the publish time.';
  const tags = tagsIn(terms.tags);
  if (tags.length > limits.tagsMax) fieldErrors.tags = `Use at most ${String(limits.tagsMax)} tags.`;
  if (tags.some((tag) => tag.length > limits.tagLengthMax))
    fieldErrors.tags = `Tags can have up to ${String(limits.tagLengthMax)} characters.`;
  return fieldErrors;
}
