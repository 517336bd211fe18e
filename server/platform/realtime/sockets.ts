/**
 * The socket server. A client sends its token in the query, and again in `auth/login` after each connect. Connections without a valid
 * token are closed after some seconds. Tokens are never logged. Events come from the outbox, except transient ones.
 */
import type { Server as HttpServer } from 'node:http';
import { Server, type DefaultEventsMap, type Socket } from 'socket.io';
import type { z } from 'zod';
import { clientEvents } from '@contract/kernel/client-events';
import type { Ack, ClientEventName, ClientEvents, ServerEvents, EventStamp } from '@contract/kernel/events';
import type { ErrorCode } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import { allRights, type Right } from '@contract/kernel/rights';
import type { Context } from '../context';
import { ApiError } from '../../kernel/api-error';
import { networkOf } from '../geo/client-address';
import { delegateRoom, maySendClientEvent, withDelegateRooms } from '../../kernel/delegate-access';
import { actorByToken, mustSetUpTwoFactor, tokenOf, type Actor } from '../http/actor';
import { apiErrorOf } from '../http/error-handlers';
import { clientOf } from '../http/client-of';
import { parsePart } from '../http/parse';
import type { OutgoingEvent } from '../outbox/dispatch';
import { seesAllRight } from '../rights';
import { batchMessages } from './batches';
import type { ClientEventHandlers, EventSender } from './client-event-handlers';
import { limitPerSecond } from './limit-per-second';
import type { Presence } from '../../people/presence/presence';
import { emitterFor } from './rooms';

/** The state of a connection. */
interface SocketState {
  actor: Actor | null;
  country: string | null;
  address: string | null;
}

/** A handler without its payload type. */
type AnyHandler = (ctx: Context, sender: EventSender, payload: unknown) => Promise<ClientEvents[keyof ClientEventHandlers]['response']>;

/** The underlying engine.io connection. */
type EngineSocket = Socket['conn'];

/** Data of a connection that all processes can read. */
interface SocketData {
  country: string | null;
}

export interface SocketServer {
  io: Server;
  /** Sends an event to its rooms on all processes, and applies it to their sockets: the end of a session disconnects them. */
  deliver(event: OutgoingEvent): Promise<void>;
  /** Disconnects local sockets whose session has ended, or that are excluded by maintenance or a blocked country. */
  disconnectExcluded(): void;
  close(): Promise<void>;
}

/** The room of a country. Operators who see all content are in no such room, so that exclusions do not apply to them. */
const countryRoom = (country: string | null): string[] => (country === null ? [] : [`country:${country}`]);
const countryRooms = (country: string | null, rights: readonly Right[]): string[] =>
  rights.includes(seesAllRight) ? [] : countryRoom(country);

/** A delegate's rooms: only those of their rights, not the performer's account room. */
const delegateRooms = ({ id, delegate }: Actor): string[] => delegate?.rights.map((right) => delegateRoom(id, right)) ?? [];
const ownRoom = ({ id, delegate }: Actor): string => (delegate ? `helping:${delegate.delegationId}` : `account:${id}`);

const heartbeat = { pingInterval: 20_000, pingTimeout: 15_000 };

/** The room of operators with a right. */
const roomOf = (right: Right) => `right:${right}` as const;
const codeOf = (error: unknown): ErrorCode => apiErrorOf(error)?.code ?? 'internal_error';

/** Besides events a connection has few packets: connect, disconnect and heartbeats. */
const packetsPerSecond = 2 * limits.socketEventsPerSecond;

