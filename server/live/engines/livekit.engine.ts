/**
 * LiveKit, through its server SDK: a server of the site's own, or its makers' cloud. Rooms are made when somebody comes in, tokens
 * are signed here, and what happens is told by signed webhooks.
 *
 * LiveKit's open server cannot take a token back, and a room that was deleted is made again by whoever comes with an old one. So
 * whoever comes in with a token from before she was put out, or into a room that ended, is put out again when the webhook tells:
 * webhooks are needed for more than news. It records through a service apart that writes to disks or stores of its own, which
 * cannot be taken over without guessing: no recordings.
 */
import { ParticipantInfo, WebhookReceiver, type WebhookEvent } from 'livekit-server-sdk';
import type { Clock } from '../../platform/context';
import { callTiming, isAnswered, listeners, recordsNothing, type CallTiming } from '../../streaming/calls';
import { credentialsLast_s, RoomEnded, type EngineEvent, type StreamingEngine } from '../../streaming/engine';
import { roomCalls, type LivekitOptions } from './livekit.calls';
import { bearerOf, joinToken } from './livekit.tokens';
import { putOuts } from '../../streaming/put-outs';

export interface LivekitEngine extends StreamingEngine {
  /**
   * Takes a webhook: its bytes as they came, and the header `Authorization`. False, and nothing happens, unless LiveKit signed
   * these very bytes in the last minutes.
   * @throws EngineAway when somebody should have been put out and LiveKit did not answer: answer with a failure, and it tells again
   */
  hearWebhook(rawBody: Buffer, authorization: string | undefined): Promise<boolean>;
}

/** Opens nothing before the first call. `timing` is for tests. */
export function livekitEngine(options: LivekitOptions, clock: Clock, timing: CallTiming = callTiming): LivekitEngine {
  const { apiKey, apiSecret } = options;
  const calls = roomCalls(options, timing);
  const webhooks = new WebhookReceiver(apiKey, apiSecret);
  const { listen, tell } = listeners();
  const outs = putOuts(clock);

  const believed = async (rawBody: Buffer, authorization: string | undefined): Promise<WebhookEvent | null> => {
    try {
      return await webhooks.receive(rawBody.toString(), authorization);
    } catch {
      // Unsigned, altered, stale, or signed and yet no event: in each case nothing that may be believed.
      return null;
    }
  };

  /** Puts out again whoever came in with what is worth nothing any more; whether it was so. */
  const turnedAway = async (room: string, participant: ParticipantInfo): Promise<boolean> => {
    const { person, issuedAt } = bearerOf(participant);
    const since = outs.worthlessSince(room, person, issuedAt);
    if (since === null) return false;
    if (outs.isEnded(room)) await calls.removeRoom(room);
    else await calls.remove(room, participant.identity, since);
    return true;
  };

  return {
    ...recordsNothing,
    name: 'livekit',
    listen,

    credentials: async (entry) => {
      if (outs.isEnded(entry.room)) throw new RoomEnded('the room has ended');
      const now = clock.now();
      const ttl_s = Math.min(entry.ttl_s, credentialsLast_s);
      return {
        engine: 'livekit',
        token: await joinToken(apiKey, apiSecret, { ...entry, ttl_s }, now),
        url: options.url.replace(/^http/, 'ws'),
        whipUrl: null,
        whepUrl: null,
        appId: null,
        uid: null,
        iceServers: [],
        expiresAt: new Date(now.getTime() + ttl_s * 1000),
      };
    },

    roomState: async (room) => {
      const people = (await calls.participants(room)).filter(isPerson);
      const publishers = people.filter((one) => bearerOf(one).isPublisher && one.tracks.length > 0).map(({ identity }) => identity);
      const viewers = people.map(bearerOf).filter(({ isPublisher, person }) => !isPublisher && !publishers.includes(person));
      return { isPublished: publishers.length > 0, viewers: [...new Set(viewers.map(({ person }) => person))] };
    },

    putOut: (room, identity) =>
      calls.whole(async () => {
        // Noted first: whoever comes back while this is under way is met by it.
        const at = outs.putOut(room, identity);
        const theirs = (await calls.participants(room)).filter((one) => bearerOf(one).person === identity);
        await Promise.all(theirs.map((one) => calls.remove(room, one.identity, at)));
      }),

    endRoom: (room) => {
      outs.end(room);
      return calls.removeRoom(room);
    },

    hearWebhook: async (rawBody, authorization) => {
      const event = await believed(rawBody, authorization);
      if (event === null) return false;
      const room = event.room?.name ?? '';
      if (event.event === 'participant_joined' && event.participant && (await turnedAway(room, event.participant))) return true;
      const news = newsOf(event);
      if (news !== null) tell(news);
      return true;
    },

    isUp: () => isAnswered(calls.check),

    close: async () => undefined,
  };
}

/** LiveKit's own recorders and agents are participants too; a new one is of the kind of people. */
const personKind = new ParticipantInfo().kind;
const isPerson = ({ kind }: ParticipantInfo): boolean => kind === personKind;

/** A webhook in the face's words; null for what does not concern it. */
function newsOf({ event, room, participant }: WebhookEvent): EngineEvent | null {
  if (!room || !participant || !isPerson(participant)) return null;
  const { person: identity, isPublisher } = bearerOf(participant);
  const at = { room: room.name, identity };
  switch (event) {
    case 'track_published':
      return isPublisher ? { type: 'published', ...at } : null;
    case 'track_unpublished':
      return isPublisher ? { type: 'unpublished', ...at } : null;
    case 'participant_joined':
      return isPublisher ? null : { type: 'joined', ...at };
    case 'participant_left':
    case 'participant_connection_aborted':
      return { type: isPublisher ? 'unpublished' : 'left', ...at };
    default:
      return null;
  }
}
