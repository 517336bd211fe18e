/** Live shows: starting and watching them, what is given in them, and private shows. The chat stands with the messages. */
import { z } from 'zod';
import { seeFails } from './content/content';
import { endpoints } from './endpoint';
import * as limits from './kernel/limits';
import {
  PrivateRequest,
  Stream,
  StreamConversation,
  StreamCredentials,
  StreamInfo,
  StreamMessage,
  StreamSession,
  StreamSettings,
  StreamViewer,
  TipMenuItem,
} from './live/live';
import { Amount, Flag, fromQuery, Id, IdOrSlugParam, IdParam, pageOf, pageQuery, Text } from './kernel/shapes';
import { liveRoles, privateRequestStatuses, streamStatuses } from './values';

const Title = Text(limits.stream.titleLengthMax, 1);
const Description = Text(limits.stream.descriptionLengthMax);
const Seconds = z.number().int().min(1).max(10_000_000);

/** WHIP and WHEP: the bearer of an offer is a room's token, that of a connection the one that made it or a later one of the same person; answers are as their standards say. */
const RoomParam = z.object({ streamId: Id });
const ConnectionParam = RoomParam.extend({ resourceId: Text(100, 1) });
const roomFails = ['stream_not_found', 'content_locked', 'subscription_required', 'blocked_by_performer', 'stream_offline'] as const;
const Offered = {
  access: 'anyone',
  params: RoomParam,
  signals: 'offer',
  answer: z.object({ sdp: z.string(), location: z.string() }),
} as const;
const publishFails = ['stream_not_found', 'content_locked', 'blocked_by_performer', 'stream_offline'] as const;
const Trickled = {
  access: 'anyone',
  params: ConnectionParam,
  signals: 'candidates',
  answer: z.null(),
  fails: ['stream_not_found', 'content_locked'],
} as const;
const Ended = { access: 'anyone', params: ConnectionParam, signals: 'end', answer: z.null(), fails: ['content_locked'] } as const;

const decided = ['private_request_not_found', 'private_request_decided'] as const;

