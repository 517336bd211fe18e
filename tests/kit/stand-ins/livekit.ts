/**
 * A LiveKit on loopback: its room service over HTTP (Twirp in JSON), whose tokens it verifies by itself, clients that join with
 * tokens as browsers would, and the webhooks that it sends. Like the open source server it creates a room on the first join, allows
 * an identity once per room, and cannot revoke tokens.
 */
import { jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '@server/platform/context';

/** How a request fails: no response before or after the work, an endless response, an error, an invalid body, or a lost connection. */
export type LivekitFault = 'hang' | 'hang_after' | 'trickle' | 'fail' | 'garbage' | 'lose';

/** Thrown when the stand-in rejects a token, a role or a room. */
export class LivekitRejection extends Error {}

export interface LivekitConnection {
  identity: string;
  /** Resolves when the connection has ended, for any reason. */
  ended: Promise<void>;
  /** Why it ended; null while it is open. `replaced`: the same identity has joined again. */
  endedBy(): 'removed' | 'replaced' | null;
  publish(): Promise<void>;
  leave(): Promise<void>;
}

export interface Webhook {
  body: Buffer;
  authorization: string;
}

export interface LivekitStandIn {
  options: { url: string; apiKey: string; apiSecret: string };
  /** The variables of an API server that uses it. */
  environment: Record<string, string>;
  /** The called methods, with their parameters. */
  requests: { method: string; params: Record<string, unknown> }[];
  /** Receives the webhooks. */
  onWebhook: (webhook: Webhook) => Promise<unknown>;
  /** Joins as a browser does; resolves when its webhooks have been delivered. */
  join(token: string): Promise<LivekitConnection>;
  /** Signs any body as LiveKit signs its webhooks; `overrides` makes the signature invalid. */
  sign(body: string, overrides?: { secret?: string; issuer?: string; expiresAt?: Date; sha256?: string | null }): Promise<Webhook>;
  /** Adds a recorder to the room, as LiveKit's egress service would. */
  addRecorder(room: string): void;
  failNext(method: string, fault: LivekitFault, times?: number): void;
  close(): Promise<void>;
}

interface VideoGrant {
  room?: string;
  roomJoin?: boolean;
  roomAdmin?: boolean;
  roomCreate?: boolean;
  roomList?: boolean;
  canPublish?: boolean;
  canPublishSources?: string[];
  canSubscribe?: boolean;
  hidden?: boolean;
}
type Claims = JWTPayload & { video?: VideoGrant; metadata?: string };

interface Participant {
  sid: string;
  identity: string;
  metadata: string;
  kind: 'STANDARD' | 'EGRESS';
  grant: VideoGrant;
  tracks: string[];
  end(endReason: 'removed' | 'replaced'): void;
}

interface StandInResponse {
  status: number;
  body: unknown;
}

const apiKey = 'APIstandin';
const apiSecret = 'a secret of the stand-in, long enough for HS256';
const local = '127.0.0.1';
const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(secret);
const twirp = (status: number, code: string, msg: string): StandInResponse => ({ status, body: { code, msg } });
const emptyResponse: StandInResponse = { status: 200, body: {} };

/** The grant that each method requires. */
const requiredGrants: Record<string, (grant: VideoGrant, room: unknown) => boolean> = {
  ListRooms: ({ roomList }) => roomList === true,
  DeleteRoom: ({ roomCreate }) => roomCreate === true,
  ListParticipants: ({ roomAdmin, room }, requestedRoom) => roomAdmin === true && room === requestedRoom,
  RemoveParticipant: ({ roomAdmin, room }, requestedRoom) => roomAdmin === true && room === requestedRoom,
};

/** Starts it on a free port; `clock` decides whether join tokens have expired. */
export async function openLivekitStandIn(clock: Clock): Promise<LivekitStandIn> {
  const rooms = new Map<string, Map<string, Participant>>();
  const requests: LivekitStandIn['requests'] = [];
  const faults: { method: string; fault: LivekitFault }[] = [];
  /** Webhooks that are being delivered: `close` awaits them, so that none reaches a later test. */
  const webhooks = new Set<Promise<void>>();

  const sign: LivekitStandIn['sign'] = async (body, { secret = apiSecret, issuer = apiKey, expiresAt, sha256 } = {}) => {
    const digest = sha256 === undefined ? createHash('sha256').update(body).digest('base64') : sha256;
    const authorization = await new SignJWT(digest === null ? {} : { sha256: digest })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(issuer)
      .setExpirationTime(expiresAt ?? '5m')
      .sign(keyOf(secret));
    return { body: Buffer.from(body), authorization };
  };
  const participantInfo = ({ sid, identity, metadata, kind, grant, tracks }: Participant): object => ({
    sid,
    identity,
    metadata,
    kind,
    state: 'ACTIVE',
    permission: { canPublish: grant.canPublish ?? true, canSubscribe: grant.canSubscribe ?? true, hidden: grant.hidden ?? false },
    tracks: tracks.map((track) => ({ sid: track, type: 'VIDEO', source: 'CAMERA' })),
  });
  const sendWebhook = (event: string, room: string, participant?: Participant): Promise<void> => {
    const sent = postWebhook(event, room, participant).finally(() => webhooks.delete(sent));
    webhooks.add(sent);
    return sent;
  };
  const postWebhook = async (event: string, room: string, participant?: Participant): Promise<void> => {
    // Track events contain fewer fields of the publisher.
    const participantFields =
      participant && (event.startsWith('track') ? { sid: participant.sid, identity: participant.identity } : participantInfo(participant));
    const body = {
      event,
      id: `EV_${randomUUID()}`,
      createdAt: String(Math.floor(Date.now() / 1000)),
      room: { sid: `RM_${room}`, name: room },
    };
    await standIn.onWebhook(await sign(JSON.stringify({ ...body, ...(participantFields && { participant: participantFields }) })));
  };

  const end = async (room: string, participant: Participant, endReason: 'removed' | 'replaced' = 'removed'): Promise<void> => {
    if (rooms.get(room)?.get(participant.identity) !== participant) return;
    rooms.get(room)?.delete(participant.identity);
    participant.end(endReason);
    await sendWebhook('participant_left', room, participant);
  };
  const endAll = async (room: string): Promise<void> => {
    const participants = [...(rooms.get(room)?.values() ?? [])];
    rooms.delete(room);
    participants.forEach((member) => member.end('removed'));
    for (const member of participants) await sendWebhook('participant_left', room, member);
    await sendWebhook('room_finished', room);
  };

  const methods: Record<string, (params: { room?: string; identity?: string; names?: string[] }) => StandInResponse> = {
    ListRooms: ({ names = [] }) => ({
      status: 200,
      body: {
        rooms: [...rooms.keys()].filter((name) => names.length === 0 || names.includes(name)).map((name) => ({ sid: `RM_${name}`, name })),
      },
    }),
    ListParticipants: ({ room = '' }) => {
      const members = rooms.get(room);
      if (!members) return twirp(404, 'not_found', 'requested room does not exist');
      return { status: 200, body: { participants: [...members.values()].map(participantInfo) } };
    },
    RemoveParticipant: ({ room = '', identity = '' }) => {
      const member = rooms.get(room)?.get(identity);
      if (!member) return twirp(404, 'not_found', 'participant does not exist');
      void end(room, member);
      return emptyResponse;
    },
    DeleteRoom: ({ room = '' }) => {
      if (!rooms.has(room)) return twirp(404, 'not_found', 'requested room does not exist');
      void endAll(room);
      return emptyResponse;
    },
  };

  const responseTo = async (method: string, request: IncomingMessage, params: Record<string, unknown>): Promise<StandInResponse> => {
    const handler = methods[method];
    if (!handler) return twirp(404, 'bad_route', 'no such method');
    const bearer = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    const claims = await jwtVerify<Claims>(bearer, keyOf(apiSecret), { issuer: apiKey }).catch(() => null);
    if (!claims) return twirp(401, 'unauthenticated', 'invalid token');
    if (!requiredGrants[method]?.(claims.payload.video ?? {}, params['room'])) return twirp(403, 'permission_denied', 'permissions denied');
    return handler(params);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const method = /^\/twirp\/livekit\.RoomService\/(\w+)$/.exec(request.url ?? '')?.[1] ?? '';
    const body = Buffer.concat((await request.toArray()) as Buffer[]).toString();
    // Another stand-in may have used this port before, and its API server may still send requests.
    if (method === '' || body === '') return void response.writeHead(404).end();
    const params = JSON.parse(body) as Record<string, unknown>;
    requests.push({ method, params });
    const index = faults.findIndex((fault) => fault.method === method);
    const fault = index === -1 ? null : (faults.splice(index, 1)[0]?.fault ?? null);
    if (fault === 'hang') return;
    if (fault === 'lose') return void request.socket.destroy();
    const standInResponse = fault === 'fail' ? twirp(500, 'internal', 'something went wrong') : await responseTo(method, request, params);
    if (fault === 'hang_after') return;
    response.writeHead(standInResponse.status, { 'content-type': 'application/json' });
    if (fault === 'trickle') {
      const interval = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(interval));
    } else response.end(fault === 'garbage' ? '<html>' : JSON.stringify(standInResponse.body));
  };

  const verifyJoinToken = async (token: string): Promise<Claims> => {
    const verified = await jwtVerify<Claims>(token, keyOf(apiSecret), { issuer: apiKey, currentDate: clock.now() }).catch(() => null);
    if (!verified) throw new LivekitRejection('invalid token');
    return verified.payload;
  };

  const join = async (token: string): Promise<LivekitConnection> => {
    const { sub: identity = '', metadata = '', video: grant = {} } = await verifyJoinToken(token);
    const { room } = grant;
    if (grant.roomJoin !== true || room === undefined || identity === '') throw new LivekitRejection('may not join');
    const members = rooms.get(room) ?? new Map<string, Participant>();
    const isNew = !rooms.has(room);
    rooms.set(room, members);
    const previous = members.get(identity);
    if (previous) await end(room, previous, 'replaced');
    let endReason: 'removed' | 'replaced' | null = null;
    let resolveEnded = (): void => undefined;
    const endPromise = new Promise<void>((resolve) => (resolveEnded = resolve));
    const member: Participant = {
      sid: `PA_${randomUUID()}`,
      identity,
      metadata,
      kind: 'STANDARD',
      grant,
      tracks: [],
      end: (reason) => {
        endReason = reason;
        resolveEnded();
      },
    };
    members.set(identity, member);
    if (isNew) await sendWebhook('room_started', room);
    await sendWebhook('participant_joined', room, member);
    return {
      identity,
      ended: endPromise,
      endedBy: () => endReason,
      publish: async () => {
        if (grant.canPublish !== true || !grant.canPublishSources?.includes('camera')) throw new LivekitRejection('may not publish');
        member.tracks.push(`TR_${randomUUID()}`);
        await sendWebhook('track_published', room, member);
      },
      leave: () => end(room, member),
    };
  };

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((listening) => server.listen(0, local, listening));
  const url = `ws://${local}:${String((server.address() as AddressInfo).port)}`;
  const standIn: LivekitStandIn = {
    options: { url, apiKey, apiSecret },
    environment: { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret },
    requests,
    onWebhook: async () => undefined,
    join,
    sign,
    addRecorder: (room) => {
      const identity = `EG_${randomUUID()}`;
      const grant = { room, hidden: true };
      rooms
        .get(room)
        ?.set(identity, { sid: 'PA_EG', identity, metadata: '', kind: 'EGRESS', grant, tracks: ['TR_EG'], end: () => undefined });
    },
    failNext: (method, fault, times = 1) => {
      for (let remaining = times; remaining > 0; remaining -= 1) faults.push({ method, fault });
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      while (webhooks.size > 0) await Promise.allSettled(webhooks);
    },
  };
  return standIn;
}
