/** User actions in conversations. Sagas handle them; without a signed-in user they are ignored. */
import type { BodyOf } from '@web/services/call';
import { createIntent } from '@web/session/store/intent';
import type { ConversationFilter, Message, QueuedMessage } from './chat';

/** Loads the first page of the list, or with `more` the next one of the same filter. */
export const conversationsRequested = createIntent<{ filter: ConversationFilter; more: boolean }>('conversations/requested');
/** The list of a filter is on screen: loads it unless it is already loaded. */
export const listShown = createIntent<ConversationFilter>('conversations/listShown');
/** Opens a thread: an existing one by id, or the one with a recipient, which is created if needed. */
export const conversationOpened = createIntent<{ id: string } | BodyOf<'POST /conversations'>>('conversations/opened');
export const conversationClosed = createIntent('conversations/closed');
export const muteRequested = createIntent<{ id: string; isMuted: boolean }>('conversations/muteRequested');
/** Marks the whole conversation as read. */
export const markReadRequested = createIntent<string>('conversations/markReadRequested');
/** The user is typing, or has stopped. May be dispatched on every keystroke. */
export const typingReported = createIntent<{ id: string; isTyping: boolean }>('conversations/typingReported');

/** Loads messages older than those shown. */
export const olderRequested = createIntent<string>('messages/olderRequested');
/** Loads messages newer than those shown, when the newest is not among them: after `jumpRequested`. */
export const newerRequested = createIntent<string>('messages/newerRequested');
/** Replaces the thread with a message and those around it; does nothing when the message is already shown. */
export const jumpRequested = createIntent<{ id: string; messageId: string }>('messages/jumpRequested');
/** Puts a message in the send queue. `files` are already uploaded; `expectedPrice` is the price that the sender was shown, in tokens. */
export const messageSubmitted =
  createIntent<Pick<QueuedMessage, 'conversationId' | 'text' | 'files' | 'price' | 'replyTo' | 'expectedPrice'>>('messages/submitted');
/** Sends a failed message again, under the same key. */
export const retryRequested = createIntent<string>('messages/retryRequested');
/** Removes a message from the send queue. */
export const queuedMessageDropped = createIntent<string>('messages/queuedMessageDropped');
/** Adds the user's emoji to a message, or removes it. */
export const reactionToggled = createIntent<{ message: Message; emoji: string }>('messages/reactionToggled');
export const deletionRequested = createIntent<{ id: string; conversationId: string }>('messages/deletionRequested');
