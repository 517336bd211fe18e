/**
 * A complete API server for a test: the real application on a fresh database, with a test clock. Tests use its HTTP API; an unexpected
 * error inside it fails the test that caused it.
 */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Api, Name } from '@contract/api';
import type { ResponseBody, FinishedUpload, Input } from '@contract/kernel/endpoint';
import type { ApiErrorBody } from '@contract/kernel/errors';
import { headers as headerNames } from '@contract/kernel/conventions';
import { signalTypes } from '@contract/kernel/values/live';
import { randomUUID } from 'node:crypto';
import { buildApp, type App } from '@server/app';
import { realRandom } from '@server/kernel/random';
import { readConfig } from '@server/kernel/config';
import type { Context } from '@server/platform/context';
import { notifications } from '@server/platform/db/schema/notifications';
import { openJobs } from '@server/platform/jobs/jobs';
import { makeLogger } from '@server/kernel/log';
import { jobRules } from '@server/jobs';
import { argonHasher } from '@server/people/passwords/hasher';
import { openContext, type OpenContext } from '@server/open-context';
import type { Signalling } from '@server/live/engines/signalling';
import { freshDatabase, onceInRun } from './database';
import { testClock, type TestClock } from './test-clock';

export interface ApiResponse<T> {
  status: number;
  headers: Headers;
  data: T;
  errorBody: ApiErrorBody;
}

/** For endpoints that return a session or a second-factor ticket: a test knows which of them it gets, and may read the fields of both. */
type EitherField<T> = [Extract<T, { ticket: string }>] extends [never] ? T : Extract<T, { token: string }> & Extract<T, { ticket: string }>;

export interface TestHost {
  ctx: Context;
  /** The origin of its API. */
  url: string;
  app: App;
  clock: TestClock;
  /** Stops the API server and starts it again at the same address, as a deployment would. */
  restart(): Promise<void>;
  opened: OpenContext;
  /** The URL of its database, for other processes of the same site. */
  databaseUrl: string;
  /** Calls an endpoint; `token` authenticates, `headers` are added to the request. */
  call<N extends Name>(name: N, ...rest: CallArguments<N>): Promise<ApiResponse<EitherField<ResponseBody<Api[N]>>>>;
  /** `keepAs`: keeps its database under this name instead of dropping it. */
  close(options?: { keepAs?: string }): Promise<void>;
}