export default endpoints({
  'GET /streaming/mine': {
    does: "The caller's own stream, running or not, with its chat and what holds for every show of theirs.",
    access: 'performer',
    answer: z.object({ stream: Stream, conversation: StreamConversation, settings: StreamSettings }),
  },
  'PUT /streaming/update': {
    does: 'Change what holds for every show of the own. An absent field stays as it is.',
    access: 'performer',
    body: z.object({
      isFree: z.boolean().optional(),
      price: Amount.nullable().optional(),
      isRecording: z.boolean().optional(),
      privateEnabled: z.boolean().optional(),
      privateMinutePrice: Amount.optional(),
      privateMinimumMinutes: z
        .number()
        .int()
        .min(limits.privateShow.minimumMinutes.min)
        .max(limits.privateShow.minimumMinutes.max)
        .optional(),
    }),
    answer: StreamSettings,
    fails: ['price_out_of_range'],
  },
  'PUT /streaming/tip-menu': {
    does: 'Say what is done for which tip. It takes the place of the menu before; an `_id` keeps an item what it was.',
    access: 'performer',
    body: z.object({
      items: z
        .array(z.object({ _id: Id.optional(), title: Text(limits.stream.menuTitleLengthMax, 1), price: Amount }))
        .max(limits.stream.tipMenuMax),
    }),
    answer: z.object({ tipMenu: z.array(TipMenuItem) }),
    fails: ['price_out_of_range'],
  },
  'GET /streaming/sessions': {
    does: "The caller's shows that have ended.",
    access: 'performer',
    query: pageQuery([]),
    answer: pageOf(StreamSession),
  },
  'POST /streaming/live': {
    does: 'Start a show. It is told of when its first picture comes.',
    access: 'performer',
    body: z.object({ title: Title, description: Description.default(''), isFree: z.boolean(), price: Amount.optional() }),
    answer: z.object({ stream: Stream, conversation: StreamConversation }),
    fails: ['performer_not_verified', 'already_live', 'price_out_of_range'],
  },
  'PUT /streaming/live/:id': {
    does: 'Change the own running show. A new price is for those who come later.',
    access: 'performer',
    params: IdParam,
    body: z.object({
      title: Title.optional(),
      description: Description.optional(),
      isFree: z.boolean().optional(),
      price: Amount.optional(),
    }),
    answer: Stream,
    fails: ['stream_not_found', 'stream_offline', 'price_out_of_range'],
  },
  'PUT /streaming/live/:id/tip-goal': {
    does: 'Set what is to be given together, or take the goal away. What was raised begins at nothing.',
    access: 'performer',
    params: IdParam,
    body: z.object({
      goal: z.object({ title: Text(limits.stream.goalTitleLengthMax, 1), amount: Amount, loops: z.boolean().default(false) }).nullable(),
    }),
    answer: Stream,
    fails: ['stream_not_found', 'price_out_of_range'],
  },
  'POST /streaming/live/:id/end': {
    does: 'End a running show: its performer, or an operator.',
    access: ['performer', 'operator'],
    right: 'content.moderate',
    params: IdParam,
    answer: Stream,
    fails: ['stream_not_found'],
  },
  'GET /streaming/live/:id/viewers': {
    does: 'Who watches the own show; a person in five windows counts once.',
    access: 'performer',
    params: IdParam,
    query: pageQuery([]),
    answer: pageOf(StreamViewer),
    fails: ['stream_not_found'],
  },
  'PUT /streaming/set-duration': {
    does: 'Say how long the own show has run. It only ever raises what is known, and never beyond the time gone by.',
    access: 'performer',
    body: z.object({ streamId: Id, duration: Seconds }),
    answer: z.object({ streamingTime: z.number() }),
    fails: ['stream_not_found'],
  },
  'GET /streaming/join/:id': {
    does: "A running show, by its id or its performer's id or username; without the right to watch it is what would give it, and no chat.",
    access: 'member',
    params: IdOrSlugParam,
    answer: z.object({ stream: Stream, conversation: StreamConversation, messages: z.array(StreamMessage) }),
    fails: [...seeFails, 'stream_not_found', 'stream_offline'],
  },
  'POST /streaming/agora/token': {
    does: 'What a browser needs to come in, of whatever engine is in use. In a private show each brings one picture and watches one: say which.',
    access: 'member',
    body: z
      .object({
        streamId: Id.optional(),
        /** The session's id, in place of the stream's. */
        channelName: Id.optional(),
        /** Its performer publishes unless she says otherwise; everybody else watches. */
        role: z.enum(liveRoles).optional(),
      })
      .refine(({ streamId, channelName }) => (streamId === undefined) !== (channelName === undefined), 'Name the stream or its channel.'),
    answer: StreamCredentials,
    fails: [...roomFails, 'not_owner'],
  },
  'GET /streaming/user/search': {
    does: 'Shows that run now.',
    access: 'anyone',
    query: pageQuery(['viewers', 'startedAt']).extend({ performerId: fromQuery(Id), isFree: Flag, isFollowed: Flag }),
    answer: pageOf(Stream),
    rate: 'search',
  },
  'POST /streaming/whip/:streamId': { does: 'Publish by WHIP: an SDP offer, answered by another.', ...Offered, fails: publishFails },
  'PATCH /streaming/whip/:streamId/:resourceId': { does: 'More ICE candidates of a publisher.', ...Trickled },
  'DELETE /streaming/whip/:streamId/:resourceId': { does: 'Publish no more.', ...Ended },
  'POST /streaming/whep/:streamId': { does: 'Watch by WHEP: an SDP offer, answered by another.', ...Offered, fails: roomFails },
  'PATCH /streaming/whep/:streamId/:resourceId': { does: 'More ICE candidates of a viewer.', ...Trickled },
  'DELETE /streaming/whep/:streamId/:resourceId': { does: 'Watch no more.', ...Ended },

  'POST /streaming/private-requests': {
    does: 'Ask a performer for a private show. It lapses after a minute without an answer.',
    access: 'user',
    body: z.object({
      performerId: Id,
      note: Text(limits.privateShow.noteLengthMax).default(''),
      /** What a minute costs, as the caller has seen it. */
      expectedPrice: Amount.optional(),
    }),
    answer: PrivateRequest,
    idempotent: true,
    rate: 'privateRequest',
    fails: [
      'performer_not_found',
      'blocked_by_performer',
      'insufficient_balance',
      'spending_limit_reached',
      'price_changed',
      'request_pending',
      'private_off',
    ],
  },
  'GET /streaming/private-requests': {
    does: 'Requests for private shows: those that a fan has sent, or a performer received.',
    access: 'member',
    query: pageQuery([]).extend({ status: fromQuery(z.enum(privateRequestStatuses)), conversationId: fromQuery(Id) }),
    answer: pageOf(PrivateRequest),
  },
  'POST /streaming/private-requests/:id/accept': {
    does: 'Accept a request for a private show. The least that it costs is set aside of the fan’s wallet.',
    access: 'performer',
    params: IdParam,
    answer: PrivateRequest,
    fails: [...decided, 'insufficient_balance', 'spending_limit_reached', 'already_live', 'private_off'],
  },
  'POST /streaming/private-requests/:id/decline': {
    does: 'Decline a request for a private show.',
    access: 'performer',
    params: IdParam,
    answer: PrivateRequest,
    fails: decided,
  },
  'POST /streaming/private-requests/:id/cancel': {
    does: 'Take the own request for a private show back.',
    access: 'user',
    params: IdParam,
    answer: PrivateRequest,
    fails: decided,
  },
  'POST /streaming/private-requests/:id/end': {
    does: 'End a private show. Each minute that has begun is billed, the rest returns. Ended before: its bill.',
    access: 'member',
    params: IdParam,
    answer: PrivateRequest,
    fails: decided,
  },

  'GET /admin/streams/search': {
    does: 'Public shows, running and ended.',
    access: 'operator',
    right: 'content.moderate',
    query: pageQuery(['viewers', 'startedAt']).extend({ status: fromQuery(z.enum(streamStatuses)), performerId: fromQuery(Id) }),
    answer: pageOf(StreamInfo),
  },
  'POST /admin/streams/:id/end': {
    does: 'End a running show, and say why.',
    access: 'operator',
    right: 'content.moderate',
    params: IdParam,
    body: z.object({ reason: Text(limits.reasonLengthMax, 1) }),
    answer: StreamInfo,
    fails: ['stream_not_found'],
  },
});
