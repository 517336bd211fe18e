/** Live shows for tests: an engine with its rooms in memory, which implements the engine interface, and people who join shows. */
import { ne } from 'drizzle-orm';
import type { Api } from '@contract/api';
import type { ResponseBody } from '@contract/kernel/endpoint';
import type { Audience } from '@contract/kernel/values/content';
import { EngineUnavailable, RoomEnded, type CredentialsRequest, type EngineEvent, type StreamingEngine } from '@server/live/engines/engine';
import type { Signalling, TokenClaims } from '@server/live/engines/signalling';
import { streamSessions } from '@server/platform/db/schema/streaming';
import { reconcileLive } from '@server/live';
import { reconcileSession } from '@server/live/streaming/state';
import { openSocket, type TestSocket } from '../host/test-socket';
import { eventually } from '../timing/eventually';
import { noEngines, openTestHost, type SiteTemplate, type TestHost } from '../host/test-host';

interface Room {
  publisher: string | null;
  viewers: Set<string>;
  hasEnded: boolean;
  isRecorded: boolean;
}

/** A recording that is ready. */
interface Recording {
  path: string;
  duration_s: number;
}

/** The engine, and controls for what publishers and viewers do in its rooms. */
export interface TestEngine {
  engine: StreamingEngine;
  signalling: Signalling;
  /** Starts the video of a publisher in a room, or ends it. */
  publish(room: string, identity: string): void;
  unpublish(room: string): void;
  watch(room: string, identity: string): void;
  leave(room: string, identity: string): void;
  room(name: string): Readonly<Room>;
  /** Whether every call rejects. */
  isUnavailable: boolean;
  /** Whether it cannot list the participants of its rooms. */
  lacksParticipantList: boolean;
  /** Whether the publisher's clock is skewed. */
  isClockSkewed: boolean;
  /** The next recording. */
  recording: Recording | null;
}

export function testEngine(): TestEngine {
  const rooms = new Map<string, Room>();
  const listeners = new Set<(event: EngineEvent) => void>();
  const roomOf = (name: string): Room => {
    const room = rooms.get(name) ?? { publisher: null, viewers: new Set<string>(), hasEnded: false, isRecorded: false };
    rooms.set(name, room);
    return room;
  };
  const emit = (event: EngineEvent): void => {
    listeners.forEach((listener) => {
      listener(event);
    });
  };
  const whenAvailable = async <T>(work: () => T): Promise<T> => {
    await Promise.resolve();
    if (live.isUnavailable) throw new EngineUnavailable('the test engine is unavailable');
    return work();
  };
  const drop = (room: Room, identity: string): void => {
    if (room.publisher === identity) room.publisher = null;
    room.viewers.delete(identity);
  };
  const tokenOf = ({ room, identity, role }: TokenClaims): string =>
    Buffer.from(JSON.stringify({ room, identity, role })).toString('base64url');
  const engine: StreamingEngine = {
    name: 'embedded',
    canRecord: true,
    get cannotSeeParticipants() {
      return live.lacksParticipantList;
    },
    credentials: (request: CredentialsRequest) =>
      whenAvailable(() => {
        if (roomOf(request.room).hasEnded) throw new RoomEnded();
        const { ttl_s, ...claims } = request;
        const unused = { url: null, whipUrl: null, whepUrl: null, appId: null, uid: null, iceServers: [] };
        return { engine: 'embedded', token: tokenOf(claims), ...unused, expiresAt: new Date(Date.now() + ttl_s * 1000) };
      }),
    roomState: (name) =>
      whenAvailable(() => {
        const { publisher, viewers } = roomOf(name);
        return { isPublished: publisher !== null, viewers: [...viewers], isClockSkewed: live.isClockSkewed };
      }),
    evict: (name, identity) =>
      whenAvailable(() => {
        drop(roomOf(name), identity);
      }),
    endRoom: (name) =>
      whenAvailable(() => {
        Object.assign(roomOf(name), { hasEnded: true, publisher: null } satisfies Partial<Room>);
        roomOf(name).viewers.clear();
      }),
    startRecording: (name) =>
      whenAvailable(() => {
        roomOf(name).isRecorded = true;
      }),
    stopRecording: () => whenAvailable(() => undefined),
    recordingState: (name) =>
      whenAvailable(() => {
        const { isRecorded, hasEnded } = roomOf(name);
        if (!isRecorded || (hasEnded && live.recording === null)) return { status: 'none' };
        return hasEnded && live.recording ? { status: 'ready', ...live.recording } : { status: 'recording' };
      }),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isUp: () => Promise.resolve(!live.isUnavailable),
    close: () => Promise.resolve(),
  };
  const claimsOf = (token: string): TokenClaims | null => {
    try {
      return JSON.parse(Buffer.from(token, 'base64url').toString()) as TokenClaims;
    } catch {
      return null;
    }
  };
  const connections = new Map<string, TokenClaims>();
  const live: TestEngine = {
    engine,
    signalling: {
      readToken: claimsOf,
      connect: (token, offer) =>
        whenAvailable(() => {
          const claims = claimsOf(token);
          if (claims === null || !offer.startsWith('v=0')) return { status: 'invalid_offer' };
          const connectionId = `connection-${String(connections.size + 1)}`;
          connections.set(connectionId, claims);
          if (claims.role === 'publisher') live.publish(claims.room, claims.identity);
          else live.watch(claims.room, claims.identity);
          return { status: 'connected', sdp: 'v=0 the answer', connectionId };
        }),
      readExpiredToken: claimsOf,
      ownerOf: (id) => whenAvailable(() => connections.get(id) ?? null),
      disconnect: (id) =>
        whenAvailable(() => {
          const claims = connections.get(id);
          if (claims) drop(roomOf(claims.room), claims.identity);
          connections.delete(id);
        }),
    },
    publish: (room, identity) => {
      roomOf(room).publisher = identity;
      emit({ type: 'published', room, identity });
    },
    unpublish: (room) => {
      const { publisher } = roomOf(room);
      roomOf(room).publisher = null;
      emit({ type: 'unpublished', room, identity: publisher ?? '' });
    },
    watch: (room, identity) => {
      roomOf(room).viewers.add(identity);
      emit({ type: 'joined', room, identity });
    },
    leave: (room, identity) => {
      roomOf(room).viewers.delete(identity);
      emit({ type: 'left', room, identity });
    },
    room: roomOf,
    isUnavailable: false,
    lacksParticipantList: false,
    isClockSkewed: false,
    recording: null,
  };
  return live;
}

