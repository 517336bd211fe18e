/** Every endpoint with input that no well-behaved client sends: it rejects the input with a named error, and keeps working. */
import { api, endpoint, type Name } from '@contract/api';
import type { Endpoint } from '@contract/kernel/endpoint';
import { errors } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import { attemptCount } from '../kit/timing/depth';
import { openLiveTestHost } from '../kit/live/shows';
import type { TestHost } from '../kit/host/test-host';
import { signUpEachRole, type RoleTokens } from '../kit/people/people';

let testHost: TestHost;
let tokens: RoleTokens;
beforeAll(async () => {
  // With a live engine, so that endpoints that need one reject because of the input.
  ({ testHost } = await openLiveTestHost());
  tokens = await signUpEachRole(testHost);
});
afterAll(() => testHost.close());

const names = Object.keys(api) as Name[];
const someId = '01890000-0000-7000-8000-000000000000';

const deep = (levels: number): unknown => (levels === 0 ? 1 : { inner: deep(levels - 1) });
const hostileBodies: unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  '',
  ' ',
  '\u0000',
  '\ud800',
  "'; drop table accounts; --",
  '<script>',
  'a'.repeat(100_000),
  [],
  [[]],
  {},
  deep(40),
  { $ne: null },
];
const hostileJson = [
  ...hostileBodies.map((value) => JSON.stringify(value)),
  '{"__proto__":{"role":"operator"}}',
  '{"constructor":{"prototype":{"role":"operator"}}}',
  '{"a":',
  '\u0000',
];
const hostileText = ['%00', '%', '..%2f..%2fetc', 'a'.repeat(300), '%F0%9F%92%A9', "'%20or%201=1", '-1', '1e9', 'null', 'undefined'];

function addressOf(name: Name, param: string): [method: string, path: string] {
  const [method = '', pattern = ''] = name.split(' ');
  return [method, pattern.replaceAll(/:\w+/g, param)];
}

const keysOf = (schema: unknown): string[] => {
  const shape = (schema as { shape?: object; in?: unknown; _zod?: { def?: { in?: unknown; innerType?: unknown } } } | undefined)?.shape;
  return shape ? Object.keys(shape) : [];
};

/** Internals that an error must not reveal. */
const internals = /node_modules|at \w+ \(|select .* from/i;

async function expectValidResponse(response: Response, what: string): Promise<void> {
  const text = await response.text();
  if (response.status === 304 || response.status < 400) return;
  const { error, statusCode } = JSON.parse(text) as { error: string; statusCode: number };
  const isExpected = response.status < 500 && statusCode === response.status && Object.hasOwn(errors, error) && !internals.test(text);
  // Tens of thousands of responses are checked: `expect` is slow, so it is called only for a bad one.
  if (!isExpected) expect({ what, status: response.status, text }).toBe('a named error without internals');
}

const send = (path: string, method: string, token: string | null, body?: string | FormData, type = 'application/json'): Promise<Response> =>
  fetch(testHost.url + path, {
    method,
    redirect: 'manual',
    headers: { ...(token && { authorization: token }), ...(typeof body === 'string' && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  });

/** The callers that the endpoint allows, and one that it rejects before it looks at the input. */
function allCallers({ access }: Endpoint): (string | null)[] {
  const accessKinds = [access].flat();
  if (accessKinds.includes('anyone')) return [null, tokens.fan, tokens.performer, tokens.operator];
  if (accessKinds.includes('member')) return [tokens.fan, tokens.performer, tokens.operator];
  const allowed = [
    accessKinds.includes('user') && tokens.fan,
    accessKinds.includes('performer') && tokens.performer,
    accessKinds.includes('operator') && tokens.operator,
  ].filter((token) => token !== false);
  return [...allowed, accessKinds.includes('user') ? null : tokens.fan];
}

/** All items, or a sample of this size that varies by endpoint: the endpoints together are sent everything. */
function sampleFor<T>(name: Name, items: readonly T[], size: number): T[] {
  const count = attemptCount(size, items.length);
  const first = (names.indexOf(name) * count) % items.length;
  return [...items.slice(first), ...items.slice(0, first)].slice(0, count);
}

const callers = (name: Name): (string | null)[] => sampleFor(name, allCallers(endpoint(name)), 1);

/** All callers concurrently, each through the whole list. */
const forEachCaller = (callersToTry: (string | null)[], work: (token: string | null) => Promise<void>): Promise<unknown> =>
  Promise.all(callersToTry.map(work));

/** Ending the session would make all later requests fail. */
const endsSession: Name[] = ['POST /auth/logout'];

describe.each(names.filter((name) => !endsSession.includes(name)))('%s', (name) => {
  const rule = endpoint(name);

  test('rejects hostile bodies with a named error', async () => {
    const [method, path] = addressOf(name, someId);
    if (method === 'GET') {
      expect(rule.body).toBeUndefined();
      return;
    }
    // `hostile-fields.test.ts` tries one field at a time.
    const bodies = sampleFor(name, hostileJson, 3);
    await forEachCaller(callers(name), async (token) => {
      for (const body of bodies) await expectValidResponse(await send(path, method, token, body), `${name} ${body.slice(0, 60)}`);
    });
  });

  test('rejects hostile addresses and queries with a named error', async () => {
    await forEachCaller(callers(name), async (token) => {
      for (const text of sampleFor(name, hostileText, 2)) {
        const [method, path] = addressOf(name, text);
        if (method === 'DELETE' && !path.includes(text)) continue;
        await expectValidResponse(await send(path, method, token), `${name} ${text}`);
        const query = ['q', 'limit', 'offset', 'cursor', 'sortBy', 'sort', 'fromDate', ...keysOf(rule.query)]
          .map((key) => `${key}=${text}`)
          .join('&');
        if (method === 'GET')
          await expectValidResponse(await send(`${path}?${query}&limit=1&limit=2`, method, token), `${name} ?${query.slice(0, 60)}`);
      }
    });
  });

  test('rejects other body types and sizes with a named error', async () => {
    const [method, path] = addressOf(name, someId);
    if (method === 'GET') {
      expect(rule.files).toBeUndefined();
      return;
    }
    const form = new FormData();
    form.append('file', new Blob(['not a picture']), '../../etc/passwd');
    form.append('unknown', new Blob([new Uint8Array(10)]), 'x.svg');
    await forEachCaller(
      callers(name).filter((token) => token !== null),
      async (token) => {
        await expectValidResponse(await send(path, method, token, form), `${name} multipart`);
        await expectValidResponse(await send(path, method, token, '<a/>', 'application/xml'), `${name} xml`);
        await expectValidResponse(
          await send(path, method, token, 'garbage', 'multipart/form-data; boundary=x'),
          `${name} broken multipart`,
        );
        const large = await send(path, method, token, JSON.stringify({ a: 'b'.repeat(limits.body_bytes) }));
        await expectValidResponse(large, `${name} large`);
      },
    );
  });
});

test('afterwards the API server is ready', async () => {
  expect((await fetch(`${testHost.url}/ready`)).status).toBe(200);
});
