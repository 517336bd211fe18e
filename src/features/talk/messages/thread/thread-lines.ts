/** The lines of a thread: messages in their order, days between them, and where what is new begins. */
import { dayOf } from '../texts';
import type { Conversation, Message } from '../store/chat';

export type ThreadLine =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'new'; key: string }
  /** `begins`: the first of several that one person has sent in a row. */
  | { kind: 'message'; key: string; message: Message; begins: boolean };

/** Messages of one person stand together while no more than this lies between them. */
const together_ms = 5 * 60_000;

/** The first message that its reader has not seen, when she has not seen the last `unread` of the other's. */
export function firstUnread(items: readonly Message[], viewerId: string, unread: number): string | null {
  if (unread === 0) return null;
  const others = items.filter(({ senderId }) => senderId !== viewerId);
  return others.at(-Math.min(unread, others.length))?._id ?? null;
}

/** `items` are in the order of their places; own ones that were deleted are left out. */
export function threadLines(items: readonly Message[], viewerId: string, newFrom: string | null): ThreadLine[] {
  const lines: ThreadLine[] = [];
  let before: Message | null = null;
  for (const message of items) {
    if (message.isDeleted && message.senderId === viewerId) continue;
    const isNewDay: boolean = before === null || dayOf(before.createdAt) !== dayOf(message.createdAt);
    if (isNewDay) lines.push({ kind: 'day', key: `day ${message._id}`, at: message.createdAt });
    const isNew = message._id === newFrom;
    if (isNew) lines.push({ kind: 'new', key: 'new' });
    lines.push({ kind: 'message', key: message._id, message, begins: isNewDay || isNew || !isTogether(before, message) });
    before = message;
  }
  return lines;
}

const isTogether = (before: Message | null, message: Message): boolean =>
  before?.senderId === message.senderId && Date.parse(message.createdAt) - Date.parse(before.createdAt) <= together_ms;

/** How far the last own message has come on the other side. */
export interface Reached {
  messageId: string;
  status: Message['status'];
}

/** Of the last own message that is still there; null where there is none. */
export function reachedOf(
  { seenSeq, deliveredSeq }: Pick<Conversation, 'seenSeq' | 'deliveredSeq'>,
  items: readonly Message[],
  viewerId: string,
): Reached | null {
  const own = items.findLast(({ senderId, isDeleted, type }) => senderId === viewerId && !isDeleted && type !== 'system');
  if (own === undefined) return null;
  const status = own.seq <= seenSeq ? 'seen' : own.seq <= deliveredSeq && own.status === 'sent' ? 'delivered' : own.status;
  return { messageId: own._id, status };
}
