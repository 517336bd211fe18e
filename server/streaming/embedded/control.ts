/** The engine's control port: for hosts of this site alone, on loopback, with a key that only they can derive. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { Logger } from '../../kernel/log';
import { isSameSecret } from '../../same-secret';
import type { EventStream } from './events';
import { liveLimits } from './limits';
import type { Recordings } from './recording/recordings';
import type { Sfu } from './sfu';
import { EntryOrder, Refused, isName, refusalStatus } from './wire';
import type { HealthBody, Owner } from './wire';

export interface ControlOptions {
  key: string;
  port: number;
  sfu: Sfu;
  recordings: Recordings;
  events: EventStream;
  log: Logger;
}

interface Asked {
  /** The names in the path: every second word of it. */
  names: [string, string];
  body: unknown;
}

type Answer = { status: number; body?: unknown };
type Act = (asked: Asked, options: ControlOptions) => Answer;

const done: Answer = { status: 204 };
const loopback = '127.0.0.1';
const requestTime_ms = 5_000;

const acts: Readonly<Record<string, Act>> = {
  'GET health': (_asked, { sfu }) => {
    const { user, system } = process.cpuUsage();
    return { status: 200, body: { run: sfu.run, ...sfu.size, cpu_ms: (user + system) / 1000 } satisfies z.infer<typeof HealthBody> };
  },
  'POST rooms/*/admissions': ({ names: [room] }, { sfu }) => ({ status: 201, body: sfu.admit(room) }),
  'POST connections': ({ body }, { sfu }) => ({ status: 201, body: sfu.enter(EntryOrder.parse(body)) }),
  'GET connections/*': ({ names: [id] }, { sfu }) => {
    const owner = sfu.ownerOf(id);
    return owner ? { status: 200, body: owner satisfies z.infer<typeof Owner> } : { status: 404 };
  },
  'DELETE connections/*': ({ names: [id] }, { sfu }) => {
    sfu.leave(id);
    return done;
  },
  'GET rooms/*': ({ names: [room] }, { sfu }) => ({ status: 200, body: sfu.state(room) }),
  'DELETE rooms/*': ({ names: [room] }, { sfu, recordings }) => {
    recordings.stop(room);
    sfu.endRoom(room);
    return done;
  },
  'DELETE rooms/*/people/*': ({ names: [room, identity] }, { sfu }) => {
    sfu.putOut(room, identity);
    return done;
  },
  'GET rooms/*/recording': ({ names: [room] }, { recordings }) => ({ status: 200, body: recordings.state(room) }),
  'POST rooms/*/recording': ({ names: [room] }, { sfu, recordings }) => {
    recordings.start(sfu.room(room));
    return done;
  },
  'DELETE rooms/*/recording': ({ names: [room] }, { recordings }) => {
    recordings.stop(room);
    return done;
  },
};

/** Opens the port. */
export function openControl(options: ControlOptions): Promise<Server> {
  const server = createServer({ requestTimeout: requestTime_ms, headersTimeout: requestTime_ms }, (request, response) => {
    answer(request, response, options).catch((error: unknown) => {
      options.log.error({ err: error }, 'a call to the live engine failed');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.maxConnections = liveLimits.controlConnections;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, loopback, () => resolve(server));
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, options: ControlOptions): Promise<void> {
  if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${options.key}`)) {
    send(response, { status: 401 });
    return;
  }
  if (request.url === '/events' && request.method === 'GET') {
    if (!options.events.open(response)) send(response, { status: 429 });
    return;
  }
  const words = (request.url ?? '').split('/').filter((word) => word !== '');
  const pattern = words.map((word, index) => (index % 2 === 1 ? '*' : word)).join('/');
  const key = `${request.method} ${pattern}`;
  const act = Object.hasOwn(acts, key) ? acts[key] : undefined;
  const [first = '', second = ''] = words.filter((_word, index) => index % 2 === 1);
  if (!act || words.some((word) => !isName(word))) {
    send(response, { status: 404 });
    return;
  }
  const body = await bodyOf(request);
  send(response, body === undefined ? { status: 400 } : outcomeOf(act, { names: [first, second], body }, options));
}

function outcomeOf(act: Act, asked: Asked, options: ControlOptions): Answer {
  try {
    return act(asked, options);
  } catch (error) {
    if (error instanceof Refused) return { status: refusalStatus, body: { refused: error.reason, message: error.message } };
    if (error instanceof Error && error.name === 'ZodError') return { status: 400 };
    throw error;
  }
}

/** The body as JSON, null without one, undefined when it cannot be read. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > liveLimits.body_bytes_max) return undefined;
    chunks.push(chunk);
  }
  if (length === 0) return null;
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
