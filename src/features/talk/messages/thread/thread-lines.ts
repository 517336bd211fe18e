/** The rows of a thread: messages in order, days between them, and where new messages begin. */
import { dayOf } from '../texts';
import type { Conversation, Message } from '../store/chat';

export type ThreadLine =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'new'; key: string }
  /** `isGroupStart`: the first of consecutive messages by one sender. */
  | { kind: 'message'; key: string; message: Message; isGroupStart: boolean };

/** Messages by one sender are grouped when no more than this is between them. */
const group_ms = 5 * 60_000;

/** The id of the first new message, when the viewer has not seen the last `unread` messages of the other participant. */
export function firstUnread(items: readonly Message[], viewerId: string, unread: number): string | null {
  if (unread === 0) return null;
  const others = items.filter(({ senderId }) => senderId !== viewerId);
  return others.at(-Math.min(unread, others.length))?._id ?? null;
}

/** `items` are ordered by `seq`; deleted messages of the viewer are left out. `newFrom`: the id of the first new message, or null. */
export function threadLines(items: readonly Message[], viewerId: string, newFrom: string | null): ThreadLine[] {
  const lines: ThreadLine[] = [];
  let previous: Message | null = null;
  for (const message of items) {
    if (message.isDeleted && message.senderId === viewerId) continue;
    const isNewDay: boolean = previous === null || dayOf(previous.createdAt) !== dayOf(message.createdAt);
    if (isNewDay) lines.push({ kind: 'day', key: `day ${message._id}`, at: message.createdAt });
    const isNew = message._id === newFrom;
    if (isNew) lines.push({ kind: 'new', key: 'new' });
    lines.push({ kind: 'message', key: message._id, message, isGroupStart: isNewDay || isNew || !isGrouped(previous, message) });
    previous = message;
  }
  return lines;
}

const isGrouped = (previous: Message | null, message: Message): boolean =>
  previous?.senderId === message.senderId && Date.parse(message.createdAt) - Date.parse(previous.createdAt) <= group_ms;

/** Delivery status of the last own message. */
export interface DeliveryState {
  messageId: string;
  status: Message['status'];
}

/** Of the last own message that is not deleted; null when there is none. */
export function deliveryStateOf(
  { seenSeq, deliveredSeq }: Pick<Conversation, 'seenSeq' | 'deliveredSeq'>,
  items: readonly Message[],
  viewerId: string,
): DeliveryState | null {
  const own = items.findLast(({ senderId, isDeleted, type }) => senderId === viewerId && !isDeleted && type !== 'system');
  if (own === undefined) return null;
  const status = own.seq <= seenSeq ? 'seen' : own.seq <= deliveredSeq && own.status === 'sent' ? 'delivered' : own.status;
  return { messageId: own._id, status };
}
