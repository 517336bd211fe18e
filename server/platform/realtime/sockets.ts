/**
 * The socket door. A connection carries its token in the query and says `auth/login` after each connect; who has no good
 * one within some seconds is disconnected. Tokens are never logged. Events come from the outbox alone.
 */
import type { Server as HttpServer } from 'node:http';
import { Server, type DefaultEventsMap, type Socket } from 'socket.io';
import type { z } from 'zod';
import { clientEvents } from '@contract/kernel/client-events';
import type { Ack, ClientEventName, ClientEvents, HostEvents, Stamp } from '@contract/kernel/events';
import type { ErrorCode } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import { allRights, type Right } from '@contract/kernel/rights';
import type { Context } from '../context';
import { Refusal } from '../../kernel/api-error';
import { networkOf } from '../geo/client-address';
import { helperRoom, maySay, withHelpers } from '../../helper-reach';
import { actorByToken, owesSecondStep, tokenOf, type Actor } from '../http/actor';
import { refusalOf } from '../../http/answer-errors';
import { clientOf } from '../http/client-of';
import { parsePart } from '../http/parse';
import type { OutgoingEvent } from '../outbox/dispatch';
import { seesAll } from '../rights';
import { batchMessages } from './batches';
import type { Heard, Speaker } from '../../realtime/heard';
import { meter } from './meter';
import type { Presence } from '../../people/presence/presence';
import { within } from '../../realtime/rooms';

/** What the door remembers of a connection. */
interface Known {
  actor: Actor | null;
  country: string | null;
  address: string | null;
}

/** What hears one of the events, with the payload that is that one's. */
type AnyHeard = (ctx: Context, speaker: Speaker, payload: unknown) => Promise<ClientEvents[keyof Heard]['answer']>;

/** A connection below its events, as the engine of sockets has it. */
type EngineSocket = Socket['conn'];

/** What all hosts know of a connection. */
interface SocketData {
  country: string | null;
}

export interface SocketDoor {
  io: Server;
  /** Sends an event to its rooms on all hosts; the end of a session takes its sockets along. */
  deliver(event: OutgoingEvent): Promise<void>;
  /** Closes this host's sockets of people whose session is over, or whom maintenance or a closed country now keeps out. */
  expelShutOut(): void;
  close(): Promise<void>;
}

/** The room of a country. Whoever sees everybody does so wherever she is, and stands in none. */
const roomOfPlace = (country: string | null): string[] => (country === null ? [] : [`country:${country}`]);
const placesOf = (country: string | null, rights: readonly Right[]): string[] => (rights.includes(seesAll) ? [] : roomOfPlace(country));

/** Where those hear who help: what their rights name, and nothing else of what the performer is told. */
const worksIn = ({ id, by }: Actor): string[] => by?.rights.map((right) => helperRoom(id, right)) ?? [];
const ownRoom = ({ id, by }: Actor): string => (by ? `helping:${by.helpingId}` : `account:${id}`);

const ping = { pingInterval: 20_000, pingTimeout: 15_000 };

/** Where those who hold a right hear what concerns it. */
const roomOf = (right: Right) => `right:${right}` as const;
const codeOf = (error: unknown): ErrorCode => refusalOf(error)?.code ?? 'internal_error';

/** A connection carries little beside events: its beginning, its end, and a sign of life now and then. */
const packetsPerSecond = 2 * limits.socketEventsPerSecond;

