/** What people ask of the chat of shows. Sagas decide what follows; nothing here is heard before somebody is signed in. */
import { createIntent } from '@web/session/store/intent';
import type { StreamConversation, StreamMessage } from './show';

/**
 * A running show is on the screen, and its chat: from now on the host counts the person as a viewer and tells her of it. `messages`
 * are what came with the show, the newest first; without them they are asked for.
 */
export const streamChatOpened = createIntent<{ conversation: StreamConversation; messages?: readonly StreamMessage[] }>(
  'streamChat/opened',
);
/** It is left. */
export const streamChatClosed = createIntent('streamChat/closed');
/** Messages before those that are held. */
export const olderAsked = createIntent<string>('streamChat/olderAsked');
/** The same `key` twice is one message. */
export const streamMessageSubmitted = createIntent<{ conversationId: string; text: string; key: string }>('streamChat/submitted');
export const streamDeletionAsked = createIntent<string>('streamChat/deletionAsked');
/** Empties the chat, for everybody. */
export const clearAsked = createIntent<string>('streamChat/clearAsked');
/** What the person may do in the open chat may have changed: she has followed, or subscribed. */
export const rulesAsked = createIntent('streamChat/rulesAsked');
