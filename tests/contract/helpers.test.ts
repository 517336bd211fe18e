/** Every right of a helper against every endpoint: it opens what names it, and nothing else; each refusal is kept. */
import { and, eq, gt } from 'drizzle-orm';
import { api, endpoint, type Name } from '@contract/api';
import { allHelperRights, type HelperRight } from '@contract/kernel/delegate-rights';
import { auditLog, performerHelpers } from '@server/platform/db/schema/schema';
import { signUpFan, signUpPerformer } from '../kit/people/people';
import { openWorld, type World } from '../kit/host/test-host';

const someId = '01890000-0000-7000-8000-000000000000';
const names = Object.keys(api) as Name[];
const isForGuests = (name: Name): boolean => endpoint(name).access === 'anyone';
const stop: Name = 'POST /auth/logout';

let world: World;
let performer: { token: string; id: string };
let helper: { token: string; id: string };

beforeAll(async () => {
  world = await openWorld();
  [performer, helper] = [await signUpPerformer(world), await signUpFan(world)];
});
afterAll(() => world.close());

/** The token of a session in which the helper works with one right. */
async function workWith(right: HelperRight): Promise<string> {
  await world.ctx.db.delete(performerHelpers);
  const [id, at] = [world.ctx.chance.id(), world.clock.now()];
  await world.ctx.db.insert(performerHelpers).values({
    ...{ id, performerId: performer.id, accountId: helper.id, email: 'ben@example.com', rights: [right] },
    ...{ invitedAt: at, acceptedAt: at, updatedAt: at },
  });
  return (await world.call('POST /helping/:id/begin', { params: { id } }, { token: helper.token })).data.token;
}

async function isRefused(name: Name, token: string): Promise<boolean> {
  const [method = '', pattern = ''] = name.split(' ');
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const response = await fetch(world.url + pattern.replaceAll(/:\w+/g, someId), {
    method,
    headers: { authorization: token, ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { body: '{}' }),
  });
  const { error = null } = response.ok ? {} : (JSON.parse((await response.text()) || '{}') as { error?: string });
  expect([401, 500]).not.toContain(response.status);
  return error === 'forbidden_right';
}

/** Money, papers, bank, password, security, privacy, blocks, deletion, other people's accounts, and helpers themselves. */
const never =
  /wallet|payment|payout|earning|charges|coupon|package|stripe|subscri|promotion|documents|banking|password|two-factor|passkeys|sessions|reauthenticate|export|block|helpers|helping|mass-|fans|lists|admin|team|addresses/;

test.each(allHelperRights)('%s opens the endpoints that name it, and no others', async (right) => {
  const token = await workWith(right);
  const since = world.ctx.chance.id();
  const shut: Name[] = [];
  for (const name of names) if (name !== stop && (await isRefused(name, token))) shut.push(name);
  const isOpen = ({ helper: needed }: ReturnType<typeof endpoint>): boolean =>
    needed === 'any' || (needed !== undefined && [needed].flat().includes(right));
  expect(shut).toEqual(names.filter((name) => name !== stop && !isForGuests(name) && !isOpen(endpoint(name))));
  const kept = await world.ctx.db
    .select({ target: auditLog.targetId })
    .from(auditLog)
    .where(and(gt(auditLog.id, since), eq(auditLog.actorId, helper.id), eq(auditLog.action, 'helping.refused')));
  expect(kept.map(({ target }) => target).toSorted()).toEqual(shut.toSorted());
  expect(await isRefused(stop, token)).toBe(false);
});

test('no right opens what is the performer’s alone', () => {
  const opened = names.filter((name) => endpoint(name).helper !== undefined);
  expect(opened.filter((name) => never.test(name))).toEqual([]);
});
