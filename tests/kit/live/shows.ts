/** Live shows for tests: an engine that keeps its rooms in memory, as its face promises, and people who come into them. */
import { ne } from 'drizzle-orm';
import type { Api } from '@contract/api';
import type { Answer } from '@contract/endpoint';
import { EngineAway, RoomEnded, type Entry, type EngineEvent, type StreamingEngine } from '@server/streaming/engine';
import type { Signalling, Ticket } from '@server/streaming/signalling';
import { streamSessions } from '@server/platform/db/schema/schema';
import { tendLive } from '@server/modules/live';
import { lookAt } from '@server/live/streaming/state';
import { listenAs, type Ear } from '../../support/ear';
import { noEngines, openWorld, type World } from '../host/test-host';

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

/** The engine, and what pictures people bring and watch. */
export interface TestEngine {
  engine: StreamingEngine;
  signalling: Signalling;
  /** Somebody's picture begins in a room, or ends. */
  publish(room: string, identity: string): void;
  unpublish(room: string): void;
  watch(room: string, identity: string): void;
  leave(room: string, identity: string): void;
  room(name: string): Readonly<Room>;
  /** While it is away, every call throws. */
  isAway: boolean;
  /** Whether it cannot see who is in its rooms. */
  isBlind: boolean;
  /** What the next recording is. */
  recording: Recording | null;
}

export function testEngine(): TestEngine {
  const rooms = new Map<string, Room>();
  const ears = new Set<(event: EngineEvent) => void>();
  const known = (name: string): Room => {
    const room = rooms.get(name) ?? { publisher: null, viewers: new Set<string>(), hasEnded: false, isRecorded: false };
    rooms.set(name, room);
    return room;
  };
  const tell = (event: EngineEvent): void => {
    ears.forEach((hear) => {
      hear(event);
    });
  };
  const answered = async <T>(work: () => T): Promise<T> => {
    await Promise.resolve();
    if (live.isAway) throw new EngineAway('it is away');
    return work();
  };
  const drop = (room: Room, identity: string): void => {
    if (room.publisher === identity) room.publisher = null;
    room.viewers.delete(identity);
  };
  const tokenOf = ({ room, identity, role }: Ticket): string => Buffer.from(JSON.stringify({ room, identity, role })).toString('base64url');
  const engine: StreamingEngine = {
    name: 'embedded',
    canRecord: true,
    get isBlind() {
      return live.isBlind;
    },
    credentials: (entry: Entry) =>
      answered(() => {
        if (known(entry.room).hasEnded) throw new RoomEnded();
        const { ttl_s, ...ticket } = entry;
        const nothing = { url: null, whipUrl: null, whepUrl: null, appId: null, uid: null, iceServers: [] };
        return { engine: 'embedded', token: tokenOf(ticket), ...nothing, expiresAt: new Date(Date.now() + ttl_s * 1000) };
      }),
    roomState: (name) =>
      answered(() => {
        const { publisher, viewers } = known(name);
        return { isPublished: publisher !== null, viewers: [...viewers] };
      }),
    putOut: (name, identity) =>
      answered(() => {
        drop(known(name), identity);
      }),
    endRoom: (name) =>
      answered(() => {
        Object.assign(known(name), { hasEnded: true, publisher: null });
        known(name).viewers.clear();
      }),
    startRecording: (name) =>
      answered(() => {
        known(name).isRecorded = true;
      }),
    stopRecording: () => answered(() => undefined),
    recordingState: (name) =>
      answered(() => {
        const { isRecorded, hasEnded } = known(name);
        if (!isRecorded || (hasEnded && live.recording === null)) return { status: 'none' };
        return hasEnded && live.recording ? { status: 'ready', ...live.recording } : { status: 'recording' };
      }),
    listen: (hear) => {
      ears.add(hear);
      return () => ears.delete(hear);
    },
    isUp: () => Promise.resolve(!live.isAway),
    close: () => Promise.resolve(),
  };
  const ticketIn = (token: string): Ticket | null => {
    try {
      return JSON.parse(Buffer.from(token, 'base64url').toString()) as Ticket;
    } catch {
      return null;
    }
  };
  const connections = new Map<string, Ticket>();
  const live: TestEngine = {
    engine,
    signalling: {
      ticketOf: ticketIn,
      connect: (token, offer) =>
        answered(() => {
          const ticket = ticketIn(token);
          if (ticket === null || !offer.startsWith('v=0')) return { status: 'refused' };
          const connectionId = `connection-${String(connections.size + 1)}`;
          connections.set(connectionId, ticket);
          if (ticket.role === 'publisher') live.publish(ticket.room, ticket.identity);
          else live.watch(ticket.room, ticket.identity);
          return { status: 'connected', sdp: 'v=0 the answer', connectionId };
        }),
      ownerIn: ticketIn,
      ownerOf: (id) => answered(() => connections.get(id) ?? null),
      disconnect: (id) =>
        answered(() => {
          const ticket = connections.get(id);
          if (ticket) drop(known(ticket.room), ticket.identity);
          connections.delete(id);
        }),
    },
    publish: (room, identity) => {
      known(room).publisher = identity;
      tell({ type: 'published', room, identity });
    },
    unpublish: (room) => {
      const { publisher } = known(room);
      known(room).publisher = null;
      tell({ type: 'unpublished', room, identity: publisher ?? '' });
    },
    watch: (room, identity) => {
      known(room).viewers.add(identity);
      tell({ type: 'joined', room, identity });
    },
    leave: (room, identity) => {
      known(room).viewers.delete(identity);
      tell({ type: 'left', room, identity });
    },
    room: known,
    isAway: false,
    isBlind: false,
    recording: null,
  };
  return live;
}

