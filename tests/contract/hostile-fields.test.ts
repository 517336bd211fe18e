/**
 * Every endpoint with requests that are valid except for one thing: each field in turn has a wrong type, is at or beyond its
 * limits, is missing, is repeated, or comes with undeclared fields. In `hostile.test.ts` everything is wrong together.
 */
import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import fc from 'fast-check';
import { api, endpoint, type Name } from '@contract/api';
import type { Endpoint } from '@contract/kernel/endpoint';
import { errors } from '@contract/kernel/errors';
import * as schema from '@server/platform/db/schema/schema';
import { violatedInvariants } from '../kit/money/ledger';
import { attemptsAt, fieldsOf, sampleOf, sampleId, type Attempt } from '../kit/contract/hostile-values';
import { openPair, type Pair } from '../kit/contract/pair';
import { attemptCount } from '../kit/timing/depth';

/** The number of attempts per endpoint in a run. Attempts at the limits are always made; the seed selects the others. */
const attemptsMax = attemptCount(3, 12);
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000);

let pair: Pair;
beforeAll(async () => {
  pair = await openPair();
});
afterAll(() => pair.testHost.close());

/** Endpoints that would end the session or the account of the other requests. */
const excluded: Name[] = ['POST /auth/logout', 'POST /account/deletion'];
const names = (Object.keys(api) as Name[]).filter((name) => !excluded.includes(name));

type Caller = 'fan' | 'performer' | 'operator';
const callerOf = ({ access }: Endpoint): Caller => {
  const kinds = [access].flat();
  if (kinds.includes('performer')) return 'performer';
  return kinds.includes('operator') && !kinds.includes('user') ? 'operator' : 'fan';
};

/** Ids of existing resources by a word of the path, so that a request gets as far as possible. */
const resourceIds = (): [word: RegExp, id: string][] => {
  const { id, performer, fan } = pair;
  return [
    [/feeds/, id.feed],
    [/videos/, id.video],
    [/galleries/, id.gallery],
    [/products|cart/, id.product],
    [/conversations|messages/, id.conversation],
    [/stream/, id.stream],
    [/address/, id.home],
    [/fans|users/, fan.id],
    [/performers|follows|tip|subscri/, performer.id],
  ];
};

/** The method and the path; endpoints that delete, or that belong to operators, get an id that does not exist. */
function addressOf(name: Name, caller: Caller): [method: string, path: string] {
  const [method = '', pattern = ''] = name.split(' ');
  const isHarmless = method !== 'DELETE' && caller !== 'operator';
  const id = (isHarmless && resourceIds().find(([word]) => word.test(pattern))?.[1]) || sampleId;
  return [method, pattern.replaceAll(/:\w+/g, id)];
}

const excerpt = (value: unknown): string => JSON.stringify(value ?? null).slice(0, 200);

async function send(name: Name, { query, body }: { query?: unknown; body?: unknown }): Promise<{ status: number; text: string }> {
  const rule = endpoint(name);
  const caller = callerOf(rule);
  const [method, path] = addressOf(name, caller);
  const searchParams = new URLSearchParams();
  if (typeof query === 'object' && query !== null)
    for (const [key, value] of Object.entries(query))
      for (const item of [value].flat()) searchParams.append(key, typeof item === 'string' ? item : excerpt(item));
  const headers: Record<string, string> = { authorization: pair[caller].token };
  let requestBody: string | FormData | undefined;
  if (rule.files && typeof body === 'object' && body !== null) {
    requestBody = new FormData();
    for (const [key, value] of Object.entries(body))
      if (value !== undefined) requestBody.append(key, typeof value === 'string' ? value : excerpt(value));
  } else if (body !== undefined && method !== 'GET') {
    requestBody = JSON.stringify(body);
    headers['content-type'] = 'application/json';
  }
  const address = searchParams.size > 0 ? `${path}?${searchParams}` : path;
  const response = await fetch(pair.testHost.url + address, {
    method,
    redirect: 'manual',
    headers,
    ...(requestBody !== undefined && { body: requestBody }),
  });
  return { status: response.status, text: await response.text() };
}

