/** The engine's control port. It listens on loopback and accepts only the key of the application. */
import { timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { EventStream } from './events';
import { sfuLimits } from './limits';
import type { Log } from './log';
import type { Recordings } from './recording/recordings';
import type { Sfu } from './sfu';
import { ConnectRequest, RejectedError, isName, rejectionStatus } from './wire';
import type { HealthBody, Owner } from './wire';

export interface ControlOptions {
  key: string;
  port: number;
  sfu: Sfu;
  recordings: Recordings;
  events: EventStream;
  log: Log;
}

interface ControlCall {
  /** The names in the path, which are its even segments: `rooms/NAME/people/NAME`. */
  names: [string, string];
  body: unknown;
}

type ControlResponse = { status: number; body?: unknown };
type Handler = (call: ControlCall, options: ControlOptions) => ControlResponse;

const noContent: ControlResponse = { status: 204 };
const loopback = '127.0.0.1';
const requestTimeout_ms = 5_000;

const handlers: Readonly<Record<string, Handler>> = {
  'GET health': (_call, { sfu }) => {
    const { user, system } = process.cpuUsage();
    return { status: 200, body: { run: sfu.run, ...sfu.size, cpu_ms: (user + system) / 1000 } satisfies z.infer<typeof HealthBody> };
  },
  'POST rooms/*/admissions': ({ names: [room] }, { sfu }) => ({ status: 201, body: sfu.admit(room) }),
  'POST connections': ({ body }, { sfu }) => ({ status: 201, body: sfu.connect(ConnectRequest.parse(body)) }),
  'GET connections/*': ({ names: [id] }, { sfu }) => {
    const owner = sfu.ownerOf(id);
    return owner ? { status: 200, body: owner satisfies z.infer<typeof Owner> } : { status: 404 };
  },
  'DELETE connections/*': ({ names: [id] }, { sfu }) => {
    sfu.disconnect(id);
    return noContent;
  },
  'GET rooms/*': ({ names: [room] }, { sfu }) => ({ status: 200, body: sfu.state(room) }),
  'DELETE rooms/*': ({ names: [room] }, { sfu, recordings }) => {
    recordings.stop(room);
    sfu.endRoom(room);
    return noContent;
  },
  'DELETE rooms/*/people/*': ({ names: [room, identity] }, { sfu }) => {
    sfu.evict(room, identity);
    return noContent;
  },
  'GET rooms/*/recording': ({ names: [room] }, { recordings }) => ({ status: 200, body: recordings.state(room) }),
  'POST rooms/*/recording': ({ names: [room] }, { sfu, recordings }) => {
    recordings.start(sfu.room(room));
    return noContent;
  },
  'DELETE rooms/*/recording': ({ names: [room] }, { recordings }) => {
    recordings.stop(room);
    return noContent;
  },
};

/** Opens the port. */
export function openControl(options: ControlOptions): Promise<Server> {
  const server = createServer({ requestTimeout: requestTimeout_ms, headersTimeout: requestTimeout_ms }, (request, response) => {
    handle(request, response, options).catch((error: unknown) => {
      options.log.error({ err: error }, 'a call to the live engine failed');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.maxConnections = sfuLimits.controlConnections;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, loopback, () => resolve(server));
  });
}

async function handle(request: IncomingMessage, response: ServerResponse, options: ControlOptions): Promise<void> {
  if (!isAuthorized(request, options.key)) {
    send(response, { status: 401 });
    return;
  }
  if (request.url === '/events' && request.method === 'GET') {
    if (!options.events.open(response)) send(response, { status: 429 });
    return;
  }
  const segments = (request.url ?? '').split('/').filter((segment) => segment !== '');
  const pattern = segments.map((segment, index) => (index % 2 === 1 ? '*' : segment)).join('/');
  const key = `${request.method} ${pattern}`;
  const handler = Object.hasOwn(handlers, key) ? handlers[key] : undefined;
  const [first = '', second = ''] = segments.filter((_segment, index) => index % 2 === 1);
  if (!handler || segments.some((segment) => !isName(segment))) {
    send(response, { status: 404 });
    return;
  }
  const body = await bodyOf(request);
  send(response, body === undefined ? { status: 400 } : responseOf(handler, { names: [first, second], body }, options));
}

function responseOf(handler: Handler, call: ControlCall, options: ControlOptions): ControlResponse {
  try {
    return handler(call, options);
  } catch (error) {
    if (error instanceof RejectedError) return { status: rejectionStatus, body: { refused: error.reason, message: error.message } };
    if (error instanceof Error && error.name === 'ZodError') return { status: 400 };
    throw error;
  }
}

/** Compares in constant time, so that response times do not reveal how much of a key was right. */
function isAuthorized({ headers }: IncomingMessage, key: string): boolean {
  const [given, expected] = [Buffer.from(headers.authorization ?? ''), Buffer.from(`Bearer ${key}`)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The body as JSON; null when it is empty, undefined when it is invalid or too large. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > sfuLimits.body_bytes_max) return undefined;
    chunks.push(chunk);
  }
  if (length === 0) return null;
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, { status, body }: ControlResponse): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
