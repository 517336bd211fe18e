/** Private messages, and the chat of shows. */
import * as z from 'zod';
import { Message } from './chat';
import { uploadErrors } from '../content/content';
import { endpoints } from '../kernel/endpoint';
import { File } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { ChatMute, StreamMessage } from '../live/live';
import { isEmoji } from '../kernel/values/emoji';
import { messageTypes } from '../kernel/values/messages';
import {
  Amount,
  AmountBetween,
  Count,
  ExpectedPrice,
  fromQuery,
  fromQueryOr,
  Id,
  IdParam,
  pageOf,
  pageQuery,
  Text,
} from '../kernel/shapes';

const files = { file: { required: true } } as const;
const uploadEndpoint = {
  access: 'member',
  delegate: 'messages',
  response: File,
  mayRespond202: true,
  idempotent: 'creation',
  rateLimit: 'upload',
  errors: uploadErrors,
} as const;

const chatErrors = [
  'conversation_not_found',
  'content_locked',
  'follow_required',
  'subscription_required',
  'blocked_by_performer',
] as const;
const chatEndpoint = {
  access: 'member',
  params: IdParam,
  query: pageQuery([]).extend({ limit: fromQueryOr(Count(1, limits.page.limitMax), limits.messagesPage) }),
  response: pageOf(StreamMessage),
  errors: chatErrors,
} as const;

export const MessageText = Text(limits.messageTextLengthMax);
/** One emoji, as the system's keyboard enters it. */
const ReactionParams = IdParam.extend({ emoji: z.string().max(limits.emojiLengthMax).refine(isEmoji, 'Use one emoji.') });
export const MessagePrice = AmountBetween(limits.messagePriceMin, limits.messagePriceMax);