export interface LiveTestHost {
  testHost: TestHost;
  live: TestEngine;
}

/** A host with an engine for its shows. */
export async function openLiveTestHost(
  environment: Record<string, string> = {},
  contextOverrides: Parameters<typeof openTestHost>[1] = {},
  origin?: SiteTemplate,
): Promise<LiveTestHost> {
  const live = testEngine();
  const streaming = { ...noEngines, byName: { embedded: live.engine } };
  const testHost = await openTestHost(environment, { ...contextOverrides, streaming, signalling: live.signalling }, origin);
  return { testHost, live };
}

interface AccountRef {
  id: string;
  token: string;
}
type Started = ResponseBody<Api['POST /streaming/live']>;

/** Reconciles all shows now, including those that the API server's own job has just reconciled. */
export async function reconcile({ ctx }: TestHost): Promise<void> {
  const running = await ctx.db.select().from(streamSessions).where(ne(streamSessions.status, 'ended'));
  for (const session of running) await reconcileSession(ctx, session);
  await ctx.db.update(streamSessions).set({ lookedAt: null });
  await reconcileLive(ctx);
}

/**
 * The id of the video that the recording of an ended show became. The API server's own job may be processing the recording; then this
 * round skips it, and a later attempt finds it.
 */
export const recordingOf = (testHost: TestHost, { token }: Pick<AccountRef, 'token'>, sessionId: string): Promise<string> =>
  eventually(async () => {
    await reconcile(testHost);
    const { data } = await testHost.call('GET /streaming/sessions', { query: {} }, { token });
    const videoId = data.data.find(({ _id }) => _id === sessionId)?.videoId ?? '';
    expect(videoId).not.toBe('');
    return videoId;
  });

/** Starts a show of a performer, without video. */
export async function startShow(
  testHost: TestHost,
  performer: AccountRef,
  changes: { title?: string; audience?: Audience; isFree?: boolean; price?: number; plannedShowId?: string } = {},
): Promise<Started['stream'] & { sessionId: string }> {
  const body = { title: 'An evening', ...(changes.audience === undefined && { isFree: true }), ...changes };
  const { status, data, errorBody } = await testHost.call('POST /streaming/live', { body }, { token: performer.token });
  if (status >= 400) throw new Error(`no show: ${errorBody.error}`);
  return { ...data.stream, sessionId: data.stream.sessionId ?? '' };
}

/** Starts a show with its video. */
export async function goLive(
  { testHost, live }: LiveTestHost,
  performer: AccountRef,
  changes: Parameters<typeof startShow>[2] = {},
): Promise<Awaited<ReturnType<typeof startShow>>> {
  const stream = await startShow(testHost, performer, changes);
  live.publish(stream.sessionId, performer.id);
  await reconcile(testHost);
  return stream;
}

export const endShow = (testHost: TestHost, performer: AccountRef, id: string) =>
  testHost.call('POST /streaming/live/:id/end', { params: { id } }, { token: performer.token });

/** Requests credentials for a show. */
export const requestCredentials = (testHost: TestHost, account: AccountRef, streamId: string, role?: 'publisher' | 'viewer') =>
  testHost.call('POST /streaming/agora/token', { body: { streamId, ...(role && { role }) } }, { token: account.token });

/** Joins a show over a socket. Returns the socket and the error code of the rejection; null if there is none. */
export async function joinShow(
  testHost: TestHost,
  account: AccountRef,
  streamId: string,
): Promise<TestSocket & { errorCode: string | null }> {
  const socket = await openSocket(testHost, account.token);
  const ack = await socket.emit('stream/joined', { streamId });
  return { ...socket, errorCode: ack.ok ? null : ack.error };
}
