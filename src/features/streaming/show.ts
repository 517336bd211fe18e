/** What shows, their chat and private requests are in the browser, as the host answers them. */
import type { AnswerOf } from '@web/services/call';

export type Stream = AnswerOf<'GET /streaming/join/:id'>['stream'];
export type StreamConversation = AnswerOf<'GET /streaming/join/:id'>['conversation'];
export type StreamMessage = AnswerOf<'POST /messages/stream/:id'>;
export type PrivateRequest = AnswerOf<'POST /streaming/private-requests'>;
