/** What the site's server decides before it renders. Both sides use HTTP: a visitor requests a page, and a fake API server responds. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NextPageContext } from 'next';
import { proofOf, proofKey } from '@server/platform/geo/client-address';
import { fan, operator } from '../kit/fixtures/accounts';
import { firstSettings } from '@web/session/store/first-settings';
import { definePage } from '@web/shell/page/define-page';
import type { PageDefinition } from '@web/shell/page/define-page';
import type { ServerProps } from '@web/shell/page/server-props';
import { prepareRender } from '@web/shell/server/server-render';

const secret = 'a secret of the site that nobody else knows';
const screen = () => null;

let apiServer: Server;
let site: Server;
interface ApiResponse {
  status: number;
  body: unknown;
}
let apiResponses: Record<string, ApiResponse | (() => ApiResponse)>;
/** Resolves when the response to the list of performers may be sent. */
let performersGate: () => Promise<void>;
let apiRequests: IncomingMessage[];
let props: ServerProps | null | undefined;
let definition: Omit<PageDefinition, 'screen'>;

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const listening = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
const errorResponse = (statusCode: number, error: string) => ({
  status: statusCode,
  body: { statusCode, error, message: `Refused: ${error}`, requestId: 'request-7' },
});
const data = (body: unknown) => ({ status: 200, body: { data: body } });

beforeAll(async () => {
  apiServer = createServer((req, res) => {
    apiRequests.push(req);
    const responseFor = apiResponses[`${req.method ?? ''} ${(req.url ?? '').split('?')[0] ?? ''}`] ?? errorResponse(404, 'not_found');
    const { status, body } = typeof responseFor === 'function' ? responseFor() : responseFor;
    const respond = () => res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (req.url?.startsWith('/performers/top')) void performersGate().then(respond);
    else respond();
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
      (serverProps) => {
        props = serverProps;
        if (!res.writableEnded) res.end('page');
      },
      () => res.destroy(),
    );
  });
  await Promise.all([listening(apiServer), listening(site)]);
  process.env['API_INTERNAL_URL'] = `http://127.0.0.1:${String(portOf(apiServer))}`;
  process.env['API_URL'] = 'https://api.example.com';
  process.env['SITE_URL'] = `http://127.0.0.1:${String(portOf(site))}`;
  process.env['APP_SECRET'] = secret;
});

afterAll(() => {
  for (const server of [apiServer, site]) {
    server.close();
    server.closeAllConnections();
  }
});

beforeEach(() => {
  apiRequests = [];
  performersGate = () => Promise.resolve();
  props = undefined;
  definition = { access: 'open' };
  apiResponses = {
    'GET /settings/public': data(firstSettings),
    'GET /block/countries/check': data({ blocked: false, country: null }),
    'GET /users/me': data(fan()),
  };
});