/** Opens the door on the HTTP server that the API uses. */
export function openSockets(
  http: HttpServer,
  ctx: Context,
  presence: Presence,
  heard: Heard,
  { shared, onBug }: { shared: ConstructorParameters<typeof Server>[1]; onBug: (error: unknown) => void },
): SocketDoor {
  const io = new Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>(http, {
    ...shared,
    ...ping,
    // Who has a connection and never comes in is sent away as soon as who came in without a session.
    connectTimeout: limits.socketLogin_ms,
    maxHttpBufferSize: limits.socketFrame_bytes,
    serveClient: false,
    cors: { origin: ctx.config.siteUrl, credentials: true },
    allowRequest: (request, decide) => {
      const { origin } = request.headers;
      decide(null, origin === undefined || origin === ctx.config.siteUrl);
    },
  });
  const known = new WeakMap<Socket, Known>();
  const said = batchMessages((rooms, payload) => within(io, rooms).emit('stream/message-created', payload));

  const isClosedTo = ({ actor }: Known): boolean => actor?.role !== 'operator' && ctx.settings.values().maintenanceMode;
  const isShutOut = (state: Known): boolean =>
    isClosedTo(state) || (state.actor?.role !== 'operator' && ctx.closedCountries.has(state.country));
  const isOver = ({ actor }: Known): boolean => actor !== null && actor.sessionExpiresAt <= ctx.clock.now();
  const owes = ({ actor }: Known): boolean => actor !== null && owesSecondStep(ctx, actor);

  const stamp = (): Stamp => ({ eventId: ctx.chance.id(), at: ctx.clock.now().toISOString() });
  /** The event of the change may still be on its way from the host that took it: whom maintenance puts out hears of it here first. */
  const tellWhy = (socket: Socket): boolean => socket.emit('settings/changed', { ...ctx.settings.visible(), ...stamp() });

  const leave = async (socket: Socket): Promise<void> => {
    for (const room of socket.rooms) if (room !== socket.id) await socket.leave(room);
    await presence.closed(socket.id);
  };

  /** Lets a socket in as the account of `token`; another token first leaves the earlier rooms. */
  const logIn = async (socket: Socket, token: string): Promise<{ accountId: string }> => {
    const state = known.get(socket) ?? { actor: null, country: null, address: null };
    const actor = await actorByToken(ctx, token);
    if (actor?.status !== 'active') throw new Refusal('session_ended');
    if (owesSecondStep(ctx, actor)) throw new Refusal('second_step_required');
    if (isShutOut({ ...state, actor })) throw new Refusal(ctx.settings.values().maintenanceMode ? 'maintenance' : 'country_blocked');
    if (state.actor?.sessionId === actor.sessionId) return { accountId: actor.id };
    if (state.actor) await leave(socket);
    const room = ownRoom(actor);
    if ((io.of('/').adapter.rooms.get(room)?.size ?? 0) >= limits.socketsPerAccount) throw new Refusal('too_many_requests');
    known.set(socket, { ...state, actor });
    await socket.join([
      'site',
      room,
      `session:${actor.sessionId}`,
      ...placesOf(state.country, actor.rights),
      ...actor.rights.map(roomOf),
      ...worksIn(actor),
    ]);
    // A session that ended before its socket stood in the room was told of in vain.
    const now = await actorByToken(ctx, token);
    if (!now) throw new Refusal('session_ended');
    // Who helps with less than before is told so by the end of her session; she may have come in between.
    if (now.by && now.by.rights.length !== actor.by?.rights.length) throw new Refusal('session_ended');
    // Nor was it told of rights that changed before.
    for (const right of actor.rights) if (!now.rights.includes(right)) await socket.leave(roomOf(right));
    if (now.rights.includes(seesAll)) for (const place of roomOfPlace(state.country)) await socket.leave(place);
    await socket.join([...now.rights.map(roomOf), ...placesOf(state.country, now.rights)]);
    // A helper at work is no presence of the performer's.
    if (socket.disconnected || actor.by) return { accountId: actor.id };
    await presence.opened(socket.id, actor.id);
    return { accountId: actor.id };
  };

  /** Its token opens nothing, or too many come from there: that is written down, as at the door of the requests. */
  const sendAway = (socket: Socket, error: unknown): void => {
    const address = known.get(socket)?.address ?? null;
    ctx.log.info({ event: 'refused', code: codeOf(error), route: 'socket', address }, 'a socket was refused');
    socket.disconnect(true);
  };

  const onEvent = <N extends ClientEventName>(
    socket: Socket,
    name: N,
    handle: (payload: z.output<(typeof clientEvents)[N]>) => Promise<ClientEvents[N]['answer']>,
  ): void => {
    const answer = async (args: unknown[]): Promise<void> => {
      // Whatever comes along, or does not: the answer goes where one is waited for.
      const ack = args.at(-1);
      const reply = (result: Ack<ClientEvents[N]['answer']>): void => {
        if (typeof ack === 'function') (ack as (result: unknown) => void)(result);
      };
      try {
        const payload = parsePart(clientEvents[name], args[0], 'body') as z.output<(typeof clientEvents)[N]>;
        reply({ ok: true, data: await handle(payload) });
      } catch (error) {
        const code = codeOf(error);
        if (code === 'internal_error') {
          ctx.log.error({ err: error, event: name }, 'a socket event ended in a bug');
          onBug(error);
        }
        reply({ ok: false, error: code });
        // Who cannot log in is sent away; any other refusal is an answer.
        if (name === 'auth/login' && code !== 'invalid_request') sendAway(socket, error);
      }
    };
    socket.on<string>(name, (...args: unknown[]) => void answer(args));
  };

  /** Who says this on a connection. Refuses whoever has not logged in, whose session is over, or who helps with something else. */
  const speakerOn = (socket: Socket, name: ClientEventName): Speaker => {
    const state = known.get(socket);
    if (!state?.actor || isOver(state) || owes(state)) throw new Refusal('session_required');
    if (!maySay(name, state.actor)) throw new Refusal('forbidden_right');
    return {
      // Her rooms follow her rights on every host.
      actor: { ...state.actor, rights: allRights.filter((right) => socket.rooms.has(roomOf(right))) },
      tell: (room, name, payload) => {
        io.to(room).emit(name, { ...payload, ...stamp() });
      },
      socketId: socket.id,
      country: state.country,
      enter: async (room) => {
        await socket.join(room);
      },
      leave: async (room) => {
        await socket.leave(room);
      },
      watch: async (rooms) => {
        const wanted = new Set<string>(rooms);
        for (const room of socket.rooms) if (room.startsWith('about:') && !wanted.has(room)) await socket.leave(room);
        await socket.join([...wanted]);
      },
    };
  };

  // Beside events there is what asks nothing of the domain and yet of the processor: answers to nothing, other doors, parts of parts.
  io.engine.on('connection', (line: EngineSocket) => {
    const allow = meter(packetsPerSecond);
    line.on('packet', () => {
      if (!allow()) line.close(true);
    });
  });

  io.on('connection', (socket) => {
    const admitted = (async () => {
      const client = await clientOf(ctx, { headers: socket.handshake.headers, socket: { remoteAddress: socket.handshake.address } });
      known.set(socket, { actor: null, country: client.country, address: client.address });
      socket.data = { country: client.country };
      await ctx.rates.take('general', networkOf(client.address));
      const token = tokenOf(String(socket.handshake.query.token ?? ''));
      if (token) await logIn(socket, token);
    })();
    admitted.catch((error: unknown) => sendAway(socket, error));

    const late = setTimeout(() => {
      if (!known.get(socket)?.actor) socket.disconnect(true);
    }, limits.socketLogin_ms);
    const allow = meter(limits.socketEventsPerSecond);
    socket.use((_event, next) => {
      if (allow()) next();
      else socket.disconnect(true);
    });
    let entering: Promise<unknown> = admitted;
    onEvent(socket, 'auth/login', ({ token }) => {
      // One after the other: two at once would leave the connection in the rooms of both.
      const entered = entering.catch(() => undefined).then(() => logIn(socket, token));
      entering = entered;
      return entered;
    });
    for (const [name, hear] of Object.entries(heard) as [keyof Heard, AnyHeard][])
      onEvent(socket, name, (payload) => hear(ctx, speakerOn(socket, name), payload));
    socket.on('disconnect', () => {
      clearTimeout(late);
      presence.closed(socket.id).catch((error: unknown) => {
        ctx.log.warn({ err: error }, 'a closed socket could not be noted');
      });
    });
  });

  return {
    io,
    deliver: async ({ name, rooms, payload }) => {
      if (rooms.length === 0) return;
      if (name === 'stream/message-created') {
        said.add(rooms, payload);
        return;
      }
      within(io, withHelpers(name, rooms, payload)).emit(name, payload);
      if (name === 'stream/left') {
        const { streamId, accountId, reason } = payload as unknown as HostEvents['stream/left'];
        if (reason === 'revoked') io.in(`account:${accountId}`).socketsLeave(`stream:${streamId}`);
      }
      if (name === 'account/rights-changed') {
        const { rights } = payload as unknown as HostEvents['account/rights-changed'];
        io.in(rooms).socketsLeave(allRights.filter((right) => !rights.includes(right)).map(roomOf));
        io.in(rooms).socketsJoin(rights.map(roomOf));
        for (const socket of await io.in(rooms).fetchSockets()) {
          for (const place of roomOfPlace(socket.data.country)) socket.leave(place);
          socket.join(placesOf(socket.data.country, rights));
        }
      }
      if (name === 'session/ended') io.in(rooms).disconnectSockets(true);
      if (name === 'conversation/changed') {
        const { isBlocked, recipient } = payload as unknown as HostEvents['conversation/changed'];
        // Who was watched before the block is watched no more.
        if (isBlocked) io.in(rooms).socketsLeave(`about:${recipient._id}`);
      }
    },
    expelShutOut: () => {
      for (const socket of io.of('/').sockets.values()) {
        const state = known.get(socket);
        if (!state || !(isShutOut(state) || isOver(state) || owes(state))) continue;
        if (isClosedTo(state)) tellWhy(socket);
        socket.disconnect(true);
      }
    },
    close: async () => {
      said.close();
      await io.close();
    },
  };
}
