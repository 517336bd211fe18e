/** Conversations in words: what was last said, what is inside of a message, times of day and days. Nothing here looks at a clock. */
import { messages } from '@contract/kernel/errors';
import { countWords } from '@web/lib/i18n/counts';
import { dateFormat } from '@web/lib/intl';
import { firstWords } from '@web/lib/wording/item-labels';
import { formatTokens, spokenTokens } from '@web/lib/i18n/money';
import { said } from '@web/lib/said';
import { isPhoto } from './store/chat';
import type { Conversation, Message, MessageFile, RepliedTo } from './store/chat';

/** `2 photos`, `1 video`, `2 photos and 1 video`; empty without files. */
export function filesWords(files: readonly Pick<MessageFile, 'mimeType'>[]): string {
  const photos = files.filter(isPhoto).length;
  const videos = files.length - photos;
  return [photos === 0 ? '' : countWords(photos, 'photo'), videos === 0 ? '' : countWords(videos, 'video')].filter(Boolean).join(' and ');
}

/** The last words of a conversation on one line, as `viewerId` reads them. */
export function lastWords({ lastMessage }: Pick<Conversation, 'lastMessage'>, viewerId: string): string {
  if (lastMessage === null) return 'Nothing written yet';
  const { text, type, totalFiles, isDeleted, senderId } = lastMessage;
  if (isDeleted) return said(messages.messageDeleted);
  const who = senderId === viewerId && type !== 'system' ? 'You: ' : '';
  const words = firstWords(text);
  if (type === 'tip') return `${who}${words === '' ? 'Tip' : `Tip · ${words}`}`;
  if (words !== '') return who + words;
  return `${who}${totalFiles === 1 ? 'A photo or video' : `${String(totalFiles)} photos or videos`}`;
}

/** What an answered message said. */
export function repliedWords({ text, isDeleted }: RepliedTo): string {
  if (isDeleted) return said(messages.messageDeleted);
  return text.trim() === '' ? 'A photo or video' : firstWords(text, 80);
}

/** What stands on a priced message for its sender. */
export const saleWords = ({ price, isBought }: Pick<Message, 'price' | 'isBought'>): string =>
  `${formatTokens(price ?? 0)} · ${isBought ? 'Bought' : 'Sent, not bought'}`;

export const tipWords = (amount: number): string => `Tip of ${spokenTokens(amount)}`;

/** `14:05`, as the reader's language has it. */
export const clockTime = (at: string, locale?: string): string => dateFormat(locale, { timeStyle: 'short' }).format(new Date(at));

/** The day of the reader's calendar, to be compared. */
export const dayOf = (at: string | number): string => new Date(at).toDateString();
