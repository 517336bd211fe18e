/** The fake host: an API server for tests of the web app, whose responses a test defines by endpoint, typed by the contract. */
import { endpoint, type Api, type Name } from '@contract/api';
import type { ResponseBody } from '@contract/kernel/endpoint';
import { errors } from '@contract/kernel/errors';
import type { ErrorCode } from '@contract/kernel/errors';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { z } from 'zod';

/** The address of the fake host. */
export const fakeHostUrl = 'http://host.test';

export const server = setupServer();

/** A received request. */
export interface ReceivedRequest {
  token: string | null;
  params: Record<string, unknown>;
  query: URLSearchParams;
  /** JSON, or the fields of a form. */
  body: unknown;
  headers: Headers;
}

/** Runs the fake host during the tests of a file. */
export function startFakeHost(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
}

type Reply<T> = T | ((request: ReceivedRequest) => T | Promise<T>);

/** From now on `name` responds with `reply`. Returns the received requests. */
export function mockEndpoint<N extends Name>(name: N, reply: Reply<ResponseBody<Api[N]>>): ReceivedRequest[] {
  return handle(name, async (request) => {
    const data: unknown = typeof reply === 'function' ? await (reply as (request: ReceivedRequest) => unknown)(request) : reply;
    return HttpResponse.json({ data } as Record<string, unknown>);
  });
}

/** From now on `name` responds with the error `code`, by default with its standard message. */
export function mockError(
  name: Name,
  code: ErrorCode,
  changes: { message?: string; issues?: { path: string; message: string }[]; appealToken?: string } = {},
): ReceivedRequest[] {
  const [statusCode, message] = errors[code];
  return handle(name, () =>
    HttpResponse.json({ statusCode, error: code, message, requestId: 'request-1', ...changes }, { status: statusCode }),
  );
}

/** From now on `name` fails with a network error. */
export function mockNetworkError(name: Name): ReceivedRequest[] {
  return handle(name, () => HttpResponse.error());
}

function handle(name: Name, reply: (request: ReceivedRequest) => Response | Promise<Response>): ReceivedRequest[] {
  const [method = 'GET', path = '/'] = name.split(' ');
  const requests: ReceivedRequest[] = [];
  const registerHandler = http[method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'];
  server.use(
    registerHandler(fakeHostUrl + path, async ({ request, params }) => {
      const received = {
        token: request.headers.get('authorization'),
        params,
        query: new URL(request.url).searchParams,
        body: await bodyOf(request),
        headers: request.headers,
      };
      requests.push(received);
      assertDeclared(name, received.body);
      return reply(received);
    }),
  );
  return requests;
}

/** Throws if the body has a field that the endpoint does not declare, even if the API would ignore it. */
function assertDeclared(name: Name, body: unknown): void {
  const { body: schema, files = {} } = endpoint(name);
  if (typeof body !== 'object' || body === null) return;
  const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : schema === undefined ? [] : Object.keys(body);
  const declared = [...fields, ...Object.keys(files)];
  const undeclared = Object.keys(body).filter((key) => !declared.includes(key));
  if (undeclared.length > 0) throw new Error(`${name} has no ${undeclared.join(', ')}`);
}

async function bodyOf(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('multipart/form-data')) return Object.fromEntries(await request.formData());
  return type.startsWith('application/json') ? ((await request.json()) as unknown) : null;
}
