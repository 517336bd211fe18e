/**
 * A whole host for a test: the real application on a fresh database, with a clock that tests may turn. Everything is done
 * through its HTTP door; a bug inside the host makes the test that caused it fail.
 */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Api, Name } from '@contract/api';
import type { Answer, FinishedUpload, Input } from '@contract/endpoint';
import type { Refusal } from '@contract/kernel/errors';
import { headers as headerNames } from '@contract/kernel/conventions';
import { signalTypes } from '@contract/values';
import { randomUUID } from 'node:crypto';
import { buildApp, type App } from '@server/app';
import { realChance } from '@server/kernel/random';
import { readConfig } from '@server/kernel/config';
import type { Context } from '@server/platform/context';
import { notifications } from '@server/platform/db/schema/schema';
import { openJobs } from '@server/platform/jobs/jobs';
import { makeLogger } from '@server/kernel/log';
import { jobRules } from '@server/modules/jobs';
import { argonHasher } from '@server/people/passwords/hasher';
import { openContext, type OpenContext } from '@server/open-context';
import type { Signalling } from '@server/streaming/signalling';
import { freshDatabase, onceInRun } from './database';
import { testClock, type TestClock } from './test-clock';

export interface Answered<T> {
  status: number;
  headers: Headers;
  data: T;
  refusal: Refusal;
}

/** Of an answer that is a session or a challenge: a test knows which one it gets, and reads the fields of that. */
type Told<T> = [Extract<T, { ticket: string }>] extends [never] ? T : Extract<T, { token: string }> & Extract<T, { ticket: string }>;

export interface World {
  ctx: Context;
  /** The host's address. */
  url: string;
  app: App;
  clock: TestClock;
  /** Takes the host away and starts it again at the same address, as a new release would. */
  restart(): Promise<void>;
  opened: OpenContext;
  /** Where its database is, for other processes of the same site. */
  databaseUrl: string;
  /** Calls an endpoint; `token` signs in, `headers` add to the request. */
  call<N extends Name>(name: N, ...rest: CallArguments<N>): Promise<Answered<Told<Answer<Api[N]>>>>;
  /** `keepAs`: its database stays, under this name. */
  close(how?: { keepAs?: string }): Promise<void>;
}

/** What a host starts with instead of an empty database and an empty folder; both are copied. */
export interface Origin {
  /** A database of the run's server to which nobody is connected. */
  database: string;
  files: string;
}

interface CallOptions {
  token?: string | null;
  /** The idempotency key of an endpoint that moves money. */
  key?: string;
  headers?: Record<string, string>;
}
type CallArguments<N extends Name> =
  object extends Input<Api[N]> ? [input?: Input<Api[N]>, options?: CallOptions] : [input: Input<Api[N]>, options?: CallOptions];

/** What queries and multipart fields carry. */
type Plain = string | number | boolean | undefined;

function addressOf(
  name: Name,
  input: { params?: Record<string, string>; query?: Record<string, Plain | Plain[]> },
): [method: string, path: string] {
  const [method = 'GET', pattern = '/'] = name.split(' ');
  const path = pattern.replaceAll(/:(\w+)/g, (_match, key: string) => encodeURIComponent(input.params?.[key] ?? ''));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {}))
    for (const item of [value].flat()) if (item !== undefined) query.append(key, String(item));
  return [method, query.size > 0 ? `${path}?${query}` : path];
}

function bodyOf(
  method: string,
  input: { body?: unknown; files?: Record<string, Blob | FinishedUpload | undefined>; bytes?: Blob; offset?: number; sdp?: string },
): {
  body?: string | FormData | Blob;
  headers: Record<string, string>;
} {
  if (input.sdp !== undefined)
    return { body: input.sdp, headers: { 'content-type': signalTypes[method === 'PATCH' ? 'candidates' : 'offer'] } };
  if (input.bytes)
    return {
      body: input.bytes,
      headers: { 'content-type': 'application/octet-stream', [headerNames.uploadOffset]: String(input.offset ?? 0) },
    };
  if (!input.files)
    return input.body === undefined
      ? { headers: {} }
      : { body: JSON.stringify(input.body), headers: { 'content-type': 'application/json' } };
  const form = new FormData();
  for (const [key, value] of Object.entries((input.body ?? {}) as Record<string, Plain | Plain[]>))
    for (const item of [value].flat()) if (item !== undefined) form.append(key, String(item));
  for (const [key, file] of Object.entries(input.files)) {
    if (file instanceof Blob) form.append(key, file, file instanceof File ? file.name : 'file');
    else if (file) form.append(key, file.uploadId);
  }
  return { body: form, headers: {} };
}

const keyHeader = headerNames.idempotencyKey;

/** Where each world leaves the refusals that it met; `npm test` compares them with those that the contract declares. */
const refusalsFolder = join(process.cwd(), 'coverage', 'refusals');

