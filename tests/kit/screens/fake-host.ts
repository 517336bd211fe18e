/** The host's answers for tests of the web: over HTTP, by the endpoint's name, typed by the contract. */
import type { Api, Name } from '@contract/api';
import type { Answer } from '@contract/endpoint';
import { errors } from '@contract/kernel/errors';
import type { ErrorCode } from '@contract/kernel/errors';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** Where the tests' host is. */
export const testHost = 'http://host.test';

export const server = setupServer();

/** What one request carried. */
export interface Heard {
  token: string | null;
  params: Record<string, unknown>;
  query: URLSearchParams;
  /** JSON, or the fields of a form. */
  body: unknown;
  headers: Headers;
}

/** Begins and ends the tests' host around the tests of a file. */
export function startTestHost(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
}

type Reply<T> = T | ((heard: Heard) => T | Promise<T>);

/** From now on `name` answers `reply`. Returns the requests that it has heard. */
export function answer<N extends Name>(name: N, reply: Reply<Answer<Api[N]>>): Heard[] {
  return on(name, async (heard) => {
    const data: unknown = typeof reply === 'function' ? await (reply as (heard: Heard) => unknown)(heard) : reply;
    return HttpResponse.json({ data } as Record<string, unknown>);
  });
}

/** From now on `name` refuses with `code`, in the host's words or others. */
export function refuse(
  name: Name,
  code: ErrorCode,
  changes: { message?: string; issues?: { path: string; message: string }[]; appealToken?: string } = {},
): Heard[] {
  const [statusCode, message] = errors[code];
  return on(name, () =>
    HttpResponse.json({ statusCode, error: code, message, requestId: 'request-1', ...changes }, { status: statusCode }),
  );
}

/** From now on `name` cannot be reached. */
export function cutOff(name: Name): Heard[] {
  return on(name, () => HttpResponse.error());
}

function on(name: Name, reply: (heard: Heard) => Response | Promise<Response>): Heard[] {
  const [method = 'GET', path = '/'] = name.split(' ');
  const heard: Heard[] = [];
  const verb = http[method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'];
  server.use(
    verb(testHost + path, async ({ request, params }) => {
      const one = {
        token: request.headers.get('authorization'),
        params,
        query: new URL(request.url).searchParams,
        body: await bodyOf(request),
        headers: request.headers,
      };
      heard.push(one);
      return reply(one);
    }),
  );
  return heard;
}

async function bodyOf(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('multipart/form-data')) return Object.fromEntries(await request.formData());
  return type.startsWith('application/json') ? ((await request.json()) as unknown) : null;
}
