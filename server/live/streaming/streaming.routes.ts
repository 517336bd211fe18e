/** Endpoints of shows. */
import { serve } from '../../platform/http/serve';
import { issueRoomCredentials, getShowForViewer } from './join';
import { endShow } from './end';
import { conversationOf } from './chat/chat-rules';
import { searchAllShows, searchOwnSessions, searchShows } from './find';
import { setShowPeople, namedPeople } from './people';
import { changeSettings, ownStream, setGoal, setTipMenu, settingsOf } from './show-setup';
import { streamById } from './rows';
import { connect, disconnect, trickle } from './whip-whep';
import { changeShow, raiseDuration, startShow } from './start';
import { isPublisherClockSkewed } from './state';
import { connectionTestCredentials } from './connection-test';
import { viewersOf } from './viewers';

export const streamingRoutes = serve({
  'GET /streaming/mine': async ({ actor }, ctx) => {
    const { id } = await ownStream(ctx, actor.id);
    const [stream, conversation] = [await streamById(ctx, actor, id), await conversationOf(ctx, actor, id)];
    return {
      stream,
      conversation,
      settings: await settingsOf(ctx, actor.id),
      people: await namedPeople(ctx, actor.id, id),
      isClockAstray: await isPublisherClockSkewed(ctx, id),
    };
  },
  'PUT /streaming/update': ({ actor, body }, ctx) => changeSettings(ctx, actor.id, body),
  'PUT /streaming/people': ({ actor, body }, ctx) => setShowPeople(ctx, actor.id, body),
  'PUT /streaming/tip-menu': ({ actor, body }, ctx) => setTipMenu(ctx, actor.id, body.items),
  'GET /streaming/sessions': ({ actor, query }, ctx) => searchOwnSessions(ctx, actor.id, query),
  'POST /streaming/trial': ({ actor }, ctx) => connectionTestCredentials(ctx, actor),
  'POST /streaming/live': ({ actor, body }, ctx) => startShow(ctx, actor, body),
  'PUT /streaming/live/:id': ({ actor, params, body }, ctx) => changeShow(ctx, actor, params.id, body),
  'PUT /streaming/live/:id/tip-goal': ({ actor, params, body }, ctx) => setGoal(ctx, actor, params.id, body.goal),
  'POST /streaming/live/:id/end': ({ actor, client, params }, ctx) => endShow(ctx, actor, client, params.id),
  'GET /streaming/live/:id/viewers': ({ actor, params, query }, ctx) => viewersOf(ctx, actor, params.id, query),
  'PUT /streaming/set-duration': ({ actor, body }, ctx) => raiseDuration(ctx, actor.id, body.streamId, body.duration),
  'GET /streaming/join/:id': ({ actor, client, params }, ctx) => getShowForViewer(ctx, actor, client, params.id),
  'POST /streaming/agora/token': ({ actor, client, body }, ctx) => issueRoomCredentials(ctx, actor, client, body),
  'GET /streaming/user/search': ({ actor, client, query }, ctx) => searchShows(ctx, actor, client, query),
  'POST /streaming/whip/:streamId': ({ bearer, client, params, sdp }, ctx) =>
    connect(ctx, { bearer, client, streamId: params.streamId, role: 'publisher' }, sdp),
  'PATCH /streaming/whip/:streamId/:resourceId': ({ bearer, params }, ctx) =>
    trickle(ctx, { bearer, role: 'publisher', connectionId: params.resourceId }),
  'DELETE /streaming/whip/:streamId/:resourceId': ({ bearer, params }, ctx) =>
    disconnect(ctx, { bearer, role: 'publisher', connectionId: params.resourceId }),
  'POST /streaming/whep/:streamId': ({ bearer, client, params, sdp }, ctx) =>
    connect(ctx, { bearer, client, streamId: params.streamId, role: 'viewer' }, sdp),
  'PATCH /streaming/whep/:streamId/:resourceId': ({ bearer, params }, ctx) =>
    trickle(ctx, { bearer, role: 'viewer', connectionId: params.resourceId }),
  'DELETE /streaming/whep/:streamId/:resourceId': ({ bearer, params }, ctx) =>
    disconnect(ctx, { bearer, role: 'viewer', connectionId: params.resourceId }),
  'GET /admin/streams/search': ({ actor, query }, ctx) => searchAllShows(ctx, actor, query),
  'POST /admin/streams/:id/end': ({ actor, client, params, body }, ctx) => endShow(ctx, actor, client, params.id, body.reason),
});
