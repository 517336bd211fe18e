/** A site and two hosts behind the sample of a proxy: people reach all of it, and nothing that opens something is written down. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { count, isNull } from 'drizzle-orm';
import { io, type Socket } from 'socket.io-client';
import { openSockets } from '@server/platform/db/schema/schema';
import { eventually } from '../../kit/timing/eventually';
import { password, signUpFan, signUpOperator } from '../../kit/people/people';
import { callersAddress, hasNginx, startNginx, type TestNginx } from '../../kit/processes/nginx';
import { freePort } from '../../kit/processes/ports';
import { hasRedis, startRedis, type TestRedis } from '../../kit/processes/redis';
import { openSite, type Site } from '../../kit/browser/site';
import { openWorld, type World } from '../../kit/host/test-host';

const api = 'https://api.example.com';
const forged = '203.0.113.77';
const describeHere = hasNginx && hasRedis ? describe : describe.skip;

describeHere('behind nginx (needs nginx, openssl and redis-server)', () => {
  let redis: TestRedis;
  let site: Site;
  let other: World;
  let nginx: TestNginx;
  let fan: Awaited<ReturnType<typeof signUpFan>>;
  let sockets: Socket[] = [];
  let isOtherGone = false;

  beforeAll(async () => {
    redis = await startRedis();
    const [page, one, two] = [await freePort(), await freePort(), await freePort()];
    const shared = {
      SITE_URL: 'https://example.com',
      API_URL: api,
      API_INTERNAL_URL: `http://127.0.0.1:${String(one)}`,
      REDIS_URL: redis.url,
      TRUSTED_PROXIES: '127.0.0.1',
    };
    site = await openSite({ ...shared, PORT: String(page), API_PORT: String(one) });
    other = await openWorld({
      ...shared,
      APP_SECRET: site.world.ctx.config.appSecret,
      DATABASE_URL: site.world.databaseUrl,
      API_PORT: String(two),
    });
    nginx = await startNginx({ site: page, hosts: [one, two] });
    fan = await signUpFan(site.world);
  });
  afterEach(() => {
    sockets.forEach((socket) => socket.close());
    sockets = [];
  });
  afterAll(async () => {
    await nginx.close();
    if (!isOtherGone) await other.close();
    await site.close();
    await redis.kill();
  });

  const signIn = async (): Promise<string> => {
    const { status, text } = await nginx.ask(
      `${api}/auth/login`,
      { method: 'POST', headers: { 'content-type': 'application/json', origin: 'https://example.com', 'x-forwarded-for': forged } },
      JSON.stringify({ username: fan.username, password }),
    );
    expect(status).toBe(200);
    return (JSON.parse(text) as { data: { token: string } }).data.token;
  };
  /** Signs in at the first host itself, from where no proxy is trusted. */
  const signInPastProxy = async (): Promise<string> => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': forged };
    const sent = request(`${site.world.url}/auth/login`, { method: 'POST', localAddress: callersAddress, headers });
    sent.end(JSON.stringify({ username: fan.username, password }));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return ((await json(response)) as { data: { token: string } }).data.token;
  };
  /** The host that the proxy asked last. */
  const lastHost = (): string => [...nginx.written().matchAll(/"upstream":"([^"]*)"/g)].at(-1)?.[1] ?? '';
  const listen = async (token: string, transport: 'polling' | 'websocket'): Promise<string[]> => {
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
    await socket.timeout(5000).emitWithAck('auth/login', { token });
    return names;
  };

  test('pages, their scripts and the hosts answer under their names, and another name gets nothing', async () => {
    const page = await nginx.ask('https://example.com/');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const inGerman = await nginx.ask('https://example.com/', { headers: { 'accept-language': 'de' } });
    for (const named of [/\/_next\/static\/[^"]+\.js/, /\/assets\/words\/de[^"]+\.js/]) {
      const kept = await nginx.ask(`https://example.com${named.exec(inGerman.text)?.[0] ?? ''}`);
      expect([kept.status, kept.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
    expect((await nginx.ask(`${api}/settings/public`)).status).toBe(200);
    expect((await nginx.ask(`${api}/metrics`)).status).toBe(404);
    await expect(nginx.ask('https://elsewhere.example/')).rejects.toThrow();
  });

  test('the address of a visitor is what the proxy says, whatever she claims herself', async () => {
    const token = await signIn();
    const { text } = await nginx.ask(`${api}/auth/sessions`, { headers: { authorization: token, 'x-forwarded-for': forged } });
    const addresses = (JSON.parse(text) as { data: { address: string; isCurrent: boolean }[] }).data;
    expect(addresses.find(({ isCurrent }) => isCurrent)?.address).toBe(callersAddress);
    const own = await site.world.call('GET /auth/sessions', {}, { token: await signInPastProxy() });
    expect(own.data.find(({ isCurrent }) => isCurrent)?.address).toBe(callersAddress);
  });

  test('people stay with their host, by polling and by websocket, and hear what happens at the other; no token is written down', async () => {
    const tokens = new Map<string, string>();
    for (let tries = 0; tries < 40 && tokens.size < 2; tries += 1) {
      const token = await signIn();
      await nginx.ask(`${api}/users/me`, { headers: { authorization: `Bearer ${token}` } });
      tokens.set(lastHost(), token);
    }
    const [first = '', second = ''] = tokens.values();
    const heard = [
      await listen(first, 'polling'),
      await listen(second, 'polling'),
      await listen(first, 'websocket'),
      await listen(second, 'websocket'),
    ];
    const perHost = await site.world.ctx.db
      .select({ count: count() })
      .from(openSockets)
      .where(isNull(openSockets.closedAt))
      .groupBy(openSockets.hostId);
    expect(perHost).toEqual([{ count: 2 }, { count: 2 }]);
    const operator = await signUpOperator(site.world);
    await site.world.call(
      'PUT /admin/settings/:key',
      { params: { key: 'siteName' }, body: { value: 'Behind glass' } },
      { token: operator.token },
    );
    await eventually(() => {
      expect(heard.map((names) => names.at(-1))).toEqual(Array(4).fill('Behind glass'));
    });
    sockets.forEach((socket) => socket.close());

    await other.close();
    isOtherGone = true;
    await listen(first, 'websocket');
    await listen(second, 'polling');
    const written = nginx.written();
    expect(written).toContain('/socket.io/');
    for (const token of tokens.values()) expect(written).not.toContain(token);
  });
});
