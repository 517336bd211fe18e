/** What conversations and messages are in the browser, as the host answers them, and what is still on its way to it. */
import type { AnswerOf } from '@web/services/call';
import type { Problem } from '@web/session/problem';

export type Conversation = AnswerOf<'GET /conversations/:id'>;
export type Message = AnswerOf<'POST /messages/conversations/:id'>;
export type MessageFile = Message['files'][number];
/** Else it is a video. */
export const isPhoto = ({ mimeType }: Pick<MessageFile, 'mimeType'>): boolean => mimeType.startsWith('image/');
/** The message that another one answers. */
export type RepliedTo = NonNullable<Message['replyTo']>;

/** What was written here and has not arrived yet. */
export interface Waiting {
  /** The message's `clientKey`, and the key of its sending: however often it is sent, it arrives once. */
  key: string;
  conversationId: string;
  text: string;
  /** Uploaded already. */
  files: MessageFile[];
  /** In tokens; null for what is free. */
  price: number | null;
  replyTo: RepliedTo | null;
  /** What the writer has seen that it costs her, in tokens. */
  expectedPrice: number;
  state: 'waiting' | 'sending' | 'failed';
  /** Why it failed; its `code` says what would help. */
  reason: Problem | null;
  /** When it was written; the order of sending. */
  at: string;
}

/** Which conversations the list shows. */
export interface ConversationFilter {
  isUnread?: boolean;
  isSubscribed?: boolean;
  /** One of the own lists of fans. */
  listId?: string;
  keyword?: string;
}
