/** Live shows: starting and watching them, tip menus and goals, and private shows. The chat endpoints are in `talk/messages.ts`. */
import * as z from 'zod';
import { existingPeopleErrors, PeopleChanges, viewErrors, ShownPerson } from '../content/content';
import { endpoints } from '../kernel/endpoint';
import * as limits from '../kernel/limits';
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
} from './live';
import { candidatesEndpoint, closeEndpoint, offerEndpoint, publishVideoErrors, roomErrors } from './whip';
import { Amount, ExpectedPrice, Flag, fromQuery, Id, IdOrSlugParam, IdParam, pageOf, pageQuery, Text } from '../kernel/shapes';
import { audiences, type Audience } from '../kernel/values/content';
import { liveRoles, privateRequestStatuses, streamStatuses } from '../kernel/values/live';

const Title = Text(limits.stream.titleLengthMax, 1);
const Description = Text(limits.stream.descriptionLengthMax);
/** Who may watch. `isFree` is the older form: without `audience`, true means `subscribers` and false means `paid`. */
const AudienceFields = { audience: z.enum(audiences).optional(), isFree: z.boolean().optional() };
interface AudienceFields {
  audience?: Audience | undefined;
  isFree?: boolean | undefined;
}
const isConsistent = ({ audience, isFree }: AudienceFields): boolean =>
  audience === undefined || isFree === undefined || isFree === (audience !== 'paid');
const inconsistentIssue = { path: ['isFree'], message: 'Only streams for the audience “paid” have an entry price.' };

const Seconds = z.number().int().min(1).max(10_000_000);

const requestErrors = ['private_request_not_found', 'private_request_decided'] as const;

