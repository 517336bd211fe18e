/** Every right against every endpoint that requires one: a right allows exactly the endpoints that declare it. */
import { and, eq, gt, inArray } from 'drizzle-orm';
import { api, endpoint, type Name } from '@contract/api';
import { allRights, bundleNames, bundles, rights, type Right } from '@contract/kernel/rights';
import { auditLog } from '@server/platform/db/schema/site';
import { teamMembers } from '@server/platform/db/schema/team';
import { attemptCount } from '../kit/timing/depth';
import { signUpOperator } from '../kit/people/people';
import { openTestHost, type TestHost } from '../kit/host/test-host';

const someId = '01890000-0000-7000-8000-000000000000';
const guarded = (Object.keys(api) as Name[]).filter((name) => endpoint(name).right !== undefined);
/** Endpoints that fans may call too require no right: an operator gets only their own data there. */
const isOpenToFans = (name: Name): boolean => [endpoint(name).access].flat().includes('user');

let testHost: TestHost;
let operator: { token: string; id: string };

beforeAll(async () => {
  testHost = await openTestHost();
  operator = await signUpOperator(testHost);
});
afterAll(() => testHost.close());

const grant = (granted: readonly Right[]) =>
  testHost.ctx.db
    .update(teamMembers)
    .set({ bundle: null, rights: [...granted] })
    .where(eq(teamMembers.accountId, operator.id));

interface Outcome {
  name: Name;
  status: number;
  error: string | null;
  message: string;
}

async function callEndpoint(name: Name): Promise<Outcome> {
  const [method = '', pattern = ''] = name.split(' ');
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const response = await fetch(testHost.url + pattern.replaceAll(/:\w+/g, someId), {
    method,
    headers: { authorization: operator.token, ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { body: '{}' }),
  });
  const text = await response.text();
  const { error = null, message = '' } = (response.ok ? {} : JSON.parse(text)) as Partial<Outcome>;
  return { name, status: response.status, error, message };
}

const callAll = (names: Name[]): Promise<Outcome[]> => Promise.all(names.map(callEndpoint));
const rejectedIn = (outcomes: Outcome[]): Name[] => outcomes.filter(({ error }) => error === 'right_missing').map(({ name }) => name);

/** The audited rejections after an entry. */
async function auditedSince(id: string): Promise<string[]> {
  const rows = await testHost.ctx.db
    .select({ target: auditLog.targetId, after: auditLog.after })
    .from(auditLog)
    .where(and(gt(auditLog.id, id), eq(auditLog.actorId, operator.id), inArray(auditLog.action, ['rights.missing'])));
  return rows.map(({ target, after }) => `${target} ${(after as { right: string }).right}`).toSorted();
}

/** Of the endpoints that declare other rights, each right tries one in this many. */
const sampleInterval = attemptCount(4, 1);

test.each(allRights)('%s allows the endpoints that declare it, and no others; each rejection is audited', async (right) => {
  await grant([right]);
  const since = testHost.ctx.random.id();
  const offset = allRights.indexOf(right) % sampleInterval;
  const called = guarded.filter((name, index) => endpoint(name).right === right || index % sampleInterval === offset);
  const outcomes = await callAll(called);
  const rejected = called.filter((name) => endpoint(name).right !== right && !isOpenToFans(name));
  expect(rejectedIn(outcomes)).toEqual(rejected);
  for (const { error, status, message, name } of outcomes)
    if (error === 'right_missing') {
      expect(status).toBe(403);
      expect(message).toContain(rights[endpoint(name).right ?? right]);
    }
  expect(await auditedSince(since)).toEqual(rejected.map((name) => `${name} ${endpoint(name).right ?? ''}`).toSorted());
});

test('without rights, no guarded endpoint is allowed', async () => {
  await grant([]);
  expect(rejectedIn(await callAll(guarded))).toEqual(guarded.filter((name) => !isOpenToFans(name)));
});

test('bundles contain existing rights, and an owner has all of them', () => {
  for (const name of bundleNames) for (const right of bundles[name]) expect(allRights).toContain(right);
  expect(bundles.owner).toEqual(allRights);
});
