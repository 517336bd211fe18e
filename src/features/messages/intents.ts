/** What people ask of conversations. Sagas decide what follows; nothing here is heard before somebody is signed in. */
import type { BodyOf } from '@web/services/call';
import { createIntent } from '@web/session/store/intent';
import type { ConversationFilter, Waiting } from '../talk/messages/store/chat';

/** The first page of the list, or with `more` the next one of the same filter. */
export const conversationsAsked = createIntent<{ filter: ConversationFilter; more: boolean }>('conversations/asked');
/** The list for a filter came on the screen: it is asked for unless it is there. */
export const listShown = createIntent<ConversationFilter>('conversations/listShown');
/** A thread is opened: a known one, or the one with somebody, which is made where there is none. */
export const conversationOpened = createIntent<{ id: string } | BodyOf<'POST /conversations'>>('conversations/opened');
export const conversationClosed = createIntent('conversations/closed');
export const muteAsked = createIntent<{ id: string; isMuted: boolean }>('conversations/muteAsked');
/** All of the conversation has been read. */
export const seenSaid = createIntent<string>('conversations/seenSaid');
/** The person writes, or has stopped. May be said at every key. */
export const typingSaid = createIntent<{ id: string; isTyping: boolean }>('conversations/typingSaid');

/** Messages before those that are shown. */
export const olderAsked = createIntent<string>('messages/olderAsked');
/** Messages after those that are shown, when these are not the newest: after `aroundAsked`. */
export const newerAsked = createIntent<string>('messages/newerAsked');
/** The message with those around it, in place of what is shown; nothing happens when it is shown already. */
export const aroundAsked = createIntent<{ id: string; messageId: string }>('messages/aroundAsked');
/** A message was written. `files` are uploaded already; `expectedPrice` is what the writer has seen that it costs her, in tokens. */
export const messageSubmitted =
  createIntent<Pick<Waiting, 'conversationId' | 'text' | 'files' | 'price' | 'replyTo' | 'expectedPrice'>>('messages/submitted');
/** Sends what failed again, under the same key. */
export const retryAsked = createIntent<string>('messages/retryAsked');
/** Takes back what has not been sent. */
export const waitingDropped = createIntent<string>('messages/waitingDropped');
export const deletionAsked = createIntent<{ id: string; conversationId: string }>('messages/deletionAsked');
