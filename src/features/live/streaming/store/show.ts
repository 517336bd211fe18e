/** Types of shows, their chat and private requests, as returned by the API. */
import type { ResponseOf } from '@web/services/call';

export type Stream = ResponseOf<'GET /streaming/join/:id'>['stream'];
export type StreamConversation = ResponseOf<'GET /streaming/join/:id'>['conversation'];
export type StreamMessage = ResponseOf<'POST /messages/stream/:id'>;
export type PrivateRequest = ResponseOf<'POST /streaming/private-requests'>;
