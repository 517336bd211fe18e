/** A message to many as its editor holds it, what is wrong with it, and how it travels. */
import { isBlank } from '@contract/values';
import { ownRefusals } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import { instantOf, localTime } from '@web/lib/local-time';
import { amountFrom, formatTokens } from '@web/lib/i18n/money';
import { said } from '@web/lib/said';
import type { AnswerOf, BodyOf } from '@web/services/call';
import { mediaOf } from '@web/uploads/media-list';
import type { Medium } from '@web/uploads/media-list';

export type MassMessage = AnswerOf<'GET /mass-messages/:id'>;
export type ListId = MassMessage['include'][number];
type Body = BodyOf<'POST /mass-messages'>;

export interface MassValues {
  include: ListId[];
  exclude: ListId[];
  text: string;
  media: Medium[];
  /** What the field holds; empty for a message that costs nothing. */
  price: string;
  isLater: boolean;
  /** As the browser's own field writes it, in the zone of whoever writes. */
  at: string;
}

export type MassFaults = Partial<Record<'include' | 'text' | 'price' | 'media' | 'at', string>>;

/** The values that an editor opens with: of a message that waits, or of a new one to the lists given. */
export function firstMass(message: MassMessage | null, include: ListId[]): MassValues {
  if (message === null) return { include, exclude: [], text: '', media: [], price: '', isLater: false, at: '' };
  return {
    include: message.include,
    exclude: message.exclude,
    text: message.text,
    media: mediaOf(message.files),
    price: message.price === null ? '' : message.price.toFixed(2),
    isLater: true,
    at: localTime(message.scheduledAt),
  };
}

const { messagePriceMin: least, messagePriceMax: most } = limits;
export const priceRange = (): string => `From ${formatTokens(least)} to ${formatTokens(most)} tokens.`;

/** What is wrong at the moment `now`, by field. */
export function massFaults(values: MassValues, now: number): MassFaults {
  const { include, text, media, price, isLater, at } = values;
  const amount = amountFrom(price);
  const time = new Date(at).getTime();
  const isPriced = price.trim() !== '';
  return {
    ...(include.length === 0 ? { include: 'Choose who gets it: at least one list.' } : {}),
    ...(isBlank(text) && media.length === 0 ? { text: said(ownRefusals.message_empty[1]) } : {}),
    ...(isPriced && (amount === null || amount < least || amount > most)
      ? { price: `Enter a price, or leave it empty. ${priceRange()}` }
      : {}),
    ...mediaFault(media, isPriced),
    ...(isLater && !(time > now) ? { at: 'Choose a time that is still to come.' } : {}),
  };
}

function mediaFault(media: readonly Medium[], isPriced: boolean): MassFaults {
  if (media.some(({ file }) => file === null)) {
    return { media: 'Not all files are sent yet. Wait, send again what failed, or remove it.' };
  }
  return isPriced && media.length === 0 ? { media: 'What costs something needs a photo or a video.' } : {};
}

/** What is sent. Call it with values that have no faults. */
export function massBody({ include, exclude, text, media, price, isLater, at }: MassValues): Body {
  const amount = price.trim() === '' ? null : amountFrom(price);
  return {
    include,
    exclude,
    text: text.trim(),
    fileIds: media.flatMap(({ file }) => (file === null ? [] : [file._id])),
    ...(amount === null ? { isSale: false } : { isSale: true, price: amount }),
    scheduledAt: isLater ? instantOf(at) : null,
  };
}
