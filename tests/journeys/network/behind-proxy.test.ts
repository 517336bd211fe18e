/** A site and two API servers behind the sample proxy configuration: everything is reachable, and the logs contain no secrets. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { count, isNull } from 'drizzle-orm';
import { io, type Socket } from 'socket.io-client';
import { openSockets } from '@server/platform/db/schema/site';
import { eventually } from '../../kit/timing/eventually';
import { password, signUpFan, signUpOperator } from '../../kit/people/people';
import { clientAddress, hasNginx, startNginx, type TestNginx } from '../../kit/processes/nginx';
import { freePort } from '../../kit/processes/ports';
import { hasRedis, startRedis, type TestRedis } from '../../kit/processes/redis';
import { openSite, type Site } from '../../kit/browser/site';
import { openTestHost, type TestHost } from '../../kit/host/test-host';
import { maxWait_ms } from '../../kit/timing/max-wait';

const api = 'https://api.example.com';
const forgedAddress = '203.0.113.77';
const describeHere = hasNginx && hasRedis ? describe : describe.skip;

describeHere('behind nginx (needs nginx, openssl and redis-server)', () => {
  let redis: TestRedis;
  let site: Site;
  let other: TestHost;
  let nginx: TestNginx;
  let fan: Awaited<ReturnType<typeof signUpFan>>;
  let sockets: Socket[] = [];
  let isOtherClosed = false;

  beforeAll(async () => {
    redis = await startRedis();
    const [sitePort, firstPort, secondPort] = [await freePort(), await freePort(), await freePort()];
    const shared = {
      SITE_URL: 'https://example.com',
      API_URL: api,
      API_INTERNAL_URL: `http://127.0.0.1:${String(firstPort)}`,
      REDIS_URL: redis.url,
      TRUSTED_PROXIES: '127.0.0.1',
    };
    site = await openSite({ ...shared, PORT: String(sitePort), API_PORT: String(firstPort) });
    other = await openTestHost({
      ...shared,
      APP_SECRET: site.testHost.ctx.config.appSecret,
      DATABASE_URL: site.testHost.databaseUrl,
      API_PORT: String(secondPort),
    });
    nginx = await startNginx({ site: sitePort, apiServers: [firstPort, secondPort] });
    fan = await signUpFan(site.testHost);
  });
  afterEach(() => {
    sockets.forEach((socket) => socket.close());
    sockets = [];
  });
  afterAll(async () => {
    await nginx.close();
    if (!isOtherClosed) await other.close();
    await site.close();
    await redis.kill();
  });

  const signIn = async (): Promise<string> => {
    const { status, text } = await nginx.fetch(
      `${api}/auth/login`,
      { method: 'POST', headers: { 'content-type': 'application/json', origin: 'https://example.com', 'x-forwarded-for': forgedAddress } },
      JSON.stringify({ username: fan.username, password }),
    );
    expect(status).toBe(200);
    return (JSON.parse(text) as { data: { token: string } }).data.token;
  };
  /** Signs in at the first host directly, from an address that is not a trusted proxy. */
  const signInWithoutProxy = async (): Promise<string> => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': forgedAddress };
    const clientRequest = request(`${site.testHost.url}/auth/login`, { method: 'POST', localAddress: clientAddress, headers });
    clientRequest.end(JSON.stringify({ username: fan.username, password }));
    const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
    return ((await json(response)) as { data: { token: string } }).data.token;
  };
  /** The API server of the last request that the proxy forwarded. */
  const lastHost = (): string => [...nginx.logs().matchAll(/"upstream":"([^"]*)"/g)].at(-1)?.[1] ?? '';
  const receiveSiteNames = async (token: string, transport: 'polling' | 'websocket'): Promise<string[]> => {
    const agent = nginx.agent as unknown as string;
    const socket = io(`${api}:${String(nginx.port)}`, {
      agent,
      transports: [transport],
      reconnection: false,
      query: { token },
      forceNew: true,
    });
    sockets.push(socket);
    const names: string[] = [];
    socket.on('settings/changed', ({ siteName }: { siteName: string }) => names.push(siteName));
    await socket.timeout(maxWait_ms).emitWithAck('auth/login', { token });
    return names;
  };

  test('pages, their scripts and the API are served under their host names, and other names are rejected', async () => {
    const siteResponse = await nginx.fetch('https://example.com/');
    expect([siteResponse.status, siteResponse.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const inGerman = await nginx.fetch('https://example.com/', { headers: { 'accept-language': 'de' } });
    for (const assetPath of [/\/_next\/static\/[^"]+\.js/, /\/assets\/words\/de[^"]+\.js/]) {
      const cachedResponse = await nginx.fetch(`https://example.com${assetPath.exec(inGerman.text)?.[0] ?? ''}`);
      expect([cachedResponse.status, cachedResponse.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
    expect((await nginx.fetch(`${api}/settings/public`)).status).toBe(200);
    expect((await nginx.fetch(`${api}/metrics`)).status).toBe(404);
    await expect(nginx.fetch('https://elsewhere.example/')).rejects.toThrow();
  });

  test('the address of a visitor is the one that the proxy sees, whatever headers the visitor sends', async () => {
    const token = await signIn();
    const { text } = await nginx.fetch(`${api}/auth/sessions`, { headers: { authorization: token, 'x-forwarded-for': forgedAddress } });
    const addresses = (JSON.parse(text) as { data: { address: string; isCurrent: boolean }[] }).data;
    expect(addresses.find(({ isCurrent }) => isCurrent)?.address).toBe(clientAddress);
    const directSessions = await site.testHost.call('GET /auth/sessions', {}, { token: await signInWithoutProxy() });
    expect(directSessions.data.find(({ isCurrent }) => isCurrent)?.address).toBe(clientAddress);
  });

  test('clients stay with their API server, by polling and WebSocket, and receive events of the other one; no token is logged', async () => {
    const tokens = new Map<string, string>();
    for (let attempt = 0; attempt < 40 && tokens.size < 2; attempt += 1) {
      const token = await signIn();
      await nginx.fetch(`${api}/users/me`, { headers: { authorization: `Bearer ${token}` } });
      tokens.set(lastHost(), token);
    }
    const [first = '', second = ''] = tokens.values();
    const receivedNames = [
      await receiveSiteNames(first, 'polling'),
      await receiveSiteNames(second, 'polling'),
      await receiveSiteNames(first, 'websocket'),
      await receiveSiteNames(second, 'websocket'),
    ];
    const perHost = await site.testHost.ctx.db
      .select({ count: count() })
      .from(openSockets)
      .where(isNull(openSockets.closedAt))
      .groupBy(openSockets.hostId);
    expect(perHost).toEqual([{ count: 2 }, { count: 2 }]);
    const operator = await signUpOperator(site.testHost);
    await site.testHost.call(
      'PUT /admin/settings/:key',
      { params: { key: 'siteName' }, body: { value: 'Behind glass' } },
      { token: operator.token },
    );
    await eventually(() => {
      expect(receivedNames.map((names) => names.at(-1))).toEqual(Array(4).fill('Behind glass'));
    });
    sockets.forEach((socket) => socket.close());

    await other.close();
    isOtherClosed = true;
    await receiveSiteNames(first, 'websocket');
    await receiveSiteNames(second, 'polling');
    const logs = nginx.logs();
    expect(logs).toContain('/socket.io/');
    for (const token of tokens.values()) expect(logs).not.toContain(token);
  });
});
