/**
 * Every endpoint with requests that are good but for one thing: a field in turn is of a wrong kind, at and beyond its limits,
 * missing, said twice, or in the company of what was never asked for. Beside `hostile`, where everything is wrong at once.
 */
import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import fc from 'fast-check';
import { api, endpoint, type Name } from '@contract/api';
import type { Endpoint } from '@contract/endpoint';
import { errors } from '@contract/kernel/errors';
import * as schema from '@server/platform/db/schema/schema';
import { brokenLaws } from '../support/books';
import { attemptsAt, fieldsOf, sampleOf, someId, type Attempt } from '../kit/contract/hostile-values';
import { openPair, type Pair } from '../support/pair';

/** So many of an endpoint's attempts are made in a run, the limits always; which of the others, the seed says. */
const attemptsMax = 12;
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000);

let pair: Pair;
beforeAll(async () => {
  pair = await openPair();
}, 60_000);
afterAll(() => pair.world.close());

/** Ending the session, or the account, would make the rest meaningless. */
const left: Name[] = ['POST /auth/logout', 'POST /account/deletion'];
const names = (Object.keys(api) as Name[]).filter((name) => !left.includes(name));

type Caller = 'fan' | 'performer' | 'operator';
const callerOf = ({ access }: Endpoint): Caller => {
  const kinds = [access].flat();
  if (kinds.includes('performer')) return 'performer';
  return kinds.includes('operator') && !kinds.includes('user') ? 'operator' : 'fan';
};

/** What an address names, by a word of it: something that is there, so that a request goes as far as it can. */
const things = (): [word: RegExp, id: string][] => {
  const { id, performer, fan } = pair;
  return [
    [/feeds/, id.feed],
    [/videos/, id.video],
    [/galleries/, id.gallery],
    [/products|cart/, id.product],
    [/conversations|messages/, id.talk],
    [/stream/, id.stream],
    [/address/, id.home],
    [/fans|users/, fan.id],
    [/performers|follows|tip|subscri/, performer.id],
  ];
};

/** The method and the path; what removes something, or is an operator's, names nothing that is there. */
function addressOf(name: Name, caller: Caller): [method: string, path: string] {
  const [method = '', pattern = ''] = name.split(' ');
  const isHarmless = method !== 'DELETE' && caller !== 'operator';
  const id = (isHarmless && things().find(([word]) => word.test(pattern))?.[1]) || someId;
  return [method, pattern.replaceAll(/:\w+/g, id)];
}

const shown = (value: unknown): string => JSON.stringify(value ?? null).slice(0, 200);

async function send(name: Name, { query, body }: { query?: unknown; body?: unknown }): Promise<{ status: number; text: string }> {
  const rule = endpoint(name);
  const caller = callerOf(rule);
  const [method, path] = addressOf(name, caller);
  const asked = new URLSearchParams();
  if (typeof query === 'object' && query !== null)
    for (const [key, value] of Object.entries(query))
      for (const one of [value].flat()) asked.append(key, typeof one === 'string' ? one : shown(one));
  const headers: Record<string, string> = { authorization: pair[caller].token };
  let sent: string | FormData | undefined;
  if (rule.files && typeof body === 'object' && body !== null) {
    sent = new FormData();
    for (const [key, value] of Object.entries(body))
      if (value !== undefined) sent.append(key, typeof value === 'string' ? value : shown(value));
  } else if (body !== undefined && method !== 'GET') {
    sent = JSON.stringify(body);
    headers['content-type'] = 'application/json';
  }
  const address = asked.size > 0 ? `${path}?${asked}` : path;
  const response = await fetch(pair.world.url + address, {
    method,
    redirect: 'manual',
    headers,
    ...(sent !== undefined && { body: sent }),
  });
  return { status: response.status, text: await response.text() };
}

