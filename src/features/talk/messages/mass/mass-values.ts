/** The values of a mass message in its editor, their validation, and the request body. */
import { isBlank } from '@contract/kernel/values/text';
import { clientErrors } from '@contract/kernel/client-errors';
import * as limits from '@contract/kernel/limits';
import { instantOf, localTime } from '@web/lib/i18n/local-time';
import { parseAmount, formatTokens } from '@web/lib/i18n/money';
import { translateMessage } from '@web/lib/i18n/server-messages';
import type { ResponseOf, BodyOf } from '@web/services/call';
import { mediaOf } from '@web/uploads/media-list';
import type { Medium } from '@web/uploads/media-list';

export type MassMessage = ResponseOf<'GET /mass-messages/:id'>;
export type ListId = MassMessage['include'][number];
type Body = BodyOf<'POST /mass-messages'>;

export interface MassValues {
  include: ListId[];
  exclude: ListId[];
  text: string;
  media: Medium[];
  /** The text of the field; empty for a free message. */
  price: string;
  isLater: boolean;
  /** Format of `<input type="datetime-local">`, in the user's time zone. */
  at: string;
  /** The stored time that the field showed at first. */
  storedAt?: string | null;
}

export type MassErrors = Partial<Record<'include' | 'text' | 'price' | 'media' | 'at', string>>;

/** Initial values of the editor: of a scheduled message, or of a new one to the given lists. */
export function initialMass(message: MassMessage | null, include: ListId[]): MassValues {
  if (message === null) return { include, exclude: [], text: '', media: [], price: '', isLater: false, at: '' };
  return {
    include: message.include,
    exclude: message.exclude,
    text: message.text,
    media: mediaOf(message.files),
    price: message.price === null ? '' : message.price.toFixed(2),
    isLater: true,
    at: localTime(message.scheduledAt),
    storedAt: message.scheduledAt,
  };
}

const { messagePriceMin: minPrice, messagePriceMax: maxPrice } = limits;
export const priceRange = (): string => `From ${formatTokens(minPrice)} to ${formatTokens(maxPrice)} tokens.`;

/** Validation errors at the time `now`, by field. */
export function massErrors(values: MassValues, now: number): MassErrors {
  const { include, text, media, price, isLater, at } = values;
  const amount = parseAmount(price);
  const time = new Date(at).getTime();
  const isPriced = price.trim() !== '';
  return {
    ...(include.length === 0 ? { include: 'Select at least one list.' } : {}),
    ...(isBlank(text) && media.length === 0 ? { text: translateMessage(clientErrors.message_empty[1]) } : {}),
    ...(isPriced && (amount === null || amount < minPrice || amount > maxPrice)
      ? { price: `Enter a price, or leave this blank. ${priceRange()}` }
      : {}),
    ...mediaError(media, isPriced),
    ...(isLater && !(time > now) ? { at: 'Choose a time in the future.' } : {}),
  };
}

function mediaError(media: readonly Medium[], isPriced: boolean): MassErrors {
  if (media.some(({ file }) => file === null)) {
    return { media: 'Some files aren’t uploaded yet. Wait, or retry or remove them.' };
  }
  return isPriced && media.length === 0 ? { media: 'Add a photo or video before setting a price.' } : {};
}

/** The request body. Call it only with valid values. */
export function massBody({ include, exclude, text, media, price, isLater, at, storedAt }: MassValues): Body {
  const amount = price.trim() === '' ? null : parseAmount(price);
  return {
    include,
    exclude,
    text: text.trim(),
    fileIds: media.flatMap(({ file }) => (file === null ? [] : [file._id])),
    ...(amount === null ? { isSale: false } : { isSale: true, price: amount }),
    scheduledAt: isLater ? instantOf(at, storedAt) : null,
  };
}
