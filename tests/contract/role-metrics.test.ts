/** The metrics of the worker and the site, and who may read them. */
import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendMetrics } from '@server/platform/http/metrics-access';
import { openWorkerServer, type WorkerServer } from '@server/worker-server';
import { openSiteMetrics } from '../../bin/site/metrics';
import { eventually } from '../kit/timing/eventually';
import { openTestHost, type TestHost } from '../kit/host/test-host';

const token = 'a token for the collector';
const bearer = { authorization: `Bearer ${token}` };

/** The metrics at an address: the value of each line by its name with labels. */
async function metricsAt(address: string, headers: Record<string, string> = {}): Promise<Map<string, string>> {
  const lines = (await (await fetch(address, { headers })).text()).split('\n').filter((line) => !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)]));
}

describe('a worker', () => {
  let testHost: TestHost;
  let workerServer: WorkerServer;
  let url: string;
  beforeAll(async () => {
    testHost = await openTestHost({ METRICS_TOKEN: token });
    workerServer = openWorkerServer(testHost.opened);
    url = await workerServer.listen(0, '127.0.0.1');
    await testHost.ctx.jobs.work(testHost.ctx);
  });
  afterAll(async () => {
    await workerServer.close();
    await testHost.close();
  });

  test('reports its process, its connections, and completed and failed jobs to the holder of the token', async () => {
    await testHost.ctx.jobs.enqueue(testHost.ctx.db, 'privacy/export', { exportId: 'no such id' });
    await testHost.ctx.jobs.enqueue(testHost.ctx.db, 'auth/reset-link', { email: 'nobody@example.com' });
    await eventually(async () => {
      const metricsByName = await metricsAt(`${url}/metrics`, bearer);
      expect(metricsByName.get('footlight_job_duration_seconds_count{queue="auth/reset-link",outcome="done"}')).toBe('1');
      expect(metricsByName.get('footlight_job_duration_seconds_count{queue="privacy/export",outcome="failed"}')).toBe('1');
      expect(Number(metricsByName.get('footlight_database_connections{state="idle"}'))).toBeGreaterThan(0);
      expect(Number(metricsByName.get('process_cpu_seconds_total'))).toBeGreaterThan(0);
    });
  });

  test('reports only its health to others', async () => {
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'ok' });
    const unauthorized: Record<string, string>[] = [{}, { authorization: 'Bearer guessed' }];
    for (const headers of unauthorized) expect((await fetch(`${url}/metrics`, { headers })).status).toBe(404);
    expect((await fetch(`${url}/`)).status).toBe(404);
  });
});

describe('the site', () => {
  const metrics = openSiteMetrics({
    staticRoutes: [{ page: '/' }, { page: '/home' }],
    dynamicRoutes: [{ page: '/[profileId]', regex: '^/([^/]+?)(?:/)?$' }],
  });
  const server = createServer((request, response) => {
    if (request.url === '/metrics') return void sendMetrics(null, metrics.registry, [request, response]);
    metrics.watch(request, response);
    // Next.js changes the request's URL in the same way.
    request.url = '/elsewhere';
    response.writeHead(request.method === 'GET' ? 200 : 405).end();
  });
  let url: string;
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  test('counts responses by route, with one route for each static folder and one for unknown paths', async () => {
    const paths = ['/', '/home/', '/ada?from=home', '/bruno', '/_next/static/one.js', '/_next/static/two.js', '/sw.js', '/no/such/page'];
    for (const path of paths) await fetch(url + path);
    await fetch(`${url}/home`, { method: 'POST' });
    const counts = [...(await metricsAt(`${url}/metrics`))].filter(([name]) =>
      name.startsWith('footlight_site_request_duration_seconds_count'),
    );
    const byRoute = counts.map(([name, value]) => [/route="([^"]*)",status="(\d+)"/.exec(name)?.slice(1).join(' '), value]);
    expect(Object.fromEntries(byRoute)).toEqual({
      '/ 200': '1',
      '/home 200': '1',
      '/[profileId] 200': '2',
      '/_next/static 200': '2',
      '/sw.js 200': '1',
      'none 200': '1',
      '/home 405': '1',
    });
  });

  test('serves metrics to this machine only when there is no token, and to no proxy on it', async () => {
    expect((await fetch(`${url}/metrics`)).status).toBe(200);
    // fetch does not send this header.
    const proxied = send(`${url}/metrics`, { headers: { 'x-forwarded-for': '198.51.100.7' } }).end();
    const [response] = (await once(proxied, 'response')) as [IncomingMessage];
    expect(response.resume().statusCode).toBe(404);
  });
});
