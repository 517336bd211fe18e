/** Every delegate right against every endpoint: a right allows exactly the endpoints that declare it, and each rejection is audited. */
import { and, eq, gt } from 'drizzle-orm';
import { api, endpoint, type Name } from '@contract/api';
import { allDelegateRights, type DelegateRight } from '@contract/kernel/delegate-rights';
import { performerHelpers } from '@server/platform/db/schema/accounts';
import { auditLog } from '@server/platform/db/schema/site';
import { signUpFan, signUpPerformer } from '../kit/people/people';
import { openTestHost, type TestHost } from '../kit/host/test-host';

const someId = '01890000-0000-7000-8000-000000000000';
const names = Object.keys(api) as Name[];
const isForGuests = (name: Name): boolean => endpoint(name).access === 'anyone';
const logout: Name = 'POST /auth/logout';

let testHost: TestHost;
let performer: { token: string; id: string };
let delegate: { token: string; id: string };

beforeAll(async () => {
  testHost = await openTestHost();
  [performer, delegate] = [await signUpPerformer(testHost), await signUpFan(testHost)];
});
afterAll(() => testHost.close());

/** The token of a delegated session with one right. */
async function delegatedSession(right: DelegateRight): Promise<string> {
  await testHost.ctx.db.delete(performerHelpers);
  const [id, at] = [testHost.ctx.random.id(), testHost.clock.now()];
  await testHost.ctx.db.insert(performerHelpers).values({
    id,
    performerId: performer.id,
    accountId: delegate.id,
    email: 'ben@example.com',
    rights: [right],
    invitedAt: at,
    acceptedAt: at,
    updatedAt: at,
  });
  return (await testHost.call('POST /helping/:id/begin', { params: { id } }, { token: delegate.token })).data.token;
}

async function isRejected(name: Name, token: string): Promise<boolean> {
  const [method = '', pattern = ''] = name.split(' ');
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const response = await fetch(testHost.url + pattern.replaceAll(/:\w+/g, someId), {
    method,
    headers: { authorization: token, ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { body: '{}' }),
  });
  const { error = null } = response.ok ? {} : (JSON.parse((await response.text()) || '{}') as { error?: string });
  expect([401, 500]).not.toContain(response.status);
  return error === 'forbidden_right';
}

/** Money, identity documents, bank data, password, security, privacy, blocks, deletion, other accounts, and delegates themselves. */
const reservedForPerformer =
  /wallet|payment|payout|earning|charges|coupon|package|stripe|subscri|promotion|documents|banking|password|two-factor|passkeys|sessions|reauthenticate|export|block|helpers|helping|mass-|fans|lists|admin|team|addresses/;

test.each(allDelegateRights)('%s allows the endpoints that declare it, and no others', async (right) => {
  const token = await delegatedSession(right);
  const since = testHost.ctx.random.id();
  const rejected: Name[] = [];
  for (const name of names) if (name !== logout && (await isRejected(name, token))) rejected.push(name);
  const isOpen = ({ delegate: declared }: ReturnType<typeof endpoint>): boolean =>
    declared === 'any' || (declared !== undefined && [declared].flat().includes(right));
  expect(rejected).toEqual(names.filter((name) => name !== logout && !isForGuests(name) && !isOpen(endpoint(name))));
  const audited = await testHost.ctx.db
    .select({ target: auditLog.targetId })
    .from(auditLog)
    .where(and(gt(auditLog.id, since), eq(auditLog.actorId, delegate.id), eq(auditLog.action, 'helping.refused')));
  expect(audited.map(({ target }) => target).toSorted()).toEqual(rejected.toSorted());
  expect(await isRejected(logout, token)).toBe(false);
});

test('no right allows what is reserved for the performer', () => {
  const delegable = names.filter((name) => endpoint(name).delegate !== undefined);
  expect(delegable.filter((name) => reservedForPerformer.test(name))).toEqual([]);
});