const request = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${String(portOf(site))}${path}`, { headers, redirect: 'manual' });
const setSettings = (changes: Partial<typeof firstSettings>) =>
  (apiResponses['GET /settings/public'] = data({ ...firstSettings, ...changes }));

test('a guest gets the page with its security headers', async () => {
  const response = await request('/explore', { cookie: 'theme=dark; textSize=150' });
  expect(response.status).toBe(200);
  expect(props).toMatchObject({ user: null, theme: 'dark', textSize: 150, apiUrl: 'https://api.example.com', pageError: null });
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/script-src 'self' 'nonce-[^']{20,}';/);
  expect(policy).toContain("connect-src 'self' https://api.example.com wss://api.example.com;");
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test('the policy allows outside services only while they are configured', async () => {
  expect((await request('/')).headers.get('content-security-policy')).not.toContain('google');
  setSettings({ analyticsMeasurementId: 'G-1', recaptchaSiteKey: 'key' });
  const policy = (await request('/')).headers.get('content-security-policy');
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
])('the policy allows only the live engine in use (%j)', async (settings, sources) => {
  setSettings(settings);
  const policy = (await request('/')).headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`connect-src ${["'self'", 'https://api.example.com', 'wss://api.example.com', ...sources].join(' ')};`);
});

test("the API server gets the visitor's IP address with a valid proof", async () => {
  await request('/', { 'x-forwarded-for': '203.0.113.9' });
  const now = new Date();
  const check = apiRequests.find(({ url }) => url === '/block/countries/check');
  expect(check?.headers['x-client-ip']).toBe('127.0.0.1');
  const accepted = [now, new Date(now.getTime() - 60_000)].map((moment) => proofOf(proofKey(secret), '127.0.0.1', moment));
  expect(accepted).toContain(check?.headers['x-client-proof']);
});

test.each([
  ['198.51.100.1, 203.0.113.9', '203.0.113.9'],
  // Some proxies name the port, and write IPv6 in brackets.
  ['203.0.113.9:51234', '203.0.113.9'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:DB8:0::1]:51234', '2001:db8::1'],
])('a forwarded address is used if it comes from a trusted proxy (%s)', async (forwardedFor, address) => {
  process.env['TRUSTED_PROXIES'] = 'loopback';
  await request('/', { 'x-forwarded-for': forwardedFor });
  delete process.env['TRUSTED_PROXIES'];
  expect(apiRequests[0]?.headers['x-client-ip']).toBe(address);
});

test('data that the page loads is passed under the key of the screen', async () => {
  apiResponses['GET /posts/terms'] = data({ title: 'Terms' });
  definition = {
    access: 'open',
    load: async ({ read, query }) => {
      await read('GET /posts/:id', { params: { id: query['slug'] ?? '' } });
      return { status: 203 };
    },
  };
  expect((await request('/page?slug=terms')).status).toBe(203);
  expect(Object.values(props?.fallback ?? {})).toEqual([{ title: 'Terms' }]);
});

describe('data that is the same for every guest', () => {
  const top = { query: { limit: 8 } };
  /** Requests `pages` pages, whose list the API returns only when all of them wait for it. Returns how often it was requested. */
  async function visitTogether(pages: number, headers: Record<string, string>): Promise<number> {
    let waiting = 0;
    let openGate: () => void = () => undefined;
    const allWaiting = new Promise<void>((resolve) => (openGate = resolve));
    apiResponses['GET /performers/top'] = data({ data: [], total: 0, nextCursor: null });
    performersGate = () => allWaiting;
    definition = {
      access: 'open',
      load: async ({ readShared }) => {
        const response = readShared('GET /performers/top', top);
        if ((waiting += 1) === pages) openGate();
        await response;
        return undefined;
      },
    };
    await Promise.all(Array.from({ length: pages }, () => request('/', headers)));
    return apiRequests.filter(({ url }) => url?.startsWith('/performers/top')).length;
  }

  test('is requested once for concurrent guests, and again for later ones', async () => {
    expect(await visitTogether(5, {})).toBe(1);
    expect(props?.fallback).not.toEqual({});
    expect(await visitTogether(1, {})).toBe(2);
  });

  test('is requested for each signed-in person separately', async () => {
    expect(await visitTogether(3, { cookie: 'token=good' })).toBe(3);
  });

  test('is not shared between countries', async () => {
    const countries = ['DE', 'FR'];
    apiResponses['GET /block/countries/check'] = () => data({ blocked: false, country: countries.shift() ?? null });
    expect(await visitTogether(2, {})).toBe(2);
  });
});

test('an error while the page loads becomes its status, with the message of the API', async () => {
  definition = {
    access: 'open',
    load: async ({ read }) => {
      await read('GET /performers/:id', { params: { id: 'nobody' } });
      return undefined;
    },
  };
  apiResponses['GET /performers/nobody'] = errorResponse(403, 'blocked_by_performer');
  expect((await request('/nobody')).status).toBe(403);
  expect(props?.pageError).toEqual({ status: 403, message: 'Refused: blocked_by_performer', requestId: 'request-7' });
});

test('a page is not found if the API cannot read its address', async () => {
  definition = {
    access: 'open',
    load: async ({ read }) => {
      await read('GET /performers/:id', { params: { id: 'malformed' } });
      return undefined;
    },
  };
  apiResponses['GET /performers/malformed'] = errorResponse(400, 'invalid_request');
  expect((await request('/malformed')).status).toBe(404);
  expect(props?.pageError).toEqual({ status: 404, message: null, requestId: null });
});

describe('a session that the API rejects', () => {
  beforeEach(() => (apiResponses['GET /users/me'] = errorResponse(401, 'session_ended')));
  const deadSession = { cookie: 'token=dead' };

  test('is removed, and the visitor is redirected to the login page with the return path', async () => {
    const response = await request('/explore?tab=live', deadSession);
    expect(response.status).toBe(307);
    expect(response.headers.get('location')).toBe('/auth/login?next=%2Fexplore%3Ftab%3Dlive');
    expect(response.headers.get('set-cookie')).toMatch(/^token=; Path=\/; Max-Age=0/);
  });

  test('is removed on a page that forbids redirects, which renders as for a guest', async () => {
    definition = { access: 'open', forbidsRedirect: true };
    const response = await request('/explore', deadSession);
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toMatch(/^token=;/);
    expect(props?.user).toBeNull();
  });

  test('does not redirect the login page to itself', async () => {
    definition = { access: 'guest' };
    expect((await request('/auth/login', deadSession)).status).toBe(200);
  });

  test.each(['null', 'undefined', '%00', 'a%20b'])('is removed if its token is invalid (%s)', async (token) => {
    const response = await request('/explore', { cookie: `token=${token}` });
    expect(response.status).toBe(307);
    expect(response.headers.get('set-cookie')).toMatch(/^token=;/);
  });
});

test('a session is kept during maintenance', async () => {
  setSettings({ maintenanceMode: true });
  apiResponses['GET /users/me'] = errorResponse(503, 'maintenance');
  const response = await request('/home', { cookie: 'token=good' });
  expect(response.status).toBe(503);
  expect(response.headers.get('set-cookie')).toBeNull();
});

test('maintenance returns 503 with Retry-After, is not indexed, and loads no data for the page', async () => {
  setSettings({ maintenanceMode: true });
  const load = jest.fn();
  definition = { access: 'open', load };
  const response = await request('/explore');
  expect([response.status, response.headers.get('retry-after'), response.headers.get('x-robots-tag')]).toEqual([503, '300', 'noindex']);
  expect(load).not.toHaveBeenCalled();
});

test('a blocked country returns 451, and during maintenance 503', async () => {
  apiResponses['GET /block/countries/check'] = data({ blocked: true, country: 'DE' });
  expect((await request('/')).status).toBe(451);
  setSettings({ maintenanceMode: true });
  expect((await request('/')).status).toBe(503);
});

test('an operator bypasses maintenance and blocked countries', async () => {
  setSettings({ maintenanceMode: true });
  apiResponses['GET /block/countries/check'] = data({ blocked: true, country: 'DE' });
  apiResponses['GET /users/me'] = data(operator());
  expect((await request('/explore', { cookie: 'token=good' })).status).toBe(200);
});

test('a signed-in visitor is redirected from a page for guests to their first page', async () => {
  definition = { access: 'guest' };
  expect((await request('/', { cookie: 'token=good' })).headers.get('location')).toBe('/home');
});

test('the console returns 404 for visitors who are not operators', async () => {
  definition = { access: 'operator' };
  expect((await request('/admin', { cookie: 'token=good' })).status).toBe(404);
});

test("a page under another host name is redirected to the site's address, where cookies are valid", async () => {
  const response = await request('/explore?x=1', { 'x-forwarded-host': 'other.example.com' });
  expect(response.headers.get('location')).toBe(`${process.env['SITE_URL'] ?? ''}/explore?x=1`);
});

test('a page returns 503 if the API fails', async () => {
  apiResponses['GET /settings/public'] = errorResponse(500, 'internal_error');
  const response = await request('/explore');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
});

describe('a site that asks its visitors for their age', () => {
  const post = (path: string) => fetch(`http://127.0.0.1:${String(portOf(site))}${path}`, { method: 'POST', redirect: 'manual' });
  const calls = () => apiRequests.map(({ url }) => url ?? '');
  beforeEach(() => {
    setSettings({ adultConfirmation: true });
    apiResponses['GET /performers/top'] = data({ data: [], total: 0, nextCursor: null });
    definition = {
      access: 'open',
      load: async ({ read }) => {
        await read('GET /performers/top', {});
        return undefined;
      },
    };
  });

  test('loads no data for a page before the confirmation, and is not indexed', async () => {
    const response = await request('/explore');
    expect([response.status, response.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
    expect(props).toMatchObject({ needsAgeConfirmation: true, fallback: {} });
    expect(calls()).not.toContainEqual(expect.stringContaining('/performers/top'));
  });

  test.each(['/auth/login', '/page/terms', '/contact'])('does not restrict %s', async (path) => {
    await request(path);
    expect(calls()).toContainEqual(expect.stringContaining('/performers/top'));
  });

  test('accepts the confirmation by a form post, stores it in a cookie, and redirects within the site only', async () => {
    const response = await post('/auth/age?next=%2Fexplore%3Fq%3Da');
    expect([response.status, response.headers.get('location')]).toEqual([303, '/explore?q=a']);
    expect(response.headers.get('set-cookie')).toMatch(/^adult=yes; Path=\/; Max-Age=31536000; SameSite=Lax; HttpOnly/);
    expect((await post('/auth/age?next=https%3A%2F%2Felsewhere.example')).headers.get('location')).toBe('/');
    await request('/explore', { cookie: 'adult=yes' });
    expect(props?.needsAgeConfirmation).toBeUndefined();
    expect(calls()).toContainEqual(expect.stringContaining('/performers/top'));
  });

  test('does not ask operators', async () => {
    apiResponses['GET /users/me'] = data(operator());
    await request('/explore', { cookie: 'token=good' });
    expect(props?.needsAgeConfirmation).toBeUndefined();
  });
});
