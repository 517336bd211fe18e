/** Texts of conversations: last messages, contents, times and days. Nothing here reads the clock. */
import * as messages from '@contract/kernel/messages';
import { countWords } from '@web/lib/i18n/counts';
import { dateFormat } from '@web/lib/i18n/intl';
import { firstWords } from '@web/lib/wording/item-labels';
import { formatTokens, formatTokenCount } from '@web/lib/i18n/money';
import { translateMessage } from '@web/lib/i18n/server-messages';
import { isPhoto } from './store/chat';
import type { Conversation, Message, MessageFile, RepliedTo } from './store/chat';

/** `2 photos`, `1 video`, `2 photos and 1 video`; empty without files. */
export function filesText(files: readonly Pick<MessageFile, 'mimeType'>[]): string {
  const photos = files.filter(isPhoto).length;
  const videos = files.length - photos;
  return [photos === 0 ? '' : countWords(photos, 'photo'), videos === 0 ? '' : countWords(videos, 'video')].filter(Boolean).join(' and ');
}

/** The last message of a conversation on one line, as `viewerId` sees it. */
export function lastMessageText({ lastMessage }: Pick<Conversation, 'lastMessage'>, viewerId: string): string {
  if (lastMessage === null) return 'No messages yet';
  const { text, type, totalFiles, isDeleted, senderId } = lastMessage;
  if (isDeleted) return translateMessage(messages.messageDeleted);
  const who = senderId === viewerId && type !== 'system' ? 'You: ' : '';
  const excerpt = firstWords(text);
  if (type === 'tip') return `${who}${excerpt === '' ? 'Tip' : `Tip · ${excerpt}`}`;
  if (excerpt !== '') return who + excerpt;
  return `${who}${totalFiles === 1 ? 'A photo or video' : `${String(totalFiles)} photos or videos`}`;
}

/** The text of a replied-to message. */
export function repliedText({ text, isDeleted }: RepliedTo): string {
  if (isDeleted) return translateMessage(messages.messageDeleted);
  return text.trim() === '' ? 'A photo or video' : firstWords(text, 80);
}

/** The label of a priced message for its sender. */
export const saleLabel = ({ price, isBought }: Pick<Message, 'price' | 'isBought'>): string =>
  `${formatTokens(price ?? 0)} · ${isBought ? 'Bought' : 'Sent, not bought'}`;

export const tipText = (amount: number): string => `Tip of ${formatTokenCount(amount)}`;

/** `14:05`, in the format of the user's language. */
export const clockTime = (at: string, locale?: string): string => dateFormat(locale, { timeStyle: 'short' }).format(new Date(at));

/** The day in the user's time zone, for comparison. */
export const dayOf = (at: string | number): string => new Date(at).toDateString();
