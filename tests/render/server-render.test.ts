/** What the site's server decides before it renders, over HTTP on both sides: a visitor asks, a small host answers. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NextPageContext } from 'next';
import { proofOf, proofKey } from '@server/platform/geo/client-address';
import { fan, operator } from '../kit/answers/accounts';
import { firstSettings } from '@web/session/store/first-settings';
import { definePage } from '@web/shell/define-page';
import type { PageDefinition } from '@web/shell/define-page';
import type { FirstProps } from '@web/shell/first-props';
import { prepareRender } from '@web/shell/server/server-render';

const secret = 'a secret of the site that nobody else knows';
const screen = () => null;

let host: Server;
let site: Server;
interface Prepared {
  status: number;
  body: unknown;
}
let answers: Record<string, Prepared | (() => Prepared)>;
/** What an answer to the list of performers waits for. */
let held: () => Promise<void>;
let asked: IncomingMessage[];
let prepared: FirstProps | null | undefined;
let definition: Omit<PageDefinition, 'screen'>;

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const listening = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
const refusal = (statusCode: number, error: string) => ({
  status: statusCode,
  body: { statusCode, error, message: `Refused: ${error}`, requestId: 'request-7' },
});
const data = (body: unknown) => ({ status: 200, body: { data: body } });

beforeAll(async () => {
  host = createServer((req, res) => {
    asked.push(req);
    const given = answers[`${req.method ?? ''} ${(req.url ?? '').split('?')[0] ?? ''}`] ?? refusal(404, 'not_found');
    const { status, body } = typeof given === 'function' ? given() : given;
    const answer = () => res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (req.url?.startsWith('/performers/top')) void held().then(answer);
    else answer();
  });
  site = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://site.test');
    const context = {
      req,
      res,
      asPath: req.url ?? '/',
      pathname: url.pathname,
      query: Object.fromEntries(url.searchParams),
    } as unknown as NextPageContext;
    prepareRender(context, definePage({ ...definition, screen })).then(
      (facts) => {
        prepared = facts;
        if (!res.writableEnded) res.end('page');
      },
      () => res.destroy(),
    );
  });
  await Promise.all([listening(host), listening(site)]);
  process.env['API_INTERNAL_URL'] = `http://127.0.0.1:${String(portOf(host))}`;
  process.env['API_URL'] = 'https://api.example.com';
  process.env['SITE_URL'] = `http://127.0.0.1:${String(portOf(site))}`;
  process.env['APP_SECRET'] = secret;
});

afterAll(() => {
  for (const server of [host, site]) {
    server.close();
    server.closeAllConnections();
  }
});

beforeEach(() => {
  asked = [];
  held = () => Promise.resolve();
  prepared = undefined;
  definition = { access: 'open' };
  answers = {
    'GET /settings/public': data(firstSettings),
    'GET /block/countries/check': data({ blocked: false, country: null }),
    'GET /users/me': data(fan()),
  };
});

