/** Conversations, their messages, and what performers do with their fans. */
import type { BodyOf, CallOptions, FilesOf, QueryOf } from './call';
import { service } from './service';

type Send = 'POST /messages/conversations/:id';

export const conversationService = service((call) => ({
  list: (query: QueryOf<'GET /conversations'>, options?: CallOptions) => call('GET /conversations', { query }, options),
  open: (body: BodyOf<'POST /conversations'>) => call('POST /conversations', { body }),
  search: (query: QueryOf<'GET /conversations/search'>, options?: CallOptions) => call('GET /conversations/search', { query }, options),
  view: (id: string) => call('GET /conversations/:id', { params: { id } }),
  mute: (id: string, isMuted: boolean) => call('PUT /conversations/:id', { params: { id }, body: { isMuted } }),
  messages: (id: string, query: QueryOf<'GET /messages/conversations/:id'>, options?: CallOptions) =>
    call('GET /messages/conversations/:id', { params: { id }, query }, options),
  send: (id: string, body: BodyOf<Send>, options?: CallOptions) =>
    call('POST /messages/conversations/:id', { params: { id }, body }, options),
  uploadPhoto: (files: FilesOf<'POST /messages/public/file/photo'>, options?: CallOptions) =>
    call('POST /messages/public/file/photo', { files }, options),
  uploadVideo: (files: FilesOf<'POST /messages/private/file/video'>, options?: CallOptions) =>
    call('POST /messages/private/file/video', { files }, options),
  remove: (id: string) => call('DELETE /messages/:id', { params: { id } }),
  streamChatOf: (performer: string) => call('GET /conversations/stream/performer/:id', { params: { id: performer } }),
  changeStreamChat: (id: string, body: BodyOf<'PUT /conversations/stream/:id/update'>) =>
    call('PUT /conversations/stream/:id/update', { params: { id }, body }),
  streamMessages: (id: string, query: QueryOf<'GET /messages/stream/:id'>, options?: CallOptions) =>
    call('GET /messages/stream/:id', { params: { id }, query }, options),
  publicMessages: (id: string, query: QueryOf<'GET /messages/conversations/public/:id'>, options?: CallOptions) =>
    call('GET /messages/conversations/public/:id', { params: { id }, query }, options),
  sendToStream: (id: string, body: BodyOf<'POST /messages/stream/:id'>, options?: CallOptions) =>
    call('POST /messages/stream/:id', { params: { id }, body }, options),
  clearStreamChat: (id: string) => call('DELETE /messages/stream/:id/remove-all-message', { params: { id } }),
  muteInStream: (id: string, userId: string, seconds: number | null) =>
    call('POST /messages/stream/:id/mutes', { params: { id }, body: { userId, seconds } }),
  hearInStream: (id: string, userId: string) => call('DELETE /messages/stream/:id/mutes/:userId', { params: { id, userId } }),
  totalUnread: () => call('GET /messages/total-unread-messages', {}),
  readAll: (id: string) => call('POST /messages/read-all/:id', { params: { id } }),
}));
