/** What stands outside the envelope: health, readiness, metrics, the document, and the headers that every answer carries. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { signUpFan } from '../kit/people/people';
import { openWorld, type World } from '../kit/host/test-host';

let world: World;
beforeAll(async () => {
  world = await openWorld({ METRICS_TOKEN: 'a token for the collector' });
});
afterAll(() => world.close());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> => fetch(world.url + path, { headers });

test('health and readiness name what the host needs', async () => {
  expect(await (await get('/health')).json()).toEqual({ status: 'ok' });
  expect(await (await get('/ready')).json()).toEqual({ status: 'ok', parts: { database: 'ok', storage: 'ok', jobs: 'ok' } });
});

test('many who ask whether the host is ready cost one check, and for a few seconds no other', async () => {
  const { storage } = world.ctx;
  const checks: (() => Promise<void>)[] = [];
  const original = storage.check;
  let outcome = (): Promise<void> => Promise.resolve();
  storage.check = () => {
    checks.push(outcome);
    return outcome();
  };
  try {
    world.clock.advance({ minutes: 1 });
    await Promise.all(Array.from({ length: 30 }, () => get('/ready')));
    expect((await get('/ready')).status).toBe(200);
    expect(checks).toHaveLength(1);
    world.clock.advance({ minutes: 1 });
    outcome = () => Promise.reject(new Error('the disk is full'));
    const refused = await get('/ready');
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { status: 'away', parts: { database: 'ok', storage: 'away', jobs: 'ok' } },
    ]);
    expect(checks).toHaveLength(2);
  } finally {
    storage.check = original;
  }
});

test('metrics are for the collector with the token', async () => {
  expect((await get('/metrics')).status).toBe(404);
  expect((await get('/metrics', { authorization: 'Bearer wrong' })).status).toBe(404);
  const told = await get('/metrics', { authorization: 'Bearer a token for the collector' });
  expect(await told.text()).toContain('http_request_duration_seconds');
});

test('the figures tell how far the workers are behind, and how the live engine is', async () => {
  const headers = { authorization: 'Bearer a token for the collector' };
  const figure = async (name: string) =>
    (await (await get('/metrics', headers)).text())
      .split('\n')
      .find((line) => line.startsWith(`footlight_${name} `))
      ?.split(' ')[1];
  expect([await figure('jobs_overdue_seconds'), await figure('live_up')]).toEqual(['0', undefined]);
  await world.ctx.db.execute(
    sql`insert into jobs.job (name, state, start_after) values ('mail/deliver', 'created', now() - interval '5 minutes')`,
  );
  expect(Number(await figure('jobs_overdue_seconds'))).toBeGreaterThanOrEqual(300);
  expect(await figure('jobs{state="created"}')).toBe('1');

  expect([await figure('mails{state="queued"}'), await figure('mails_waiting_seconds')]).toEqual(['0', '0']);
  await world.ctx.db.execute(sql`insert into mails (id, "to", template, subject, text, html, status, created_at, updated_at)
    select gen_random_uuid(), 'ada@example.com', 'unseen', 'News', '', '', status, now() - age, now()
    from (values ('queued', interval '10 minutes'), ('failed', interval '1 hour'), ('failed', interval '2 days'), ('sent', interval '1 hour')) mail (status, age)`);
  expect([await figure('mails{state="queued"}'), await figure('mails{state="failed"}')]).toEqual(['1', '1']);
  expect(Number(await figure('mails_waiting_seconds'))).toBeGreaterThanOrEqual(600);

  expect([await figure('payments_unsettled{state="processing"}'), await figure('payments_waiting_seconds')]).toEqual(['0', '0']);
  const { id } = await signUpFan(world);
  await world.ctx.db
    .execute(sql`insert into payments (id, user_id, type, status, gateway, title, original_cents, total_cents, currency, gateway_key, created_at, updated_at)
    select gen_random_uuid(), ${id}::uuid, 'top_up', status, 'stripe', 'Tokens', 500, 500, 'usd', 'key ' || status, now() - age, now() - age
    from (values ('processing', interval '2 hours'), ('success', interval '3 hours')) payment (status, age)`);
  expect([await figure('payments_unsettled{state="processing"}'), await figure('payments_unsettled{state="created"}')]).toEqual(['1', '0']);
  expect(Number(await figure('payments_waiting_seconds'))).toBeGreaterThanOrEqual(7200);
  expect(await figure('outbox_waiting_seconds')).toBe('0');
  expect([Number(await figure('database_connections{state="idle"}')) > 0, await figure('database_connections{state="waiting"}')]).toEqual([
    true,
    '0',
  ]);

  const engines = world.ctx.streaming.byName as Record<string, object>;
  engines['embedded'] = { load: () => Promise.resolve({ rooms: 2, connections: 7, cpu_ms: 1500 }) };
  expect(await Promise.all(['up', 'rooms', 'connections', 'cpu_seconds_total'].map((name) => figure(`live_${name}`)))).toEqual([
    '1',
    '2',
    '7',
    '1.5',
  ]);
  const text = await (await get('/metrics', headers)).text();
  expect(text).toContain('# TYPE footlight_live_cpu_seconds_total counter');
  expect(await figure('live_cpu_seconds_total')).toBe('1.5');
  engines['embedded'] = { load: () => Promise.resolve(null) };
  expect([await figure('live_up'), await figure('live_rooms'), await figure('live_cpu_seconds_total')]).toEqual([
    '0',
    undefined,
    undefined,
  ]);
  delete engines['embedded'];
});

test('the sample of a dashboard asks for what the metrics have', async () => {
  const text = await (await get('/metrics', { authorization: 'Bearer a token for the collector' })).text();
  const { panels } = JSON.parse(readFileSync('deploy/grafana/footlight.json', 'utf8')) as { panels: { targets: { expr: string }[] }[] };
  const asked = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/\b(http|process|nodejs|footlight)_\w+/g) ?? []));
  expect(new Set(asked).size).toBeGreaterThan(5);
  for (const name of asked) expect(text).toContain(`# TYPE ${name.replace(/_(bucket|count|sum)$/, '')} `);
});

test('the document and its page are served, and may not be framed', async () => {
  expect(((await (await get('/openapi.json')).json()) as { paths: object }).paths).toHaveProperty('/auth/login');
  const page = await get('/docs');
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

test('answers carry a request id, are not kept, and are readable by the own site alone', async () => {
  const own = await get('/performers/top', { origin: world.ctx.config.siteUrl, 'x-request-id': 'asked-for-this-one' });
  expect(own.headers.get('x-request-id')).toBe('asked-for-this-one');
  expect(own.headers.get('cache-control')).toBe('no-store');
  expect(own.headers.get('access-control-allow-origin')).toBe(world.ctx.config.siteUrl);
  expect(own.headers.get('content-security-policy')).toBe("default-src 'none';base-uri 'none';frame-ancestors 'none'");
  expect(own.headers.get('x-content-type-options')).toBe('nosniff');
  const other = await get('/performers/top', { origin: 'https://elsewhere.example' });
  expect(other.headers.get('access-control-allow-origin')).not.toBe('https://elsewhere.example');
});

test('lists that change rarely are kept for a day and asked for by their tag', async () => {
  const first = await get('/languages/list');
  expect(first.headers.get('cache-control')).toBe('public, max-age=86400');
  const again = await get('/languages/list', { 'if-none-match': first.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
});

test('a client may send the JSON type with no body at all', async () => {
  const answer = await fetch(`${world.url}/auth/email-verification`, { method: 'POST', headers: { 'content-type': 'application/json' } });
  expect(await answer.json()).toEqual({ data: { sent: true } });
});

test('answers above a kilobyte are compressed as the caller accepts', async () => {
  const long = '/openapi.json';
  const answer = async (path: string, headers: Record<string, string>) => {
    const got = await get(path, headers);
    return { encoding: got.headers.get('content-encoding'), vary: got.headers.get('vary'), text: await got.text() };
  };
  const plain = await answer(long, { 'accept-encoding': 'identity' });
  expect(plain.encoding).toBeNull();
  for (const encoding of ['br', 'gzip']) {
    const compressed = await answer(long, { 'accept-encoding': encoding });
    expect(compressed).toMatchObject({ encoding, text: plain.text });
    expect(compressed.vary).toContain('accept-encoding');
  }
  expect((await answer('/countries/list', { 'accept-encoding': 'gzip' })).encoding).toBe('gzip');
  expect((await answer('/health', { 'accept-encoding': 'gzip' })).encoding).toBeNull();
  expect((await answer(long, { 'accept-encoding': 'gzip', 'x-no-compression': '1' })).encoding).toBeNull();
});

test('a compressed request is not unpacked', async () => {
  const body = gzipSync(JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(5000) }));
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const answer = await fetch(`${world.url}/auth/login`, { method: 'POST', headers, body });
  expect(await answer.json()).toMatchObject({ error: 'invalid_request' });
});