export default endpoints({
  'GET /streaming/mine': {
    summary: "The caller's own stream, live or not, with its chat and the settings for all their shows.",
    access: 'performer',
    response: z.object({
      stream: Stream,
      conversation: StreamConversation,
      settings: StreamSettings,
      /** Everyone named in the active show, or else in the next one, whatever their consent. */
      people: z.array(ShownPerson),
      /** The clock in the publisher's RTCP sender reports does not match its media and is ignored. */
      isClockAstray: z.boolean(),
    }),
  },
  'PUT /streaming/update': {
    summary: "Change the settings for all of the caller's shows. Absent fields stay unchanged.",
    access: 'performer',
    body: z
      .object({
        ...AudienceFields,
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
      })
      .refine(isConsistent, inconsistentIssue),
    response: StreamSettings,
    errors: ['price_out_of_range'],
  },
  'PUT /streaming/people': {
    summary:
      "Set who appears in the caller's active show, or in the next one if none is active. They are asked for consent, and the show can start once all have agreed.",
    access: 'performer',
    body: PeopleChanges,
    response: z.object({ people: z.array(ShownPerson) }),
    errors: existingPeopleErrors,
  },
  'PUT /streaming/tip-menu': {
    summary: 'Replace the tip menu. Items sent with their `_id` keep it.',
    access: 'performer',
    body: z.object({
      items: z
        .array(z.object({ _id: Id.optional(), title: Text(limits.stream.menuTitleLengthMax, 1), price: Amount }))
        .max(limits.stream.tipMenuMax),
    }),
    response: z.object({ tipMenu: z.array(TipMenuItem) }),
    errors: ['price_out_of_range'],
  },
  'GET /streaming/sessions': {
    summary: "The caller's shows that have ended.",
    access: 'performer',
    query: pageQuery([]),
    response: pageOf(StreamSession),
  },
  'POST /streaming/trial': {
    summary:
      'Credentials for testing the connection to the live engine before a show, in a room that only the caller can join. Nothing goes live.',
    access: 'performer',
    response: StreamCredentials,
    rateLimit: 'liveTrial',
  },
  'POST /streaming/live': {
    summary: 'Start a show. Followers are notified when its first video arrives.',
    strict: true,
    access: 'performer',
    body: z
      .object({
        title: Title,
        description: Description.default(''),
        ...AudienceFields,
        price: Amount.optional(),
        /** The caller's post that sold tickets for this show. Ticket holders join without paying; others pay the price. */
        plannedShowId: Id.optional(),
      })
      .refine(({ audience, isFree }) => audience !== undefined || isFree !== undefined, {
        path: ['audience'],
        message: 'Choose who can watch.',
      })
      .refine(isConsistent, inconsistentIssue),
    response: z.object({ stream: Stream, conversation: StreamConversation }),
    errors: ['performer_not_verified', 'already_live', 'price_out_of_range', 'consent_awaited', 'feed_not_found', 'show_not_open'],
  },
  'PUT /streaming/live/:id': {
    summary: "Change the caller's active show. A new price applies to viewers who join later. Viewers outside a new audience are removed.",
    strict: true,
    access: 'performer',
    params: IdParam,
    body: z
      .object({
        title: Title.optional(),
        description: Description.optional(),
        ...AudienceFields,
        price: Amount.optional(),
      })
      .refine(isConsistent, inconsistentIssue),
    response: Stream,
    errors: ['stream_not_found', 'stream_offline', 'price_out_of_range'],
  },
  'PUT /streaming/live/:id/tip-goal': {
    summary: 'Set or remove the tip goal. The amount raised is reset to zero.',
    access: 'performer',
    params: IdParam,
    body: z.object({
      goal: z.object({ title: Text(limits.stream.goalTitleLengthMax, 1), amount: Amount, loops: z.boolean().default(false) }).nullable(),
    }),
    response: Stream,
    errors: ['stream_not_found', 'price_out_of_range'],
  },
  'POST /streaming/live/:id/end': {
    summary: 'End an active show, as its performer or as an operator.',
    access: ['performer', 'operator'],
    right: 'content.moderate',
    params: IdParam,
    response: Stream,
    errors: ['stream_not_found'],
  },
  'GET /streaming/live/:id/viewers': {
    summary: "The viewers of the caller's show. Each person is counted once, even with several open windows.",
    access: 'performer',
    params: IdParam,
    query: pageQuery([]),
    response: pageOf(StreamViewer),
    errors: ['stream_not_found'],
  },
  'PUT /streaming/set-duration': {
    summary: "Report how long the caller's show has been running. The stored duration only increases and never exceeds the elapsed time.",
    access: 'performer',
    body: z.object({ streamId: Id, duration: Seconds }),
    response: z.object({ streamingTime: z.number() }),
    errors: ['stream_not_found'],
  },
  'GET /streaming/join/:id': {
    summary: "An active show, by its ID or by its performer's ID or username. Without access, returns the ways to get access and no chat.",
    access: 'member',
    params: IdOrSlugParam,
    response: z.object({ stream: Stream, conversation: StreamConversation, messages: z.array(StreamMessage) }),
    errors: [...viewErrors, 'stream_not_found', 'stream_offline'],
  },
  'POST /streaming/agora/token': {
    summary:
      'Credentials for joining a show, with any engine. In a private show, both people publish and watch: request each role separately.',
    access: 'member',
    body: z
      .object({
        streamId: Id.optional(),
        /** The session's id, instead of the stream's. */
        channelName: Id.optional(),
        /** By default the performer publishes and everyone else watches. */
        role: z.enum(liveRoles).optional(),
      })
      .refine(
        ({ streamId, channelName }) => (streamId === undefined) !== (channelName === undefined),
        'Specify either the stream or its channel.',
      ),
    response: StreamCredentials,
    errors: [...roomErrors, 'not_owner'],
  },
  'GET /streaming/user/search': {
    summary: 'Shows that are live now.',
    access: 'anyone',
    query: pageQuery(['viewers', 'startedAt']).extend({
      performerId: fromQuery(Id),
      audience: fromQuery(z.enum(audiences)),
      isFree: Flag,
      isFollowed: Flag,
    }),
    response: pageOf(Stream),
    rateLimit: 'search',
  },
  'POST /streaming/whip/:streamId': {
    summary: 'Publish with WHIP: send an SDP offer, receive the SDP answer.',
    ...offerEndpoint,
    errors: publishVideoErrors,
  },
  'PATCH /streaming/whip/:streamId/:resourceId': { summary: 'Add ICE candidates of a publisher.', ...candidatesEndpoint },
  'DELETE /streaming/whip/:streamId/:resourceId': { summary: 'Stop publishing.', ...closeEndpoint },
  'POST /streaming/whep/:streamId': {
    summary: 'Watch with WHEP: send an SDP offer, receive the SDP answer.',
    ...offerEndpoint,
    errors: roomErrors,
  },
  'PATCH /streaming/whep/:streamId/:resourceId': { summary: 'Add ICE candidates of a viewer.', ...candidatesEndpoint },
  'DELETE /streaming/whep/:streamId/:resourceId': { summary: 'Stop watching.', ...closeEndpoint },

  'POST /streaming/private-requests': {
    summary: 'Request a private show from a performer. The request expires after a minute without an answer.',
    access: 'user',
    body: z.object({
      performerId: Id,
      note: Text(limits.privateShow.noteLengthMax).default(''),
      /** The price per minute that the caller has seen. */
      expectedPrice: ExpectedPrice,
    }),
    response: PrivateRequest,
    idempotent: 'money',
    rateLimit: 'privateRequest',
    errors: [
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
    summary: 'Private show requests that the caller sent as a fan or received as a performer.',
    access: 'member',
    query: pageQuery([]).extend({ status: fromQuery(z.enum(privateRequestStatuses)), conversationId: fromQuery(Id) }),
    response: pageOf(PrivateRequest),
  },
  'POST /streaming/private-requests/:id/accept': {
    summary: 'Accept a request for a private show. Its minimum cost is held in the fan’s wallet.',
    strict: true,
    access: 'performer',
    params: IdParam,
    response: PrivateRequest,
    errors: [...requestErrors, 'insufficient_balance', 'spending_limit_reached', 'already_live', 'private_off'],
  },
  'POST /streaming/private-requests/:id/decline': {
    summary: 'Decline a request for a private show.',
    strict: true,
    access: 'performer',
    params: IdParam,
    response: PrivateRequest,
    errors: requestErrors,
  },
  'POST /streaming/private-requests/:id/cancel': {
    summary: "Cancel the caller's request for a private show.",
    strict: true,
    access: 'user',
    params: IdParam,
    response: PrivateRequest,
    errors: requestErrors,
  },
  'POST /streaming/private-requests/:id/end': {
    summary:
      'End a private show. Each started minute is billed and the rest of the hold is released. Returns the bill if it has already ended.',
    strict: true,
    access: 'member',
    params: IdParam,
    response: PrivateRequest,
    errors: requestErrors,
  },

  'GET /admin/streams/search': {
    summary: 'Public shows, active and ended.',
    access: 'operator',
    right: 'content.moderate',
    query: pageQuery(['viewers', 'startedAt']).extend({ status: fromQuery(z.enum(streamStatuses)), performerId: fromQuery(Id) }),
    response: pageOf(StreamInfo),
  },
  'POST /admin/streams/:id/end': {
    summary: 'End an active show, with a reason.',
    access: 'operator',
    right: 'content.moderate',
    params: IdParam,
    body: z.object({ reason: Text(limits.reasonLengthMax, 1) }),
    response: StreamInfo,
    errors: ['stream_not_found'],
  },
});