/** The database and the files that a test host starts with, instead of empty ones; both are copied. */
export interface SiteTemplate {
  /** A database of the run's server without connections. */
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

/** The values of queries and multipart fields. */
type FieldValue = string | number | boolean | undefined;

function addressOf(
  name: Name,
  input: { params?: Record<string, string>; query?: Record<string, FieldValue | FieldValue[]> },
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
  for (const [key, value] of Object.entries((input.body ?? {}) as Record<string, FieldValue | FieldValue[]>))
    for (const item of [value].flat()) if (item !== undefined) form.append(key, String(item));
  for (const [key, file] of Object.entries(input.files)) {
    if (file instanceof Blob) form.append(key, file, file instanceof File ? file.name : 'file');
    else if (file) form.append(key, file.uploadId);
  }
  return { body: form, headers: {} };
}

const keyHeader = headerNames.idempotencyKey;

/** Each test host writes the errors that its API has returned here; `npm test` compares them with the declared errors of the contract. */
const errorsFolder = join(process.cwd(), 'coverage', 'refusals');

/** Each test host writes its notification texts here; `npm run words` checks that each language has them. */
const notificationsFolder = join(process.cwd(), 'coverage', 'told');

async function writeTexts(folder: string, texts: Iterable<string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${randomUUID()}.json`), JSON.stringify([...texts]));
}

/** The notification texts; none if a test has dropped the database. */
const notificationTextsOf = ({ db }: Pick<Context, 'db'>): Promise<string[]> =>
  db
    .selectDistinct({ text: notifications.text })
    .from(notifications)
    .limit(1000)
    .then(
      (rows) => rows.map(({ text }) => text),
      () => [],
    );

/** The response's data: the text of a file or an SDP answer, null for an empty body. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return { data: null };
  const type = response.headers.get('content-type') ?? '';
  if (type === signalTypes.offer) return { data: { sdp: text, location: response.headers.get('location') } };
  return type.startsWith('text/csv') ? { data: text } : (JSON.parse(text) as unknown);
}

/** The live engines of a test host whose environment has no engine's port: none, because they need their own processes or stand-ins. */
export const noEngines: Context['streaming'] = {
  byName: {},
  handleLivekitWebhook: () => Promise.resolve(false),
  close: () => Promise.resolve(),
};

/** Uses little memory: test passwords protect nothing. */
export const cheapHasher = argonHasher({ memory_KiB: 16, passes: 1 });

/** An empty site with its job queues. Each test host would otherwise create them at its first job, which takes longer than most tests. */
const queuesTemplate = 'footlight_queued';

async function makeQueues(): Promise<void> {
  const database = await freshDatabase();
  const jobs = openJobs(database.url, makeLogger('silent'), jobRules);
  await jobs.check();
  await jobs.close();
  await database.rename(queuesTemplate);
}

async function emptySite(): Promise<string> {
  await onceInRun(queuesTemplate, makeQueues);
  return queuesTemplate;
}

/**
 * Starts a test host: `environment` overrides variables, `contextOverrides` replaces external dependencies, and `origin` has a database
 * and files to copy.
 */
export async function openTestHost(
  environment: Record<string, string> = {},
  contextOverrides: Partial<Pick<Context, 'geo' | 'gateways' | 'log' | 'passwordHasher' | 'streaming'>> & { signalling?: Signalling } = {},
  origin?: SiteTemplate,
): Promise<TestHost> {
  const database = await freshDatabase(origin?.database ?? (await emptySite()));
  const dataDir = await mkdtemp(join(tmpdir(), 'footlight-test-host-'));
  if (origin) await cp(origin.files, dataDir, { recursive: true });
  const config = readConfig({
    DATA_DIR: dataDir,
    APP_SECRET: 'a secret for tests only, long enough',
    DEMO: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '1000',
    // Each connection prepares its statements for itself: more of them make tests slower.
    DATABASE_POOL_SIZE: '5',
    DATABASE_JOBS_POOL_SIZE: '2',
    ...environment,
  });
  const clock = testClock();
  const bugs: unknown[] = [];
  const returnedErrors = new Set<string>();
  const databaseUrl = environment.DATABASE_URL ?? database.url;
  const opened = await openContext(config, databaseUrl, {
    clock,
    random: realRandom,
    log: makeLogger(config.logLevel),
    passwordHasher: cheapHasher,
    ...(environment['LIVE_PORT'] === undefined && { streaming: noEngines }),
    ...contextOverrides,
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
    call: async (name, ...[firstArgument, options = {}]) => {
      const input = (firstArgument ?? {}) as Parameters<typeof addressOf>[1] & Parameters<typeof bodyOf>[1];
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
      const responseBody = (await readBody(response)) as { data: never } & ApiErrorBody;
      if (response.status >= 400) returnedErrors.add(`${name} ${responseBody.error}`);
      if (response.status >= 500 && bugs.length > 0) throw bugs.shift();
      return { status: response.status, headers: response.headers, data: responseBody.data, errorBody: responseBody };
    },
    close: async ({ keepAs } = {}) => {
      await app.close();
      await writeTexts(notificationsFolder, await notificationTextsOf(opened.ctx));
      await opened.close();
      await (keepAs === undefined ? database.drop() : database.rename(keepAs));
      await writeTexts(errorsFolder, returnedErrors);
      await rm(dataDir, { recursive: true, force: true });
      if (bugs.length > 0) throw bugs[0];
    },
  };
}
