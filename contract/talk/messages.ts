/** Private messages, and the chat of shows. */
import { z } from 'zod';
import { Message } from './chat';
import { uploadFails } from '../content/content';
import { endpoints } from '../endpoint';
import { File } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { ChatMute, StreamMessage } from '../live/live';
import { Amount, AmountBetween, Count, fromQuery, fromQueryOr, Id, IdParam, pageOf, pageQuery, Text } from '../kernel/shapes';

const files = { file: { required: true } } as const;
const Upload = {
  access: 'member',
  helper: 'messages',
  answer: File,
  mayContinue: true,
  idempotent: true,
  rate: 'upload',
  fails: uploadFails,
} as const;

const chatFails = ['conversation_not_found', 'content_locked', 'subscription_required', 'blocked_by_performer'] as const;
const Chat = {
  access: 'member',
  params: IdParam,
  query: pageQuery([]).extend({ limit: fromQueryOr(Count(1, limits.page.limitMax), limits.messagesPage) }),
  answer: pageOf(StreamMessage),
  fails: chatFails,
} as const;

export const MessageText = Text(limits.messageTextLengthMax);
export const MessagePrice = AmountBetween(limits.messagePriceMin, limits.messagePriceMax);

export default endpoints({
  'GET /messages/conversations/:id': {
    does: 'Messages of an own conversation, the newest first.',
    access: 'member',
    helper: 'messages',
    params: IdParam,
    query: pageQuery([]).extend({
      limit: fromQueryOr(Count(1, limits.page.limitMax), limits.messagesPage),
      offset: fromQueryOr(Count(0, limits.messageSeqMax), 0),
      /** Those next after this place. */
      after: fromQuery(Count(0, limits.messageSeqMax)),
      /** Those before and after this message. */
      around: fromQuery(Id),
    }),
    answer: pageOf(Message),
    fails: ['conversation_not_found', 'message_not_found'],
  },
  'POST /messages/conversations/:id': {
    does: 'Write in an own conversation. The same `clientKey` twice is one message.',
    access: 'member',
    helper: 'messages',
    helperAct: 'made',
    params: IdParam,
    body: z.object({
      text: MessageText.default(''),
      fileIds: z.array(Id).max(limits.messageFilesMax).default([]),
      clientKey: Text(limits.clientKeyLengthMax, 1).optional(),
      replyToId: Id.optional(),
      isSale: z.boolean().optional(),
      price: MessagePrice.optional(),
      /** What the writer has seen that it costs her. */
      expectedPrice: Amount.optional(),
    }),
    answer: Message,
    idempotent: true,
    rate: 'message',
    fails: [
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
    does: 'Store a picture for a message.',
    files: { file: { kind: 'image', ...files.file } },
    ...Upload,
  },
  'POST /messages/private/file/video': {
    does: 'Store a video for a message.',
    files: { file: { kind: 'video', ...files.file } },
    ...Upload,
  },
  'DELETE /messages/:id': {
    does: 'Delete an own message for everybody; in the chat of a show its owner, its moderators and operators delete any. Who has bought it keeps it.',
    access: 'member',
    params: IdParam,
    answer: z.union([Message, StreamMessage]),
    fails: ['message_not_found', 'not_owner'],
  },
  'GET /messages/total-unread-messages': {
    does: 'How many conversations hold something unread.',
    access: 'member',
    answer: z.object({ total: z.number() }),
  },
  'POST /messages/read-all/:id': {
    does: 'Say that all of an own conversation has been read.',
    access: 'member',
    helper: 'messages',
    helperAct: 'none',
    params: IdParam,
    answer: z.object({ ok: z.literal(true), totalNotSeenMessages: z.literal(0) }),
    fails: ['conversation_not_found'],
  },
  'GET /messages/stream/:id': { does: 'The chat of a running show, the newest first.', ...Chat },
  'GET /messages/conversations/public/:id': { does: 'The same under its other name.', ...Chat },
  'POST /messages/stream/:id': {
    does: 'Write in the chat of a running show. The same `clientKey` twice is one message.',
    access: 'member',
    params: IdParam,
    body: z.object({
      text: Text(limits.streamChat.textLengthMax, 1),
      clientKey: Text(limits.clientKeyLengthMax, 1).optional(),
    }),
    answer: StreamMessage,
    rate: 'streamMessage',
    fails: [...chatFails, 'chat_muted', 'follow_required', 'stream_offline', 'forbidden_words', 'slow_mode'],
  },
  'DELETE /messages/stream/:id/remove-all-message': {
    does: 'Empty the chat of a show: its owner, its moderators and operators.',
    access: 'member',
    params: IdParam,
    answer: z.object({ cleared: z.number() }),
    fails: ['conversation_not_found', 'not_owner'],
  },
  'POST /messages/stream/:id/mutes': {
    does: 'Let somebody write no more in the chat of a show, for a time or for good.',
    access: 'member',
    params: IdParam,
    body: z.object({ userId: Id, seconds: z.number().int().min(1).max(limits.streamChat.mute_s_max).nullable() }),
    answer: ChatMute,
    fails: ['conversation_not_found', 'not_owner', 'user_not_found', 'self_not_allowed'],
  },
  'DELETE /messages/stream/:id/mutes/:userId': {
    does: 'Let somebody write again.',
    access: 'member',
    params: z.object({ id: Id, userId: Id }),
    answer: ChatMute,
    fails: ['conversation_not_found', 'not_owner', 'user_not_found'],
  },
});
