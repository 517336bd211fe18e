/** Endpoints outside the contract: health, readiness, metrics, the OpenAPI document, and the headers of every response. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { openProcessMetrics } from '@server/platform/http/process-metrics';
import { openSiteMetrics } from '../../bin/site/metrics';
import { signUpFan } from '../kit/people/people';
import { openTestHost, type TestHost } from '../kit/host/test-host';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost({ METRICS_TOKEN: 'a token for the collector' });
});
afterAll(() => testHost.close());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> => fetch(testHost.url + path, { headers });

test('the readiness response lists the state of each dependency', async () => {
  expect(await (await get('/health')).json()).toEqual({ status: 'ok' });
  expect(await (await get('/ready')).json()).toEqual({ status: 'ok', parts: { database: 'ok', storage: 'ok', jobs: 'ok' } });
});

test('many readiness requests run one check, and its result is cached for a few seconds', async () => {
  const { storage } = testHost.ctx;
  const checks: (() => Promise<void>)[] = [];
  const original = storage.check;
  let outcome = (): Promise<void> => Promise.resolve();
  storage.check = () => {
    checks.push(outcome);
    return outcome();
  };
  try {
    testHost.clock.advance({ minutes: 1 });
    await Promise.all(Array.from({ length: 30 }, () => get('/ready')));
    expect((await get('/ready')).status).toBe(200);
    expect(checks).toHaveLength(1);
    testHost.clock.advance({ minutes: 1 });
    outcome = () => Promise.reject(new Error('the disk is full'));
    const unavailable = await get('/ready');
    expect([unavailable.status, await unavailable.json()]).toEqual([
      503,
      { status: 'away', parts: { database: 'ok', storage: 'away', jobs: 'ok' } },
    ]);
    expect(checks).toHaveLength(2);
  } finally {
    storage.check = original;
  }
});

test("metrics need the collector's token", async () => {
  expect((await get('/metrics')).status).toBe(404);
  expect((await get('/metrics', { authorization: 'Bearer wrong' })).status).toBe(404);
  const response = await get('/metrics', { authorization: 'Bearer a token for the collector' });
  expect(await response.text()).toContain('http_request_duration_seconds');
});

test('the metrics report how far workers are behind, and the state of the live engine', async () => {
  const headers = { authorization: 'Bearer a token for the collector' };
  const metric = async (name: string) =>
    (await (await get('/metrics', headers)).text())
      .split('\n')
      .find((line) => line.startsWith(`footlight_${name} `))
      ?.split(' ')[1];
  expect([await metric('jobs_overdue_seconds'), await metric('live_up')]).toEqual(['0', undefined]);
  await testHost.ctx.db.execute(
    sql`insert into jobs.job (name, state, start_after) values ('mail/deliver', 'created', now() - interval '5 minutes')`,
  );
  expect(Number(await metric('jobs_overdue_seconds'))).toBeGreaterThanOrEqual(300);
  expect(await metric('jobs{state="created"}')).toBe('1');

  expect([await metric('mails{state="queued"}'), await metric('mails_waiting_seconds')]).toEqual(['0', '0']);
  await testHost.ctx.db.execute(sql`insert into mails (id, "to", template, subject, text, html, status, created_at, updated_at)
    select gen_random_uuid(), 'ada@example.com', 'unseen', 'News', '', '', status, now() - age, now()
    from (values ('queued', interval '10 minutes'), ('failed', interval '1 hour'), ('failed', interval '2 days'), ('sent', interval '1 hour')) mail (status, age)`);
  expect([await metric('mails{state="queued"}'), await metric('mails{state="failed"}')]).toEqual(['1', '1']);
  expect(Number(await metric('mails_waiting_seconds'))).toBeGreaterThanOrEqual(600);

  expect([await metric('payments_unsettled{state="processing"}'), await metric('payments_waiting_seconds')]).toEqual(['0', '0']);
  const { id } = await signUpFan(testHost);
  await testHost.ctx.db
    .execute(sql`insert into payments (id, user_id, type, status, gateway, title, original_cents, total_cents, currency, gateway_key, created_at, updated_at)
    select gen_random_uuid(), ${id}::uuid, 'top_up', status, 'stripe', 'Tokens', 500, 500, 'usd', 'key ' || status, now() - age, now() - age
    from (values ('processing', interval '2 hours'), ('success', interval '3 hours')) payment (status, age)`);
  expect([await metric('payments_unsettled{state="processing"}'), await metric('payments_unsettled{state="created"}')]).toEqual(['1', '0']);
  expect(Number(await metric('payments_waiting_seconds'))).toBeGreaterThanOrEqual(7200);
  expect(await metric('outbox_waiting_seconds')).toBe('0');
  expect([Number(await metric('database_connections{state="idle"}')) > 0, await metric('database_connections{state="waiting"}')]).toEqual([
    true,
    '0',
  ]);

  const engines = testHost.ctx.streaming.byName as Record<string, object>;
  engines['embedded'] = { load: () => Promise.resolve({ rooms: 2, connections: 7, cpu_ms: 1500 }) };
  expect(await Promise.all(['up', 'rooms', 'connections', 'cpu_seconds_total'].map((name) => metric(`live_${name}`)))).toEqual([
    '1',
    '2',
    '7',
    '1.5',
  ]);
  const text = await (await get('/metrics', headers)).text();
  expect(text).toContain('# TYPE footlight_live_cpu_seconds_total counter');
  expect(await metric('live_cpu_seconds_total')).toBe('1.5');
  engines['embedded'] = { load: () => Promise.resolve(null) };
  expect([await metric('live_up'), await metric('live_rooms'), await metric('live_cpu_seconds_total')]).toEqual([
    '0',
    undefined,
    undefined,
  ]);
  delete engines['embedded'];
});

test('the sample dashboard queries only existing metrics', async () => {
  const ownMetrics = await (await get('/metrics', { authorization: 'Bearer a token for the collector' })).text();
  const text = [ownMetrics, await openProcessMetrics(testHost.opened).registry.metrics(), await openSiteMetrics().registry.metrics()].join(
    '\n',
  );
  const { panels } = JSON.parse(readFileSync('deploy/grafana/footlight.json', 'utf8')) as { panels: { targets: { expr: string }[] }[] };
  const metricNames = panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/\b(http|process|nodejs|footlight)_\w+/g) ?? []),
  );
  expect(new Set(metricNames).size).toBeGreaterThan(5);
  for (const name of metricNames) expect(text).toContain(`# TYPE ${name.replace(/_(bucket|count|sum)$/, '')} `);
});

test('the OpenAPI document and its page are served, and cannot be framed', async () => {
  expect(((await (await get('/openapi.json')).json()) as { paths: object }).paths).toHaveProperty('/auth/login');
  const page = await get('/docs');
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

test("responses have a request id, are not cached, and are readable by the site's origin only", async () => {
  const response = await get('/performers/top', { origin: testHost.ctx.config.siteUrl, 'x-request-id': 'asked-for-this-one' });
  expect(response.headers.get('x-request-id')).toBe('asked-for-this-one');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('access-control-allow-origin')).toBe(testHost.ctx.config.siteUrl);
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none';base-uri 'none';frame-ancestors 'none'");
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  const other = await get('/performers/top', { origin: 'https://elsewhere.example' });
  expect(other.headers.get('access-control-allow-origin')).not.toBe('https://elsewhere.example');
});

test('lists that rarely change are cached for a day and revalidated by ETag', async () => {
  const first = await get('/languages/list');
  expect(first.headers.get('cache-control')).toBe('public, max-age=86400');
  const again = await get('/languages/list', { 'if-none-match': first.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
});

test('a client may send the JSON content type without a body', async () => {
  const response = await fetch(`${testHost.url}/auth/email-verification`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  expect(await response.json()).toEqual({ data: { sent: true } });
});

test('responses above a kilobyte are compressed as the caller accepts', async () => {
  const longDocument = '/openapi.json';
  const request = async (path: string, headers: Record<string, string>) => {
    const response = await get(path, headers);
    return { encoding: response.headers.get('content-encoding'), vary: response.headers.get('vary'), text: await response.text() };
  };
  const plain = await request(longDocument, { 'accept-encoding': 'identity' });
  expect(plain.encoding).toBeNull();
  for (const encoding of ['br', 'gzip']) {
    const compressed = await request(longDocument, { 'accept-encoding': encoding });
    expect(compressed).toMatchObject({ encoding, text: plain.text });
    expect(compressed.vary).toContain('accept-encoding');
  }
  expect((await request('/countries/list', { 'accept-encoding': 'gzip' })).encoding).toBe('gzip');
  expect((await request('/health', { 'accept-encoding': 'gzip' })).encoding).toBeNull();
  expect((await request(longDocument, { 'accept-encoding': 'gzip', 'x-no-compression': '1' })).encoding).toBeNull();
});

test('a compressed request body is not decompressed', async () => {
  const body = gzipSync(JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(5000) }));
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const response = await fetch(`${testHost.url}/auth/login`, { method: 'POST', headers, body });
  expect(await response.json()).toMatchObject({ error: 'invalid_request' });
});
