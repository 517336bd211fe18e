/**
 * LiveKit, through its server SDK: a self-hosted server or LiveKit Cloud. Rooms are created when someone joins, tokens are signed here,
 * and events arrive by signed webhooks.
 *
 * LiveKit's open-source server cannot revoke tokens, and it recreates a deleted room for anyone who joins with an old token. Therefore a
 * participant who joins with a token from before their eviction, or into an ended room, is evicted when the join webhook arrives: webhooks
 * are required, not only for events. LiveKit records through a separate service with its own storage, so recording is not supported.
 */
import { ParticipantInfo, WebhookReceiver, type WebhookEvent } from 'livekit-server-sdk';
import type { Clock } from '../../platform/context';
import { callTiming, succeeds, listeners, noRecording, type CallTiming } from './calls';
import { credentialsLifetime_s, RoomEnded, type EngineEvent, type StreamingEngine } from './engine';
import { roomCalls, type LivekitOptions } from './livekit.calls';
import { tokenHolderOf, joinToken } from './livekit.tokens';
import { evictions } from './evictions';

export interface LivekitEngine extends StreamingEngine {
  /**
   * Handles a webhook, given its raw body and the header `Authorization`. Returns false and does nothing unless LiveKit signed exactly
   * these bytes in the last minutes.
   * @throws EngineUnavailable when an eviction failed; respond with an error, so that LiveKit retries the webhook
   */
  handleWebhook(rawBody: Buffer, authorization: string | undefined): Promise<boolean>;
}

/** Sends no request before the first call. `timing` is for tests. */
export function livekitEngine(options: LivekitOptions, clock: Clock, timing: CallTiming = callTiming): LivekitEngine {
  const { apiKey, apiSecret } = options;
  const calls = roomCalls(options, timing);
  const webhooks = new WebhookReceiver(apiKey, apiSecret);
  const { listen, emit } = listeners();
  const evicted = evictions(clock);

  const verifiedEvent = async (rawBody: Buffer, authorization: string | undefined): Promise<WebhookEvent | null> => {
    try {
      return await webhooks.receive(rawBody.toString(), authorization);
    } catch {
      // Unsigned, altered, stale, or not an event.
      return null;
    }
  };

  /** Evicts a participant who joined with invalidated credentials. Returns whether this was the case. */
  const evictIfRevoked = async (room: string, participant: ParticipantInfo): Promise<boolean> => {
    const { person, issuedAt } = tokenHolderOf(participant);
    const since = evicted.revokedSince(room, person, issuedAt);
    if (since === null) return false;
    if (evicted.isEnded(room)) await calls.removeRoom(room);
    else await calls.remove(room, participant.identity, since);
    return true;
  };

  return {
    ...noRecording,
    name: 'livekit',
    listen,

    credentials: async (request) => {
      if (evicted.isEnded(request.room)) throw new RoomEnded('the room has ended');
      const now = clock.now();
      const ttl_s = Math.min(request.ttl_s, credentialsLifetime_s);
      return {
        engine: 'livekit',
        token: await joinToken(apiKey, apiSecret, { ...request, ttl_s }, now),
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
      const publishers = people
        .filter((participant) => tokenHolderOf(participant).isPublisher && participant.tracks.length > 0)
        .map(({ identity }) => identity);
      const viewers = people.map(tokenHolderOf).filter(({ isPublisher, person }) => !isPublisher && !publishers.includes(person));
      return { isPublished: publishers.length > 0, viewers: [...new Set(viewers.map(({ person }) => person))] };
    },

    evict: (room, identity) =>
      calls.withTimeout(async () => {
        // Recorded first, so that a rejoin during the calls is evicted too.
        const at = evicted.evict(room, identity);
        const connections = (await calls.participants(room)).filter((participant) => tokenHolderOf(participant).person === identity);
        await Promise.all(connections.map((participant) => calls.remove(room, participant.identity, at)));
      }),

    endRoom: (room) => {
      evicted.end(room);
      return calls.removeRoom(room);
    },

    handleWebhook: async (rawBody, authorization) => {
      const event = await verifiedEvent(rawBody, authorization);
      if (event === null) return false;
      const room = event.room?.name ?? '';
      if (event.event === 'participant_joined' && event.participant && (await evictIfRevoked(room, event.participant))) return true;
      const engineEvent = engineEventOf(event);
      if (engineEvent !== null) emit(engineEvent);
      return true;
    },

    isUp: () => succeeds(calls.check),

    close: async () => undefined,
  };
}

/** LiveKit's recorders and agents are participants too. A default ParticipantInfo has the kind of ordinary participants. */
const personKind = new ParticipantInfo().kind;
const isPerson = ({ kind }: ParticipantInfo): boolean => kind === personKind;

/** Converts a webhook to an engine event; null for unrelated webhooks. */
function engineEventOf({ event, room, participant }: WebhookEvent): EngineEvent | null {
  if (!room || !participant || !isPerson(participant)) return null;
  const { person: identity, isPublisher } = tokenHolderOf(participant);
  const source = { room: room.name, identity };
  switch (event) {
    case 'track_published':
      return isPublisher ? { type: 'published', ...source } : null;
    case 'track_unpublished':
      return isPublisher ? { type: 'unpublished', ...source } : null;
    case 'participant_joined':
      return isPublisher ? null : { type: 'joined', ...source };
    case 'participant_left':
    case 'participant_connection_aborted':
      return { type: isPublisher ? 'unpublished' : 'left', ...source };
    default:
      return null;
  }
}
