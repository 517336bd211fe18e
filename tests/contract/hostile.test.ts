/** Every endpoint against input that no honest client sends: it must refuse by name, and stay alive. */
import { api, endpoint, type Name } from '@contract/api';
import type { Endpoint } from '@contract/endpoint';
import { errors } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import { tries } from '../support/depth';
import { openWorld, type World } from '../kit/host/test-host';
import { signUpAll, type Tokens } from '../kit/people/people';

let world: World;
let tokens: Tokens;
beforeAll(async () => {
  world = await openWorld();
  tokens = await signUpAll(world);
});
afterAll(() => world.close());

const names = Object.keys(api) as Name[];
const someId = '01890000-0000-7000-8000-000000000000';

const deep = (levels: number): unknown => (levels === 0 ? 1 : { inner: deep(levels - 1) });
const hostile: unknown[] = [
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
const hostileText = ['%00', '%', '..%2f..%2fetc', 'a'.repeat(300), '%F0%9F%92%A9', "'%20or%201=1", '-1', '1e9', 'null', 'undefined'];

function addressOf(name: Name, param: string): [method: string, path: string] {
  const [method = '', pattern = ''] = name.split(' ');
  return [method, pattern.replaceAll(/:\w+/g, param)];
}

const keysOf = (schema: unknown): string[] => {
  const shape = (schema as { shape?: object; in?: unknown; _zod?: { def?: { in?: unknown; innerType?: unknown } } } | undefined)?.shape;
  return shape ? Object.keys(shape) : [];
};

/** What a refusal never shows. */
const innards = /node_modules|at \w+ \(|select .* from/i;

async function expectRefusalOrAnswer(response: Response, what: string): Promise<void> {
  const text = await response.text();
  if (response.status === 304 || response.status < 400) return;
  const { error, statusCode } = JSON.parse(text) as { error: string; statusCode: number };
  const isGood = response.status < 500 && statusCode === response.status && Object.hasOwn(errors, error) && !innards.test(text);
  // Tens of thousands of answers are looked at: only a bad one is worth the machinery of an expectation.
  if (!isGood) expect({ what, status: response.status, text }).toBe('a refusal by name, without anything of the inside');
}

const send = (path: string, method: string, token: string | null, body?: string | FormData, type = 'application/json'): Promise<Response> =>
  fetch(world.url + path, {
    method,
    redirect: 'manual',
    headers: { ...(token && { authorization: token }), ...(typeof body === 'string' && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  });

/** Whoever may call; of the others one, who is turned away before anything of theirs is looked at. */
function allCallers({ access }: Endpoint): (string | null)[] {
  const kinds = [access].flat();
  if (kinds.includes('anyone')) return [null, tokens.fan, tokens.performer, tokens.operator];
  if (kinds.includes('member')) return [tokens.fan, tokens.performer, tokens.operator];
  const allowed = [
    kinds.includes('user') && tokens.fan,
    kinds.includes('performer') && tokens.performer,
    kinds.includes('operator') && tokens.operator,
  ].filter((token) => token !== false);
  return [...allowed, kinds.includes('user') ? null : tokens.fan];
}

/** All of them, or a sample of two, which is another for the next endpoint. */
function callers(name: Name): (string | null)[] {
  const all = allCallers(endpoint(name));
  const count = tries(2, all.length);
  const first = names.indexOf(name) % all.length;
  return [...all.slice(first), ...all.slice(0, first)].slice(0, count);
}

/** All of them at once, each through its own list. */
const byEach = (people: (string | null)[], work: (token: string | null) => Promise<void>): Promise<unknown> =>
  Promise.all(people.map(work));

/** Ending one's own session would make the rest of a table meaningless. */
const endsSession: Name[] = ['POST /auth/logout'];

describe.each(names.filter((name) => !endsSession.includes(name)))('%s', (name) => {
  const rule = endpoint(name);

  test('refuses hostile bodies by name', async () => {
    const [method, path] = addressOf(name, someId);
    if (method === 'GET') {
      expect(rule.body).toBeUndefined();
      return;
    }
    // One field at a time is the work of `hostile-fields`.
    const bodies = [
      ...hostile.map((value) => JSON.stringify(value)),
      '{"__proto__":{"role":"operator"}}',
      '{"constructor":{"prototype":{"role":"operator"}}}',
      '{"a":',
      '\u0000',
    ];
    await byEach(callers(name), async (token) => {
      for (const body of bodies) await expectRefusalOrAnswer(await send(path, method, token, body), `${name} ${body.slice(0, 60)}`);
    });
  });

  test('refuses hostile addresses and queries by name', async () => {
    await byEach(callers(name), async (token) => {
      for (const text of hostileText) {
        const [method, path] = addressOf(name, text);
        if (method === 'DELETE' && !path.includes(text)) continue;
        await expectRefusalOrAnswer(await send(path, method, token), `${name} ${text}`);
        const query = ['q', 'limit', 'offset', 'cursor', 'sortBy', 'sort', 'fromDate', ...keysOf(rule.query)]
          .map((key) => `${key}=${text}`)
          .join('&');
        if (method === 'GET')
          await expectRefusalOrAnswer(await send(`${path}?${query}&limit=1&limit=2`, method, token), `${name} ?${query.slice(0, 60)}`);
      }
    });
  });

  test('refuses bodies of other kinds and sizes by name', async () => {
    const [method, path] = addressOf(name, someId);
    if (method === 'GET') {
      expect(rule.files).toBeUndefined();
      return;
    }
    const form = new FormData();
    form.append('file', new Blob(['not a picture']), '../../etc/passwd');
    form.append('unknown', new Blob([new Uint8Array(10)]), 'x.svg');
    await byEach(
      callers(name).filter((token) => token !== null),
      async (token) => {
        await expectRefusalOrAnswer(await send(path, method, token, form), `${name} multipart`);
        await expectRefusalOrAnswer(await send(path, method, token, '<a/>', 'application/xml'), `${name} xml`);
        await expectRefusalOrAnswer(
          await send(path, method, token, 'garbage', 'multipart/form-data; boundary=x'),
          `${name} broken multipart`,
        );
        const large = await send(path, method, token, JSON.stringify({ a: 'b'.repeat(limits.body_bytes) }));
        await expectRefusalOrAnswer(large, `${name} large`);
      },
    );
  });
});

test('after all this the host is ready', async () => {
  expect((await fetch(`${world.url}/ready`)).status).toBe(200);
});
