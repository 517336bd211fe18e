/** Types of conversations and messages, as returned by the API, and of messages in the send queue. */
import type { ResponseOf } from '@web/services/call';
import type { SerializedError } from '@web/services/serialized-error';

export type Conversation = ResponseOf<'GET /conversations/:id'>;
export type Message = ResponseOf<'POST /messages/conversations/:id'>;
export type MessageFile = Message['files'][number];
/** Otherwise it is a video. */
export const isPhoto = ({ mimeType }: Pick<MessageFile, 'mimeType'>): boolean => mimeType.startsWith('image/');
/** The message that another one replies to. */
export type RepliedTo = NonNullable<Message['replyTo']>;

/** A message in the send queue. */
export interface QueuedMessage {
  /** The message's `clientKey` and idempotency key: sent several times, it is created once. */
  key: string;
  conversationId: string;
  text: string;
  /** Already uploaded. */
  files: MessageFile[];
  /** In tokens; null for a free message. */
  price: number | null;
  replyTo: RepliedTo | null;
  /** The price shown to the sender for this message, in tokens. */
  expectedPrice: number;
  state: 'waiting' | 'sending' | 'failed';
  /** Why it failed; its `code` determines the suggested fix. */
  reason: SerializedError | null;
  /** When it was written, as an ISO timestamp; determines the order of sending. */
  at: string;
}

/** The filter of the conversation list. */
export interface ConversationFilter {
  isUnread?: boolean;
  isSubscribed?: boolean;
  /** The id of one of the user's own fan lists. */
  listId?: string;
  keyword?: string;
}
