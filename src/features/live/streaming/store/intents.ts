/** User actions in the chat of shows. Sagas handle them; without a signed-in user they are ignored. */
import { createIntent } from '@web/session/store/intent';
import type { StreamConversation, StreamMessage } from './show';

/** The show of a stream, by its id, is on screen: the user is present. */
export const showEntered = createIntent<string>('show/entered');
/** The user has left the show of a stream, by its id. */
export const showLeft = createIntent<string>('show/left');
/** A chat is on screen. `messages` are those loaded with the show, newest first; without them they are fetched. */
export const streamChatOpened = createIntent<{ conversation: StreamConversation; messages?: readonly StreamMessage[] }>(
  'streamChat/opened',
);
export const streamChatClosed = createIntent('streamChat/closed');
/** Fetches messages older than those in the store, of the conversation with this id. */
export const olderRequested = createIntent<string>('streamChat/olderRequested');
/** Submitting the same `key` twice creates one message. */
export const streamMessageSubmitted = createIntent<{ conversationId: string; text: string; key: string }>('streamChat/submitted');
export const streamDeletionRequested = createIntent<string>('streamChat/deletionRequested');
/** Clears the chat for everyone. */
export const clearRequested = createIntent<string>('streamChat/clearRequested');
/** The user's permissions in the open chat may have changed: they have followed or subscribed. */
export const rulesRequested = createIntent('streamChat/rulesRequested');
