/**
 * A LiveKit on loopback: its room service over HTTP (Twirp in JSON), whose bearers' grants it checks by itself, people who come in
 * with tokens as browsers would, and the webhooks that it sends of it all. Like the open server it makes rooms for whoever comes,
 * lets a name in once, and cannot take a token back.
 */
import { jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '@server/platform/context';

/** How a request fails: by silence before or after it was done, by endless noise, by an error, by nonsense, or by a broken line. */
export type LivekitFault = 'hang' | 'hang_after' | 'trickle' | 'fail' | 'garbage' | 'lose';

/** A token, a role or a room that it does not let in. */
export class LivekitRefusal extends Error {}

export interface LivekitWindow {
  identity: string;
  /** Resolves when the connection has ended, whoever ended it. */
  ended: Promise<void>;
  /** Why it ended; null while it has not. `replaced`: somebody came in under the same name. */
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
  /** What a host needs to use it. */
  environment: Record<string, string>;
  /** The methods that were called, with what they were given. */
  requests: { method: string; params: Record<string, unknown> }[];
  /** Where webhooks go. */
  onWebhook: (webhook: Webhook) => Promise<unknown>;
  /** Comes in as a browser does; ends when the webhook of it has been heard. */
  join(token: string): Promise<LivekitWindow>;
  /** Signs any body as LiveKit signs its webhooks. */
  sign(body: string, by?: { secret?: string; issuer?: string; expiresAt?: Date; sha256?: string | null }): Promise<Webhook>;
  /** A recorder of its own, as its egress service sends one. */
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
  end(by: 'removed' | 'replaced'): void;
}

interface Answer {
  status: number;
  body: unknown;
}

const apiKey = 'APIstandin';
const apiSecret = 'a secret of the stand-in, long enough for HS256';
const local = '127.0.0.1';
const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(secret);
const twirp = (status: number, code: string, msg: string): Answer => ({ status, body: { code, msg } });
const done: Answer = { status: 200, body: {} };

/** The grant that each method asks of a bearer. */
const needed: Record<string, (grant: VideoGrant, room: unknown) => boolean> = {
  ListRooms: ({ roomList }) => roomList === true,
  DeleteRoom: ({ roomCreate }) => roomCreate === true,
  ListParticipants: ({ roomAdmin, room }, asked) => roomAdmin === true && room === asked,
  RemoveParticipant: ({ roomAdmin, room }, asked) => roomAdmin === true && room === asked,
};

/** Starts it on a free port; `clock` is what join tokens are held against. */
export async function openLivekitStandIn(clock: Clock): Promise<LivekitStandIn> {
  const rooms = new Map<string, Map<string, Participant>>();
  const requests: LivekitStandIn['requests'] = [];
  const faults: { method: string; fault: LivekitFault }[] = [];

  const sign: LivekitStandIn['sign'] = async (body, { secret = apiSecret, issuer = apiKey, expiresAt, sha256 } = {}) => {
    const digest = sha256 === undefined ? createHash('sha256').update(body).digest('base64') : sha256;
    const authorization = await new SignJWT(digest === null ? {} : { sha256: digest })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(issuer)
      .setExpirationTime(expiresAt ?? '5m')
      .sign(keyOf(secret));
    return { body: Buffer.from(body), authorization };
  };
  const shownIn = ({ sid, identity, metadata, kind, grant, tracks }: Participant): object => ({
    sid,
    identity,
    metadata,
    kind,
    state: 'ACTIVE',
    permission: { canPublish: grant.canPublish ?? true, canSubscribe: grant.canSubscribe ?? true, hidden: grant.hidden ?? false },
    tracks: tracks.map((track) => ({ sid: track, type: 'VIDEO', source: 'CAMERA' })),
  });
  const tell = async (event: string, room: string, participant?: Participant): Promise<void> => {
    // Of a track it tells less about its publisher.
    const whom =
      participant && (event.startsWith('track') ? { sid: participant.sid, identity: participant.identity } : shownIn(participant));
    const body = {
      event,
      id: `EV_${randomUUID()}`,
      createdAt: String(Math.floor(Date.now() / 1000)),
      room: { sid: `RM_${room}`, name: room },
    };
    await standIn.onWebhook(await sign(JSON.stringify({ ...body, ...(whom && { participant: whom }) })));
  };

  const end = async (room: string, participant: Participant, by: 'removed' | 'replaced' = 'removed'): Promise<void> => {
    if (rooms.get(room)?.get(participant.identity) !== participant) return;
    rooms.get(room)?.delete(participant.identity);
    participant.end(by);
    await tell('participant_left', room, participant);
  };
  const endAll = async (room: string): Promise<void> => {
    const everybody = [...(rooms.get(room)?.values() ?? [])];
    rooms.delete(room);
    everybody.forEach((one) => one.end('removed'));
    for (const one of everybody) await tell('participant_left', room, one);
    await tell('room_finished', room);
  };

  const methods: Record<string, (params: { room?: string; identity?: string; names?: string[] }) => Answer> = {
    ListRooms: ({ names = [] }) => ({
      status: 200,
      body: {
        rooms: [...rooms.keys()].filter((name) => names.length === 0 || names.includes(name)).map((name) => ({ sid: `RM_${name}`, name })),
      },
    }),
    ListParticipants: ({ room = '' }) => {
      const people = rooms.get(room);
      if (!people) return twirp(404, 'not_found', 'requested room does not exist');
      return { status: 200, body: { participants: [...people.values()].map(shownIn) } };
    },
    RemoveParticipant: ({ room = '', identity = '' }) => {
      const one = rooms.get(room)?.get(identity);
      if (!one) return twirp(404, 'not_found', 'participant does not exist');
      void end(room, one);
      return done;
    },
    DeleteRoom: ({ room = '' }) => {
      if (!rooms.has(room)) return twirp(404, 'not_found', 'requested room does not exist');
      void endAll(room);
      return done;
    },
  };

  const answerTo = async (method: string, request: IncomingMessage, params: Record<string, unknown>): Promise<Answer> => {
    const act = methods[method];
    if (!act) return twirp(404, 'bad_route', 'no such method');
    const bearer = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    const claims = await jwtVerify<Claims>(bearer, keyOf(apiSecret), { issuer: apiKey }).catch(() => null);
    if (!claims) return twirp(401, 'unauthenticated', 'invalid token');
    if (!needed[method]?.(claims.payload.video ?? {}, params['room'])) return twirp(403, 'permission_denied', 'permissions denied');
    return act(params);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const method = /^\/twirp\/livekit\.RoomService\/(\w+)$/.exec(request.url ?? '')?.[1] ?? '';
    const body = Buffer.concat((await request.toArray()) as Buffer[]).toString();
    // The port may have been another stand-in's a moment ago, whose host still asks for it.
    if (method === '' || body === '') return void response.writeHead(404).end();
    const params = JSON.parse(body) as Record<string, unknown>;
    requests.push({ method, params });
    const at = faults.findIndex((fault) => fault.method === method);
    const fault = at === -1 ? null : (faults.splice(at, 1)[0]?.fault ?? null);
    if (fault === 'hang') return;
    if (fault === 'lose') return void request.socket.destroy();
    const answer = fault === 'fail' ? twirp(500, 'internal', 'something went wrong') : await answerTo(method, request, params);
    if (fault === 'hang_after') return;
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    if (fault === 'trickle') {
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    } else response.end(fault === 'garbage' ? '<html>' : JSON.stringify(answer.body));
  };

  const grantOf = async (token: string): Promise<Claims> => {
    const verified = await jwtVerify<Claims>(token, keyOf(apiSecret), { issuer: apiKey, currentDate: clock.now() }).catch(() => null);
    if (!verified) throw new LivekitRefusal('invalid token');
    return verified.payload;
  };

  const join = async (token: string): Promise<LivekitWindow> => {
    const { sub: identity = '', metadata = '', video: grant = {} } = await grantOf(token);
    const { room } = grant;
    if (grant.roomJoin !== true || room === undefined || identity === '') throw new LivekitRefusal('may not join');
    const people = rooms.get(room) ?? new Map<string, Participant>();
    const isNew = !rooms.has(room);
    rooms.set(room, people);
    const earlier = people.get(identity);
    if (earlier) await end(room, earlier, 'replaced');
    let by: 'removed' | 'replaced' | null = null;
    let ended = (): void => undefined;
    const over = new Promise<void>((resolve) => (ended = resolve));
    const one: Participant = {
      sid: `PA_${randomUUID()}`,
      identity,
      metadata,
      kind: 'STANDARD',
      grant,
      tracks: [],
      end: (why) => {
        by = why;
        ended();
      },
    };
    people.set(identity, one);
    if (isNew) await tell('room_started', room);
    await tell('participant_joined', room, one);
    return {
      identity,
      ended: over,
      endedBy: () => by,
      publish: async () => {
        if (grant.canPublish !== true || !grant.canPublishSources?.includes('camera')) throw new LivekitRefusal('may not publish');
        one.tracks.push(`TR_${randomUUID()}`);
        await tell('track_published', room, one);
      },
      leave: () => end(room, one),
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
      for (let left = times; left > 0; left -= 1) faults.push({ method, fault });
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return standIn;
}