const visit = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${String(portOf(site))}${path}`, { headers, redirect: 'manual' });
const close = (changes: Partial<typeof firstSettings>) => (answers['GET /settings/public'] = data({ ...firstSettings, ...changes }));

test('a guest gets the page, with the headers that guard it', async () => {
  const response = await visit('/explore', { cookie: 'theme=dark; textSize=150' });
  expect(response.status).toBe(200);
  expect(prepared).toMatchObject({ user: null, theme: 'dark', textSize: 150, apiUrl: 'https://api.example.com', fault: null });
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/script-src 'self' 'nonce-[^']{20,}';/);
  expect(policy).toContain("connect-src 'self' https://api.example.com wss://api.example.com;");
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test('outside services are named in the policy only while they are configured', async () => {
  expect((await visit('/')).headers.get('content-security-policy')).not.toContain('google');
  close({ analyticsMeasurementId: 'G-1', recaptchaSiteKey: 'key' });
  const policy = (await visit('/')).headers.get('content-security-policy');
  expect(policy).toContain('https://www.googletagmanager.com');
  expect(policy).toContain('https://www.gstatic.com/recaptcha/');
  expect(policy).not.toContain('accounts.google.com');
});

test.each<[Partial<typeof firstSettings>, string[]]>([
  [{ livekitUrl: 'wss://live.example.com' }, []],
  [
    { streamingEngine: 'livekit', livekitUrl: 'ws://live.example.com:7880' },
    ['ws://live.example.com:7880', 'http://live.example.com:7880'],
  ],
  [
    { streamingEngine: 'livekit', livekitUrl: 'wss://site.livekit.cloud' },
    ['wss://site.livekit.cloud', 'https://site.livekit.cloud', 'wss://*.livekit.cloud', 'https://*.livekit.cloud'],
  ],
  [{ streamingEngine: 'agora' }, ['https://*.agora.io:*', 'wss://*.agora.io:*', 'https://*.sd-rtn.com:*', 'wss://*.sd-rtn.com:*']],
])('of live engines the one in use is named in the policy (%j)', async (settings, sources) => {
  close(settings);
  const policy = (await visit('/')).headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`connect-src ${["'self'", 'https://api.example.com', 'wss://api.example.com', ...sources].join(' ')};`);
});

test('the host is told the address of the visitor, with a proof that it accepts', async () => {
  await visit('/', { 'x-forwarded-for': '203.0.113.9' });
  const now = new Date();
  const check = asked.find(({ url }) => url === '/block/countries/check');
  expect(check?.headers['x-client-ip']).toBe('127.0.0.1');
  const accepted = [now, new Date(now.getTime() - 60_000)].map((moment) => proofOf(proofKey(secret), '127.0.0.1', moment));
  expect(accepted).toContain(check?.headers['x-client-proof']);
});

test('a forwarded address counts when it comes from a trusted proxy', async () => {
  process.env['TRUSTED_PROXIES'] = 'loopback';
  await visit('/', { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' });
  delete process.env['TRUSTED_PROXIES'];
  expect(asked[0]?.headers['x-client-ip']).toBe('203.0.113.9');
});

test('what the page reads comes under the key of the screen', async () => {
  answers['GET /posts/terms'] = data({ title: 'Terms' });
  definition = {
    access: 'open',
    load: async ({ read, query }) => {
      await read('GET /posts/:id', { params: { id: query['slug'] ?? '' } });
      return { status: 203 };
    },
  };
  expect((await visit('/page?slug=terms')).status).toBe(203);
  expect(Object.values(prepared?.fallback ?? {})).toEqual([{ title: 'Terms' }]);
});

describe('what every guest is answered alike', () => {
  const top = { query: { limit: 8 } };
  /** The host holds its answer to the list back until as many pages wait for it. */
  async function visitTogether(pages: number, headers: Record<string, string>): Promise<number> {
    let waiting = 0;
    let open: () => void = () => undefined;
    const all = new Promise<void>((resolve) => (open = resolve));
    answers['GET /performers/top'] = data({ data: [], total: 0, nextCursor: null });
    held = () => all;
    definition = {
      access: 'open',
      load: async ({ readAlike }) => {
        const answer = readAlike('GET /performers/top', top);
        if ((waiting += 1) === pages) open();
        await answer;
        return undefined;
      },
    };
    await Promise.all(Array.from({ length: pages }, () => visit('/', headers)));
    return asked.filter(({ url }) => url?.startsWith('/performers/top')).length;
  }

  test('is asked for once by guests who come at the same time, and again by those who come later', async () => {
    expect(await visitTogether(5, {})).toBe(1);
    expect(prepared?.fallback).not.toEqual({});
    expect(await visitTogether(1, {})).toBe(2);
  });

  test('is asked for by each signed-in person alone', async () => {
    expect(await visitTogether(3, { cookie: 'token=good' })).toBe(3);
  });

  test('is not shared between countries', async () => {
    const countries = ['DE', 'FR'];
    answers['GET /block/countries/check'] = () => data({ blocked: false, country: countries.shift() ?? null });
    expect(await visitTogether(2, {})).toBe(2);
  });
});

test('a refusal while the page reads becomes its status, with the words of the host', async () => {
  definition = {
    access: 'open',
    load: async ({ read }) => {
      await read('GET /performers/:id', { params: { id: 'nobody' } });
      return undefined;
    },
  };
  answers['GET /performers/nobody'] = refusal(403, 'blocked_by_performer');
  expect((await visit('/nobody')).status).toBe(403);
  expect(prepared?.fault).toEqual({ status: 403, message: 'Refused: blocked_by_performer', number: 'request-7' });
});

describe('a session that the host refuses', () => {
  beforeEach(() => (answers['GET /users/me'] = refusal(401, 'session_ended')));
  const dead = { cookie: 'token=dead' };

  test('is removed, and the visitor goes to sign-in with the way back', async () => {
    const response = await visit('/explore?tab=live', dead);
    expect(response.status).toBe(307);
    expect(response.headers.get('location')).toBe('/auth/login?next=%2Fexplore%3Ftab%3Dlive');
    expect(response.headers.get('set-cookie')).toMatch(/^token=; Path=\/; Max-Age=0/);
  });

  test('is removed on a page that forbids redirecting, which is rendered as for a guest', async () => {
    definition = { access: 'open', forbidsRedirect: true };
    const response = await visit('/explore', dead);
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toMatch(/^token=;/);
    expect(prepared?.user).toBeNull();
  });

  test('does not send anybody from the sign-in screen to itself', async () => {
    definition = { access: 'guest' };
    expect((await visit('/auth/login', dead)).status).toBe(200);
  });

  test.each(['null', 'undefined', '%00', 'a%20b'])('a token that could not be one (%s) is removed too', async (token) => {
    const response = await visit('/explore', { cookie: `token=${token}` });
    expect(response.status).toBe(307);
    expect(response.headers.get('set-cookie')).toMatch(/^token=;/);
  });
});

test('a session is none the worse for a host that is in maintenance', async () => {
  close({ maintenanceMode: true });
  answers['GET /users/me'] = refusal(503, 'maintenance');
  const response = await visit('/home', { cookie: 'token=good' });
  expect(response.status).toBe(503);
  expect(response.headers.get('set-cookie')).toBeNull();
});

test('maintenance answers 503 with Retry-After, is not indexed, and reads nothing for the page', async () => {
  close({ maintenanceMode: true });
  const load = jest.fn();
  definition = { access: 'open', load };
  const response = await visit('/explore');
  expect([response.status, response.headers.get('retry-after'), response.headers.get('x-robots-tag')]).toEqual([503, '300', 'noindex']);
  expect(load).not.toHaveBeenCalled();
});

test('a blocked country answers 451, and with maintenance 503', async () => {
  answers['GET /block/countries/check'] = data({ blocked: true, country: 'DE' });
  expect((await visit('/')).status).toBe(451);
  close({ maintenanceMode: true });
  expect((await visit('/')).status).toBe(503);
});

test('an operator passes both', async () => {
  close({ maintenanceMode: true });
  answers['GET /block/countries/check'] = data({ blocked: true, country: 'DE' });
  answers['GET /users/me'] = data(operator());
  expect((await visit('/explore', { cookie: 'token=good' })).status).toBe(200);
});

test('signed in on a page for guests, one is sent to where one lands', async () => {
  definition = { access: 'guest' };
  expect((await visit('/', { cookie: 'token=good' })).headers.get('location')).toBe('/home');
});

test('the console does not exist for others', async () => {
  definition = { access: 'operator' };
  expect((await visit('/admin', { cookie: 'token=good' })).status).toBe(404);
});

test('a page asked for under another name of the site is sent to the one where cookies hold', async () => {
  const response = await visit('/explore?x=1', { 'x-forwarded-host': 'other.example.com' });
  expect(response.headers.get('location')).toBe(`${process.env['SITE_URL'] ?? ''}/explore?x=1`);
});

test('without a host the page says so with 503', async () => {
  answers['GET /settings/public'] = refusal(500, 'internal_error');
  const response = await visit('/explore');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
});

describe('a site that asks its visitors for their age', () => {
  const post = (path: string) => fetch(`http://127.0.0.1:${String(portOf(site))}${path}`, { method: 'POST', redirect: 'manual' });
  const calls = () => asked.map(({ url }) => url ?? '');
  beforeEach(() => {
    close({ adultConfirmation: true });
    answers['GET /performers/top'] = data({ data: [], total: 0, nextCursor: null });
    definition = {
      access: 'open',
      load: async ({ read }) => {
        await read('GET /performers/top', {});
        return undefined;
      },
    };
  });

  test('reads nothing of a page before the answer, and keeps it from search engines', async () => {
    const response = await visit('/explore');
    expect([response.status, response.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
    expect(prepared).toMatchObject({ asksAge: true, fallback: {} });
    expect(calls()).not.toContainEqual(expect.stringContaining('/performers/top'));
  });

  test.each(['/auth/login', '/page/terms', '/contact'])('leaves %s open', async (path) => {
    await visit(path);
    expect(calls()).toContainEqual(expect.stringContaining('/performers/top'));
  });

  test('takes the answer by a post without scripts, keeps it in a cookie, and leads on within the site alone', async () => {
    const response = await post('/auth/age?next=%2Fexplore%3Fq%3Da');
    expect([response.status, response.headers.get('location')]).toEqual([303, '/explore?q=a']);
    expect(response.headers.get('set-cookie')).toMatch(/^adult=yes; Path=\/; Max-Age=31536000; SameSite=Lax; HttpOnly/);
    expect((await post('/auth/age?next=https%3A%2F%2Felsewhere.example')).headers.get('location')).toBe('/');
    await visit('/explore', { cookie: 'adult=yes' });
    expect(prepared?.asksAge).toBeUndefined();
    expect(calls()).toContainEqual(expect.stringContaining('/performers/top'));
  });

  test('lets operators pass', async () => {
    answers['GET /users/me'] = data(operator());
    await visit('/explore', { cookie: 'token=good' });
    expect(prepared?.asksAge).toBeUndefined();
  });
});
