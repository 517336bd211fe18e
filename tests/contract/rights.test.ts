/** Every right against every endpoint that asks for one: it opens what names it, and nothing else. */
import { and, eq, gt, inArray } from 'drizzle-orm';
import { api, endpoint, type Name } from '@contract/api';
import { allRights, bundleNames, bundles, rights, type Right } from '@contract/kernel/rights';
import { auditLog, teamMembers } from '@server/platform/db/schema/schema';
import { tries } from '../support/depth';
import { signUpOperator } from '../kit/people/people';
import { openWorld, type World } from '../kit/host/test-host';

const someId = '01890000-0000-7000-8000-000000000000';
const guarded = (Object.keys(api) as Name[]).filter((name) => endpoint(name).right !== undefined);
/** What a fan may call too asks an operator for nothing at the door; there she finds what is her own, and nothing else. */
const asFan = (name: Name): boolean => [endpoint(name).access].flat().includes('user');

let world: World;
let operator: { token: string; id: string };

beforeAll(async () => {
  world = await openWorld();
  operator = await signUpOperator(world);
});
afterAll(() => world.close());

const give = (given: readonly Right[]) =>
  world.ctx.db
    .update(teamMembers)
    .set({ bundle: null, rights: [...given] })
    .where(eq(teamMembers.accountId, operator.id));

interface Met {
  name: Name;
  status: number;
  error: string | null;
  message: string;
}

async function ask(name: Name): Promise<Met> {
  const [method = '', pattern = ''] = name.split(' ');
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const response = await fetch(world.url + pattern.replaceAll(/:\w+/g, someId), {
    method,
    headers: { authorization: operator.token, ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { body: '{}' }),
  });
  const text = await response.text();
  const { error = null, message = '' } = (response.ok ? {} : JSON.parse(text)) as Partial<Met>;
  return { name, status: response.status, error, message };
}

const askAll = (names: Name[]): Promise<Met[]> => Promise.all(names.map(ask));
const refusedIn = (met: Met[]): Name[] => met.filter(({ error }) => error === 'right_missing').map(({ name }) => name);

/** What was kept of refusals since an entry. */
async function keptSince(id: string): Promise<string[]> {
  const rows = await world.ctx.db
    .select({ target: auditLog.targetId, after: auditLog.after })
    .from(auditLog)
    .where(and(gt(auditLog.id, id), eq(auditLog.actorId, operator.id), inArray(auditLog.action, ['rights.missing'])));
  return rows.map(({ target, after }) => `${target} ${(after as { right: string }).right}`).toSorted();
}

/** Of the endpoints that name other rights, each is asked of so many rights in turn. */
const share = tries(4, 1);

test.each(allRights)('%s opens the endpoints that name it, and no others; each refusal is kept', async (right) => {
  await give([right]);
  const since = world.ctx.chance.id();
  const turn = allRights.indexOf(right) % share;
  const asked = guarded.filter((name, index) => endpoint(name).right === right || index % share === turn);
  const met = await askAll(asked);
  const shut = asked.filter((name) => endpoint(name).right !== right && !asFan(name));
  expect(refusedIn(met)).toEqual(shut);
  for (const { error, status, message, name } of met)
    if (error === 'right_missing') {
      expect(status).toBe(403);
      expect(message).toContain(rights[endpoint(name).right ?? right]);
    }
  expect(await keptSince(since)).toEqual(shut.map((name) => `${name} ${endpoint(name).right ?? ''}`).toSorted());
});

test('without any right, nothing opens', async () => {
  await give([]);
  expect(refusedIn(await askAll(guarded))).toEqual(guarded.filter((name) => !asFan(name)));
});

test('bundles name rights that there are, and an owner has them all', () => {
  for (const name of bundleNames) for (const right of bundles[name]) expect(allRights).toContain(right);
  expect(bundles.owner).toEqual(allRights);
});