export default endpoints({
  'GET /messages/conversations/:id': {
    summary: "Messages of one of the caller's conversations, newest first.",
    access: 'member',
    delegate: 'messages',
    params: IdParam,
    query: pageQuery([]).extend({
      limit: fromQueryOr(Count(1, limits.page.limitMax), limits.messagesPage),
      offset: fromQueryOr(Count(0, limits.messageSeqMax), 0),
      /** The messages following this `seq`. */
      after: fromQuery(Count(0, limits.messageSeqMax)),
      /** The messages before and after this message. */
      around: fromQuery(Id),
    }),
    response: pageOf(Message),
    errors: ['conversation_not_found', 'message_not_found'],
  },
  'POST /messages/conversations/:id': {
    summary: "Send a message in one of the caller's conversations. Idempotent per `clientKey`.",
    access: 'member',
    delegate: 'messages',
    delegateLog: 'responseId',
    params: IdParam,
    body: z
      .object({
        text: MessageText.default(''),
        fileIds: z.array(Id).max(limits.messageFilesMax).default([]),
        /** Derived from the files; if it is sent, it must match them. */
        type: z.enum(messageTypes).extract(['text', 'media']).optional(),
        clientKey: Text(limits.clientKeyLengthMax, 1).optional(),
        replyToId: Id.optional(),
        isSale: z.boolean().optional(),
        /** What the receiver pays to unlock the message. */
        price: MessagePrice.optional(),
        /** What the sender pays to send it to this performer, as shown to them. */
        expectedPrice: ExpectedPrice,
      })
      .refine(({ type, fileIds }) => type === undefined || type === (fileIds.length === 0 ? 'text' : 'media'), {
        path: ['type'],
        message: 'Use type “media” with files and type “text” without files.',
      }),
    /** `fee`: what the sender was charged for sending it; 0 if it was free. */
    response: Message.extend({ fee: Amount.optional() }),
    idempotent: 'money',
    rateLimit: 'message',
    errors: [
      'conversation_not_found',
      'message_not_found',
      'file_not_found',
      'file_already_used',
      'file_type_mismatch',
      'file_required',
      'subscription_required',
      'follow_required',
      'blocked_by_performer',
      'blocked_by_user',
      'insufficient_balance',
      'spending_limit_reached',
      'price_changed',
      'message_empty',
      'forbidden_role',
    ],
  },
  'POST /messages/public/file/photo': {
    summary: 'Upload a photo for a message.',
    files: { file: { kind: 'image', ...files.file } },
    ...uploadEndpoint,
  },
  'POST /messages/private/file/video': {
    summary: 'Upload a video for a message.',
    files: { file: { kind: 'video', ...files.file } },
    ...uploadEndpoint,
  },
  'PUT /messages/:id': {
    summary:
      "Edit the text of one of the caller's messages, within five minutes of sending it. A bought message can't be edited. Files, price and order stay.",
    access: 'member',
    delegate: 'messages',
    params: IdParam,
    body: z.object({ text: MessageText }),
    response: Message,
    rateLimit: 'message',
    errors: [
      'message_not_found',
      'not_owner',
      'message_not_editable',
      'message_empty',
      'conversation_not_found',
      'subscription_required',
      'follow_required',
      'blocked_by_performer',
      'blocked_by_user',
    ],
  },
  'PUT /messages/:id/reactions/:emoji': {
    summary: 'Add an emoji to a message. Idempotent.',
    access: 'member',
    delegate: 'messages',
    delegateLog: 'none',
    params: ReactionParams,
    response: Message,
    rateLimit: 'messageReaction',
    errors: ['message_not_found', 'reaction_limit', 'conversation_not_found', 'blocked_by_performer', 'blocked_by_user'],
  },
  'DELETE /messages/:id/reactions/:emoji': {
    summary: "Remove one of the caller's emoji from a message. Idempotent.",
    access: 'member',
    delegate: 'messages',
    delegateLog: 'none',
    params: ReactionParams,
    response: Message,
    rateLimit: 'messageReaction',
    errors: ['message_not_found'],
  },
  'DELETE /messages/:id': {
    summary:
      "Delete one of the caller's messages for everyone. In the chat of a show, its owner, moderators and operators can delete any message. A bought message stays available to its buyer.",
    access: 'member',
    params: IdParam,
    response: z.union([Message, StreamMessage]),
    errors: ['message_not_found', 'not_owner'],
  },
  'GET /messages/total-unread-messages': {
    summary: 'The number of conversations with unread messages.',
    access: 'member',
    response: z.object({ total: z.number() }),
  },
  'POST /messages/read-all/:id': {
    summary: "Mark one of the caller's conversations as read.",
    access: 'member',
    delegate: 'messages',
    delegateLog: 'none',
    params: IdParam,
    response: z.object({ ok: z.literal(true), totalNotSeenMessages: z.literal(0) }),
    errors: ['conversation_not_found'],
  },
  'GET /messages/stream/:id': { summary: 'The chat of an active show, newest first.', ...chatEndpoint },
  'GET /messages/conversations/public/:id': { summary: 'Alias of `GET /messages/stream/:id`.', ...chatEndpoint },
  'POST /messages/stream/:id': {
    summary: 'Write in the chat of an active show. Idempotent per `clientKey`.',
    access: 'member',
    params: IdParam,
    body: z.object({
      text: Text(limits.streamChat.textLengthMax, 1),
      clientKey: Text(limits.clientKeyLengthMax, 1).optional(),
    }),
    response: StreamMessage,
    rateLimit: 'streamMessage',
    errors: [...chatErrors, 'chat_muted', 'stream_offline', 'forbidden_words', 'slow_mode'],
  },
  'DELETE /messages/stream/:id/remove-all-message': {
    summary: 'Clear the chat of a show, as its owner, a moderator or an operator.',
    access: 'member',
    params: IdParam,
    response: z.object({ cleared: z.number() }),
    errors: ['conversation_not_found', 'not_owner'],
  },
  'POST /messages/stream/:id/mutes': {
    summary: 'Mute an account in the chat of a show, for a time or permanently.',
    access: 'member',
    params: IdParam,
    body: z.object({ userId: Id, seconds: z.number().int().min(1).max(limits.streamChat.mute_s_max).nullable() }),
    response: ChatMute,
    errors: ['conversation_not_found', 'not_owner', 'user_not_found', 'self_not_allowed'],
  },
  'DELETE /messages/stream/:id/mutes/:userId': {
    summary: 'Unmute an account in the chat of a show.',
    access: 'member',
    params: z.object({ id: Id, userId: Id }),
    response: ChatMute,
    errors: ['conversation_not_found', 'not_owner', 'user_not_found'],
  },
});