/** Opens the socket server on the API's HTTP server. */
export function openSockets(
  http: HttpServer,
  ctx: Context,
  presence: Presence,
  handlers: ClientEventHandlers,
  { shared, onBug }: { shared: ConstructorParameters<typeof Server>[1]; onBug: (error: unknown) => void },
): SocketServer {
  const io = new Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>(http, {
    ...shared,
    ...heartbeat,
    // Connections that never join the namespace time out as fast as those without a session.
    connectTimeout: limits.socketLogin_ms,
    maxHttpBufferSize: limits.socketFrame_bytes,
    serveClient: false,
    cors: { origin: ctx.config.siteUrl, credentials: true },
    allowRequest: (request, decide) => {
      const { origin } = request.headers;
      decide(null, origin === undefined || origin === ctx.config.siteUrl);
    },
  });
  const states = new WeakMap<Socket, SocketState>();
  const batches = batchMessages((rooms, payload) => emitterFor(io, rooms).emit('stream/message-created', payload));

  const isUnderMaintenance = ({ actor }: SocketState): boolean => actor?.role !== 'operator' && ctx.settings.values().maintenanceMode;
  const isExcluded = (state: SocketState): boolean =>
    isUnderMaintenance(state) || (state.actor?.role !== 'operator' && ctx.siteBlockedCountries.has(state.country));
  const hasExpired = ({ actor }: SocketState): boolean => actor !== null && actor.sessionExpiresAt <= ctx.clock.now();
  const needsTwoFactorSetup = ({ actor }: SocketState): boolean => actor !== null && mustSetUpTwoFactor(ctx, actor);

  const stamp = (): EventStamp => ({ eventId: ctx.random.id(), at: ctx.clock.now().toISOString() });
  /** Notifies a socket of maintenance before it is disconnected: the settings event may still be in the outbox. */
  const sendSettings = (socket: Socket): boolean => socket.emit('settings/changed', { ...ctx.settings.publicValues(), ...stamp() });

  const leave = async (socket: Socket): Promise<void> => {
    for (const room of socket.rooms) if (room !== socket.id) await socket.leave(room);
    await presence.socketClosed(socket.id);
  };

  /** Signs a socket in with `token`. A token of another session first leaves the previous rooms. */
  const signIn = async (socket: Socket, token: string): Promise<{ accountId: string }> => {
    const state = states.get(socket) ?? { actor: null, country: null, address: null };
    const actor = await actorByToken(ctx, token);
    if (actor?.status !== 'active') throw new ApiError('session_ended');
    if (mustSetUpTwoFactor(ctx, actor)) throw new ApiError('second_step_required');
    if (isExcluded({ ...state, actor })) throw new ApiError(ctx.settings.values().maintenanceMode ? 'maintenance' : 'country_blocked');
    if (state.actor?.sessionId === actor.sessionId) return { accountId: actor.id };
    if (state.actor) await leave(socket);
    const room = ownRoom(actor);
    if ((io.of('/').adapter.rooms.get(room)?.size ?? 0) >= limits.socketsPerAccount) throw new ApiError('too_many_requests');
    states.set(socket, { ...state, actor });
    await socket.join([
      'site',
      room,
      `session:${actor.sessionId}`,
      ...countryRooms(state.country, actor.rights),
      ...actor.rights.map(roomOf),
      ...delegateRooms(actor),
    ]);
    // If the session ended before its socket joined the room, the event was missed.
    const now = await actorByToken(ctx, token);
    if (!now) throw new ApiError('session_ended');
    // Reduced rights of a delegate end their session. That event may have been missed too.
    if (now.delegate && now.delegate.rights.length !== actor.delegate?.rights.length) throw new ApiError('session_ended');
    // Changes of rights may have been missed as well.
    for (const right of actor.rights) if (!now.rights.includes(right)) await socket.leave(roomOf(right));
    if (now.rights.includes(seesAllRight)) for (const room of countryRoom(state.country)) await socket.leave(room);
    await socket.join([...now.rights.map(roomOf), ...countryRooms(state.country, now.rights)]);
    // A delegate does not make the performer appear online.
    if (socket.disconnected || actor.delegate) return { accountId: actor.id };
    await presence.socketOpened(socket.id, actor.id);
    return { accountId: actor.id };
  };

  /** Disconnects a socket with an invalid token or over the rate limit, and logs it as for HTTP requests. */
  const reject = (socket: Socket, error: unknown): void => {
    const address = states.get(socket)?.address ?? null;
    ctx.log.info({ event: 'refused', code: codeOf(error), route: 'socket', address }, 'a socket was rejected');
    socket.disconnect(true);
  };

  const onEvent = <N extends ClientEventName>(
    socket: Socket,
    name: N,
    handle: (payload: z.output<(typeof clientEvents)[N]>) => Promise<ClientEvents[N]['response']>,
  ): void => {
    const handleEvent = async (args: unknown[]): Promise<void> => {
      // The client may send any arguments. The last one is the acknowledgement, if it is a function.
      const ack = args.at(-1);
      const reply = (result: Ack<ClientEvents[N]['response']>): void => {
        if (typeof ack === 'function') (ack as (result: unknown) => void)(result);
      };
      try {
        const payload = parsePart(clientEvents[name], args[0], 'body') as z.output<(typeof clientEvents)[N]>;
        reply({ ok: true, data: await handle(payload) });
      } catch (error) {
        const code = codeOf(error);
        if (code === 'internal_error') {
          ctx.log.error({ err: error, event: name }, 'unhandled error in a socket event');
          onBug(error);
        }
        reply({ ok: false, error: code });
        // A failed login disconnects; other errors are only returned.
        if (name === 'auth/login' && code !== 'invalid_request') reject(socket, error);
      }
    };
    socket.on<string>(name, (...args: unknown[]) => void handleEvent(args));
  };

  /** The sender of an event. Throws without a valid session, or if a delegate lacks the right. */
  const senderOf = (socket: Socket, name: ClientEventName): EventSender => {
    const state = states.get(socket);
    if (!state?.actor || hasExpired(state) || needsTwoFactorSetup(state)) throw new ApiError('session_required');
    if (!maySendClientEvent(name, state.actor)) throw new ApiError('forbidden_right');
    return {
      // The rooms follow the current rights on every process.
      actor: { ...state.actor, rights: allRights.filter((right) => socket.rooms.has(roomOf(right))) },
      emit: (room, name, payload) => {
        io.to(room).emit(name, { ...payload, ...stamp() });
      },
      socketId: socket.id,
      country: state.country,
      join: async (room) => {
        await socket.join(room);
      },
      leave: async (room) => {
        await socket.leave(room);
      },
      watch: async (rooms) => {
        const watchedRooms = new Set<string>(rooms);
        for (const room of socket.rooms) if (room.startsWith('about:') && !watchedRooms.has(room)) await socket.leave(room);
        await socket.join([...watchedRooms]);
      },
    };
  };

  // Also limits packets that cause no event but use CPU: stray acknowledgements, other namespaces, binary attachments.
  io.engine.on('connection', (connection: EngineSocket) => {
    const allow = limitPerSecond(packetsPerSecond);
    connection.on('packet', () => {
      if (!allow()) connection.close(true);
    });
  });

  io.on('connection', (socket) => {
    const admitted = (async () => {
      const client = await clientOf(ctx, { headers: socket.handshake.headers, socket: { remoteAddress: socket.handshake.address } });
      states.set(socket, { actor: null, country: client.country, address: client.address });
      socket.data = { country: client.country };
      await ctx.rateLimiter.consume('general', networkOf(client.address));
      const token = tokenOf(String(socket.handshake.query.token ?? ''));
      if (token) await signIn(socket, token);
    })();
    admitted.catch((error: unknown) => reject(socket, error));

    const loginTimeout = setTimeout(() => {
      if (!states.get(socket)?.actor) socket.disconnect(true);
    }, limits.socketLogin_ms);
    const allow = limitPerSecond(limits.socketEventsPerSecond);
    socket.use((_event, next) => {
      if (allow()) next();
      else socket.disconnect(true);
    });
    let signingIn: Promise<unknown> = admitted;
    onEvent(socket, 'auth/login', ({ token }) => {
      // Serialized: concurrent logins would leave the socket in the rooms of both.
      const result = signingIn.catch(() => undefined).then(() => signIn(socket, token));
      signingIn = result;
      return result;
    });
    for (const [name, handler] of Object.entries(handlers) as [keyof ClientEventHandlers, AnyHandler][])
      onEvent(socket, name, (payload) => handler(ctx, senderOf(socket, name), payload));
    socket.on('disconnect', () => {
      clearTimeout(loginTimeout);
      presence.socketClosed(socket.id).catch((error: unknown) => {
        ctx.log.warn({ err: error }, 'a closed socket could not be recorded');
      });
    });
  });

  return {
    io,
    deliver: async ({ name, rooms, payload }) => {
      if (rooms.length === 0) return;
      if (name === 'stream/message-created') {
        batches.add(rooms, payload);
        return;
      }
      emitterFor(io, withDelegateRooms(name, rooms, payload)).emit(name, payload);
      if (name === 'stream/left') {
        const { streamId, accountId, reason } = payload as unknown as ServerEvents['stream/left'];
        if (reason === 'revoked') io.in(`account:${accountId}`).socketsLeave(`stream:${streamId}`);
      }
      if (name === 'account/rights-changed') {
        const { rights } = payload as unknown as ServerEvents['account/rights-changed'];
        io.in(rooms).socketsLeave(allRights.filter((right) => !rights.includes(right)).map(roomOf));
        io.in(rooms).socketsJoin(rights.map(roomOf));
        for (const socket of await io.in(rooms).fetchSockets()) {
          for (const room of countryRoom(socket.data.country)) socket.leave(room);
          socket.join(countryRooms(socket.data.country, rights));
        }
      }
      if (name === 'session/ended') io.in(rooms).disconnectSockets(true);
      if (name === 'conversation/changed') {
        const { isBlocked, recipient } = payload as unknown as ServerEvents['conversation/changed'];
        // A block ends the subscription to the other's presence.
        if (isBlocked) io.in(rooms).socketsLeave(`about:${recipient._id}`);
      }
    },
    disconnectExcluded: () => {
      for (const socket of io.of('/').sockets.values()) {
        const state = states.get(socket);
        if (!state || !(isExcluded(state) || hasExpired(state) || needsTwoFactorSetup(state))) continue;
        if (isUnderMaintenance(state)) sendSettings(socket);
        socket.disconnect(true);
      }
    },
    close: async () => {
      batches.close();
      await io.close();
    },
  };
}