export interface LiveWorld {
  world: World;
  live: TestEngine;
}

/** A host with an engine for its shows. */
export async function openLiveWorld(
  environment: Record<string, string> = {},
  lent: Parameters<typeof openWorld>[1] = {},
): Promise<LiveWorld> {
  const live = testEngine();
  const streaming = { ...noEngines, byName: { embedded: live.engine } };
  const world = await openWorld(environment, { ...lent, streaming, signalling: live.signalling });
  return { world, live };
}

interface Somebody {
  id: string;
  token: string;
}
type Started = Answer<Api['POST /streaming/live']>;

/** One round of tending that looks at every room now, also at those that the host's own round has just begun to look at. */
export async function tend({ ctx }: World): Promise<void> {
  const running = await ctx.db.select().from(streamSessions).where(ne(streamSessions.status, 'ended'));
  for (const session of running) await lookAt(ctx, session);
  await ctx.db.update(streamSessions).set({ lookedAt: null });
  await tendLive(ctx);
}

/** Starts a show of a performer, without a picture yet. */
export async function startShow(
  world: World,
  performer: Somebody,
  changes: { title?: string; isFree?: boolean; price?: number } = {},
): Promise<Started['stream'] & { sessionId: string }> {
  const body = { title: 'An evening', isFree: true, ...changes };
  const { status, data, refusal } = await world.call('POST /streaming/live', { body }, { token: performer.token });
  if (status >= 400) throw new Error(`no show: ${refusal.error}`);
  return { ...data.stream, sessionId: data.stream.sessionId ?? '' };
}

/** Starts a show, and her picture is there. */
export async function goLive(
  { world, live }: LiveWorld,
  performer: Somebody,
  changes: Parameters<typeof startShow>[2] = {},
): Promise<Awaited<ReturnType<typeof startShow>>> {
  const stream = await startShow(world, performer, changes);
  live.publish(stream.sessionId, performer.id);
  await tend(world);
  return stream;
}

export const endShow = (world: World, performer: Somebody, id: string) =>
  world.call('POST /streaming/live/:id/end', { params: { id } }, { token: performer.token });

/** Credentials for a show, as somebody asks for them. */
export const comeIn = (world: World, who: Somebody, streamId: string, role?: 'publisher' | 'viewer') =>
  world.call('POST /streaming/agora/token', { body: { streamId, ...(role && { role }) } }, { token: who.token });

/** A window of somebody's in a show: what she hears there, or why it is refused. */
export async function enter(world: World, who: Somebody, streamId: string): Promise<Ear & { refused: string | null }> {
  const ear = await listenAs(world, who.token);
  const answer = await ear.say('stream/joined', { streamId });
  return { ...ear, refused: answer.ok ? null : answer.error };
}
