/** Live shows and private shows. The steps of WHIP and WHEP take a room's token as `token`. */
import type { BodyOf, CallOptions, QueryOf } from './call';
import { service } from './service';

type Signal = CallOptions & { token: string };

export const streamingService = service((call) => ({
  mine: (options?: CallOptions) => call('GET /streaming/mine', {}, options),
  update: (body: BodyOf<'PUT /streaming/update'>) => call('PUT /streaming/update', { body }),
  setTipMenu: (items: BodyOf<'PUT /streaming/tip-menu'>['items']) => call('PUT /streaming/tip-menu', { body: { items } }),
  sessions: (query: QueryOf<'GET /streaming/sessions'>) => call('GET /streaming/sessions', { query }),
  start: (body: BodyOf<'POST /streaming/live'>) => call('POST /streaming/live', { body }),
  change: (id: string, body: BodyOf<'PUT /streaming/live/:id'>) => call('PUT /streaming/live/:id', { params: { id }, body }),
  setTipGoal: (id: string, goal: BodyOf<'PUT /streaming/live/:id/tip-goal'>['goal']) =>
    call('PUT /streaming/live/:id/tip-goal', { params: { id }, body: { goal } }),
  end: (id: string) => call('POST /streaming/live/:id/end', { params: { id } }),
  viewers: (id: string, query: QueryOf<'GET /streaming/live/:id/viewers'>) =>
    call('GET /streaming/live/:id/viewers', { params: { id }, query }),
  setDuration: (streamId: string, duration: number) => call('PUT /streaming/set-duration', { body: { streamId, duration } }),
  join: (id: string, options?: CallOptions) => call('GET /streaming/join/:id', { params: { id } }, options),
  credentials: (body: BodyOf<'POST /streaming/agora/token'>, options?: CallOptions) =>
    call('POST /streaming/agora/token', { body }, options),
  search: (query: QueryOf<'GET /streaming/user/search'>, options?: CallOptions) => call('GET /streaming/user/search', { query }, options),
  publish: (streamId: string, sdp: string, signal: Signal) => call('POST /streaming/whip/:streamId', { params: { streamId }, sdp }, signal),
  trickleAsPublisher: (streamId: string, resourceId: string, sdp: string, signal: Signal) =>
    call('PATCH /streaming/whip/:streamId/:resourceId', { params: { streamId, resourceId }, sdp }, signal),
  publishNoMore: (streamId: string, resourceId: string, signal: Signal) =>
    call('DELETE /streaming/whip/:streamId/:resourceId', { params: { streamId, resourceId } }, signal),
  watch: (streamId: string, sdp: string, signal: Signal) => call('POST /streaming/whep/:streamId', { params: { streamId }, sdp }, signal),
  trickleAsViewer: (streamId: string, resourceId: string, sdp: string, signal: Signal) =>
    call('PATCH /streaming/whep/:streamId/:resourceId', { params: { streamId, resourceId }, sdp }, signal),
  watchNoMore: (streamId: string, resourceId: string, signal: Signal) =>
    call('DELETE /streaming/whep/:streamId/:resourceId', { params: { streamId, resourceId } }, signal),
  adminSearch: (query: QueryOf<'GET /admin/streams/search'>) => call('GET /admin/streams/search', { query }),
  adminEnd: (id: string, reason: string) => call('POST /admin/streams/:id/end', { params: { id }, body: { reason } }),
}));

export const privateShowService = service((call) => ({
  ask: (body: BodyOf<'POST /streaming/private-requests'>, options?: CallOptions) =>
    call('POST /streaming/private-requests', { body }, options),
  list: (query: QueryOf<'GET /streaming/private-requests'>) => call('GET /streaming/private-requests', { query }),
  accept: (id: string) => call('POST /streaming/private-requests/:id/accept', { params: { id } }),
  decline: (id: string) => call('POST /streaming/private-requests/:id/decline', { params: { id } }),
  cancel: (id: string) => call('POST /streaming/private-requests/:id/cancel', { params: { id } }),
  end: (id: string) => call('POST /streaming/private-requests/:id/end', { params: { id } }),
}));