function expectNamed({ status, text }: { status: number; text: string }, what: string): void {
  if (status < 400) return;
  const error = (JSON.parse(text) as { error: string }).error;
  expect({ what, seed, status, error: Object.keys(errors).includes(error) ? error : `unknown: ${error}` }).toEqual({
    ...{ what, seed, error: expect.not.stringMatching(/^(unknown|internal_error)/) as unknown },
    status: [500, 502].includes(status) ? 'a refusal' : status,
  });
  expect(text).not.toMatch(/node_modules|at \w+ \(|select .* from/i);
}

/** As many as there is time for; those that the limits decide come first. */
function chosen(attempts: readonly Attempt[]): Attempt[] {
  const [decided, free] = [attempts.filter(({ mustFail }) => mustFail), attempts.filter(({ mustFail }) => !mustFail)];
  const random = fc.sample(fc.shuffledSubarray(free, { minLength: free.length }), { numRuns: 1, seed })[0] ?? [];
  return [...decided, ...random].slice(0, Math.max(attemptsMax, decided.length));
}

async function tryAll(name: Name, part: 'query' | 'body', attempts: readonly Attempt[]): Promise<void> {
  for (const { what, value, mustFail } of attempts) {
    const answer = await send(name, { [part]: value });
    expectNamed(answer, `${name} ${part} ${what}`);
    // A list of what one asks for may leave out what it cannot read; what one says may not.
    if (mustFail && part === 'body')
      expect([name, what, seed, answer.status >= 400 ? 'refused' : shown(answer.text)]).toEqual([name, what, seed, 'refused']);
  }
  // Or the rest would be refused for want of a session.
  const { token } = pair[callerOf(endpoint(name))];
  expect([name, seed, (await pair.world.call('GET /users/me', {}, { token })).status]).toEqual([name, seed, 200]);
}

const withBody = names.filter((name) => endpoint(name).body && !name.startsWith('GET'));
const withQuery = names.filter((name) => endpoint(name).query);

test.each(withBody)('%s refuses by name what is wrong in one field', async (name) => {
  const { body } = endpoint(name);
  if (!body) return;
  const odd = fc
    .sample(fc.jsonValue({ maxDepth: 3 }), { numRuns: 3, seed })
    .map((value): Attempt => ({ what: shown(value), value, mustFail: false }));
  await tryAll(name, 'body', [...chosen(attemptsAt(body)), ...odd]);
});

test.each(withQuery)('%s refuses by name what is wrong in one word of its query, or said twice', async (name) => {
  const { query } = endpoint(name);
  if (!query) return;
  const whole = sampleOf(query) as Record<string, unknown>;
  const doubled = fieldsOf(query).map((key): Attempt => ({
    what: `${key} twice`,
    value: { ...whole, [key]: [whole[key], 'desc', '-1'] },
    mustFail: false,
  }));
  await tryAll(name, 'query', [...chosen(attemptsAt(query)), ...doubled]);
});

/** What nobody may say of herself or of what is hers; the figures and words are found wherever they are kept. */
const mark = { number: 987_654, text: 'smuggled-in' };
const smuggled = {
  ...{ role: 'operator', rights: ['settings.change'], bundle: 'owner', isPerformer: true, isVerified: true, verified: true },
  ...{ verification: 'approved', emailVerified: true, emailVerifiedAt: '1987-06-05T00:00:00.000Z', status: 'active', isOnline: true },
  ...{ balance: mark.number, price: mark.number, priceCents: mark.number, commission: mark.number, earnings: mark.number },
  ...{ likes: mark.number, likesCount: mark.number, totalLikes: mark.number, views: mark.number, stats: { likes: mark.number } },
  ...{ followers: mark.number, subscribers: mark.number, stock: mark.number, seq: mark.number, size: mark.number },
  ...{ slug: mark.text, name: mark.text, passwordHash: mark.text, createdAt: '1987-06-05T00:00:00.000Z' },
};

test('what was never asked for takes no effect, whoever says it wherever', async () => {
  const { ctx } = pair.world;
  const owners = {
    _id: someId,
    id: someId,
    ownerId: pair.other.id,
    userId: pair.other.id,
    accountId: pair.other.id,
    performerId: pair.other.id,
  };
  const standing = async () =>
    (
      await ctx.db.execute(sql`
        select a.id, a.role, a.is_performer, a.email_verified_at, a.status, p.verification, t.bundle, t.rights
        from accounts a left join performers p on p.account_id = a.id left join team_members t on t.account_id = a.id order by a.id`)
    ).rows;
  const owned = async () =>
    (await ctx.db.execute(sql`select id, performer_id from items order by id`)).rows as { id: string; performer_id: string }[];
  const [before, ownedBefore] = [await standing(), await owned()];
  for (const name of withBody) {
    const { body } = endpoint(name);
    if (!body) continue;
    const declared = new Set(fieldsOf(body));
    const extra = Object.fromEntries(Object.entries({ ...smuggled, ...owners }).filter(([key]) => !declared.has(key)));
    const whole = sampleOf(body);
    expectNamed(await send(name, { body: typeof whole === 'object' ? { ...whole, ...extra } : extra }), `${name} with more`);
    expectNamed(await send(name, { body: extra }), `${name} with nothing else`);
  }
  const known = new Set(before.map(({ id }) => id));
  expect((await standing()).filter(({ id }) => known.has(id))).toEqual(before);
  const after = new Map((await owned()).map(({ id, performer_id }) => [id, performer_id]));
  expect(ownedBefore.filter(({ id, performer_id }) => after.has(id) && after.get(id) !== performer_id)).toEqual([]);
  const tables = Object.values(schema as Record<string, unknown>).filter((one): one is PgTable => is(one, PgTable));
  for (const table of tables) {
    const { rows } = await ctx.db.execute(sql`
      select ${table}::text as row from ${table} where ${table}::text ~ ${`${mark.text}|${String(mark.number)}|1987-06-05`} limit 1`);
    expect([getTableName(table), rows]).toEqual([getTableName(table), []]);
  }
  expect(await brokenLaws(pair.world)).toEqual([]);
}, 60_000);

test('after all this everybody is who she was, and served', async () => {
  for (const who of ['fan', 'performer', 'operator'] as const)
    expect([who, (await pair.world.call('GET /users/me', {}, { token: pair[who].token })).status]).toEqual([who, 200]);
  expect((await fetch(`${pair.world.url}/ready`)).status).toBe(200);
});