function expectKnownError({ status, text }: { status: number; text: string }, what: string): void {
  if (status < 400) return;
  const error = (JSON.parse(text) as { error: string }).error;
  expect({ what, seed, status, error: Object.keys(errors).includes(error) ? error : `unknown: ${error}` }).toEqual({
    what,
    seed,
    error: expect.not.stringMatching(/^(unknown|internal_error)/) as unknown,
    status: [500, 502].includes(status) ? 'an error below 500' : status,
  });
  expect(text).not.toMatch(/node_modules|at \w+ \(|select .* from/i);
}

/** Attempts at the limits first, then as many random ones as the maximum allows. */
function selectAttempts(attempts: readonly Attempt[]): Attempt[] {
  const [atLimits, others] = [attempts.filter(({ mustFail }) => mustFail), attempts.filter(({ mustFail }) => !mustFail)];
  const random = fc.sample(fc.shuffledSubarray(others, { minLength: others.length }), { numRuns: 1, seed })[0] ?? [];
  return [...atLimits, ...random].slice(0, Math.max(attemptsMax, atLimits.length));
}

async function tryAll(name: Name, part: 'query' | 'body', attempts: readonly Attempt[]): Promise<void> {
  for (const { what, value, mustFail } of attempts) {
    const response = await send(name, { [part]: value });
    expectKnownError(response, `${name} ${part} ${what}`);
    // A list may ignore query parameters that it cannot parse; fields of a body must be rejected.
    if (mustFail && part === 'body')
      expect([name, what, seed, response.status >= 400 ? 'rejected' : excerpt(response.text)]).toEqual([name, what, seed, 'rejected']);
  }
  // Without a session, all later requests would be rejected for that reason.
  const { token } = pair[callerOf(endpoint(name))];
  expect([name, seed, (await pair.testHost.call('GET /users/me', {}, { token })).status]).toEqual([name, seed, 200]);
}

const withBody = names.filter((name) => endpoint(name).body && !name.startsWith('GET'));
const withQuery = names.filter((name) => endpoint(name).query);

test.each(withBody)('%s rejects a body with one wrong field with a named error', async (name) => {
  const { body } = endpoint(name);
  if (!body) return;
  const randomValues = fc
    .sample(fc.jsonValue({ maxDepth: 3 }), { numRuns: attemptCount(1, 3), seed })
    .map((value): Attempt => ({ what: excerpt(value), value, mustFail: false }));
  await tryAll(name, 'body', [...selectAttempts(attemptsAt(body)), ...randomValues]);
});

test.each(withQuery)('%s rejects a query with one wrong or repeated parameter with a named error', async (name) => {
  const { query } = endpoint(name);
  if (!query) return;
  const validSample = sampleOf(query) as Record<string, unknown>;
  const repeatedKeys = fieldsOf(query).map((key): Attempt => ({
    what: `${key} twice`,
    value: { ...validSample, [key]: [validSample[key], 'desc', '-1'] },
    mustFail: false,
  }));
  await tryAll(name, 'query', [...selectAttempts(attemptsAt(query)), ...repeatedKeys]);
});

/** Fields that a caller must not set on their account or content; the values can be found in any table that stores them. */
const marker = { number: 987_654, text: 'smuggled-in' };
const undeclaredFields = {
  role: 'operator',
  rights: ['settings.change'],
  bundle: 'owner',
  isPerformer: true,
  isVerified: true,
  verified: true,
  verification: 'approved',
  emailVerified: true,
  emailVerifiedAt: '1987-06-05T00:00:00.000Z',
  status: 'active',
  isOnline: true,
  balance: marker.number,
  price: marker.number,
  priceCents: marker.number,
  commission: marker.number,
  earnings: marker.number,
  likes: marker.number,
  likesCount: marker.number,
  totalLikes: marker.number,
  views: marker.number,
  stats: { likes: marker.number },
  followers: marker.number,
  subscribers: marker.number,
  stock: marker.number,
  seq: marker.number,
  size: marker.number,
  slug: marker.text,
  name: marker.text,
  passwordHash: marker.text,
  createdAt: '1987-06-05T00:00:00.000Z',
};

test('undeclared fields have no effect, for any caller and endpoint', async () => {
  const { ctx } = pair.testHost;
  const otherOwner = {
    _id: sampleId,
    id: sampleId,
    ownerId: pair.other.id,
    userId: pair.other.id,
    accountId: pair.other.id,
    performerId: pair.other.id,
  };
  const accountStates = async () =>
    (
      await ctx.db.execute(sql`
        select a.id, a.role, a.is_performer, a.email_verified_at, a.status, p.verification, t.bundle, t.rights
        from accounts a left join performers p on p.account_id = a.id left join team_members t on t.account_id = a.id order by a.id`)
    ).rows;
  const itemOwners = async () =>
    (await ctx.db.execute(sql`select id, performer_id from items order by id`)).rows as { id: string; performer_id: string }[];
  const [before, ownedBefore] = [await accountStates(), await itemOwners()];
  for (const name of withBody) {
    const { body } = endpoint(name);
    if (!body) continue;
    const declared = new Set(fieldsOf(body));
    const extra = Object.fromEntries(Object.entries({ ...undeclaredFields, ...otherOwner }).filter(([key]) => !declared.has(key)));
    const validSample = sampleOf(body);
    expectKnownError(
      await send(name, { body: typeof validSample === 'object' ? { ...validSample, ...extra } : extra }),
      `${name} with more`,
    );
    expectKnownError(await send(name, { body: extra }), `${name} with nothing else`);
  }
  const existingIds = new Set(before.map(({ id }) => id));
  expect((await accountStates()).filter(({ id }) => existingIds.has(id))).toEqual(before);
  const after = new Map((await itemOwners()).map(({ id, performer_id }) => [id, performer_id]));
  expect(ownedBefore.filter(({ id, performer_id }) => after.has(id) && after.get(id) !== performer_id)).toEqual([]);
  const tables = Object.values(schema as Record<string, unknown>).filter((item): item is PgTable => is(item, PgTable));
  for (const table of tables) {
    const { rows } = await ctx.db.execute(sql`
      select ${table}::text as row from ${table} where ${table}::text ~ ${`${marker.text}|${String(marker.number)}|1987-06-05`} limit 1`);
    expect([getTableName(table), rows]).toEqual([getTableName(table), []]);
  }
  expect(await violatedInvariants(pair.testHost)).toEqual([]);
});

test('afterwards every account still has its role, and the API works', async () => {
  for (const role of ['fan', 'performer', 'operator'] as const)
    expect([role, (await pair.testHost.call('GET /users/me', {}, { token: pair[role].token })).status]).toEqual([role, 200]);
  expect((await fetch(`${pair.testHost.url}/ready`)).status).toBe(200);
});