/** And the notifications: `npm run words` looks whether each language knows them. */
const toldFolder = join(process.cwd(), 'coverage', 'told');

async function note(folder: string, texts: Iterable<string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${randomUUID()}.json`), JSON.stringify([...texts]));
}

/** Nothing where a test has taken the database away. */
const toldIn = ({ db }: Pick<Context, 'db'>): Promise<string[]> =>
  db
    .selectDistinct({ text: notifications.text })
    .from(notifications)
    .limit(1000)
    .then(
      (rows) => rows.map(({ text }) => text),
      () => [],
    );

/** An answer with its data: of a file and of an offer the text, and nothing where there is none. */
async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return { data: null };
  const type = response.headers.get('content-type') ?? '';
  if (type === signalTypes.offer) return { data: { sdp: text, location: response.headers.get('location') } };
  return type.startsWith('text/csv') ? { data: text } : (JSON.parse(text) as unknown);
}

/** A host without live engines, unless its environment names one's port: those have processes and stand-ins of their own. */
export const noEngines: Context['streaming'] = { byName: {}, hearWebhook: () => Promise.resolve(false), close: () => Promise.resolve() };

/** A thousandth of the memory: what tests hash opens nothing. */
export const cheapHasher = argonHasher({ memory_KiB: 16, passes: 1 });

/** An empty site with its job queues, which each host would make at its first job: that takes longer than most tests. */
const queued = 'footlight_queued';

async function makeQueues(): Promise<void> {
  const database = await freshDatabase();
  const jobs = openJobs(database.url, makeLogger('silent'), jobRules);
  await jobs.check();
  await jobs.close();
  await database.rename(queued);
}

async function emptySite(): Promise<string> {
  await onceInRun(queued, makeQueues);
  return queued;
}

/** Starts a host; `environment` overrides single variables, `lent` replaces parts of the outside, `origin` is what it finds. */
export async function openWorld(
  environment: Record<string, string> = {},
  lent: Partial<Pick<Context, 'geo' | 'gateways' | 'log' | 'passwordHasher' | 'streaming'>> & { signalling?: Signalling } = {},
  origin?: Origin,
): Promise<World> {
  const database = await freshDatabase(origin?.database ?? (await emptySite()));
  const dataDir = await mkdtemp(join(tmpdir(), 'footlight-world-'));
  if (origin) await cp(origin.files, dataDir, { recursive: true });
  const config = readConfig({
    DATA_DIR: dataDir,
    APP_SECRET: 'a secret for tests only, long enough',
    DEMO: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '1000',
    ...environment,
  });
  const clock = testClock();
  const bugs: unknown[] = [];
  const met = new Set<string>();
  const databaseUrl = environment.DATABASE_URL ?? database.url;
  const opened = await openContext(config, databaseUrl, {
    clock,
    chance: realChance,
    log: makeLogger(config.logLevel),
    passwordHasher: cheapHasher,
    ...(environment['LIVE_PORT'] === undefined && { streaming: noEngines }),
    ...lent,
  });
  let app = await buildApp(opened, (bug) => bugs.push(bug));
  const url = await app.listen(environment['API_PORT'] === undefined ? 0 : config.apiPort, '127.0.0.1');

  return {
    ctx: opened.ctx,
    opened,
    url,
    databaseUrl,
    get app() {
      return app;
    },
    clock,
    restart: async () => {
      await app.close();
      app = await buildApp(opened, (bug) => bugs.push(bug));
      await app.listen(Number(new URL(url).port), '127.0.0.1');
    },
    call: async (name, ...[given, options = {}]) => {
      const input = (given ?? {}) as Parameters<typeof addressOf>[1] & Parameters<typeof bodyOf>[1];
      const [method, path] = addressOf(name, input);
      const { body, headers } = bodyOf(method, input);
      const response = await fetch(url + path, {
        method,
        headers: {
          ...headers,
          ...(options.token && { authorization: options.token }),
          ...(options.key !== undefined && { [keyHeader]: options.key }),
          ...options.headers,
        },
        ...(body !== undefined && { body }),
      });
      const answer = (await readAnswer(response)) as { data: never } & Refusal;
      if (response.status >= 400) met.add(`${name} ${answer.error}`);
      if (response.status >= 500 && bugs.length > 0) throw bugs.shift();
      return { status: response.status, headers: response.headers, data: answer.data, refusal: answer };
    },
    close: async ({ keepAs } = {}) => {
      await app.close();
      await note(toldFolder, await toldIn(opened.ctx));
      await opened.close();
      await (keepAs === undefined ? database.drop() : database.rename(keepAs));
      await note(refusalsFolder, met);
      await rm(dataDir, { recursive: true, force: true });
      if (bugs.length > 0) throw bugs[0];
    },
  };
}
