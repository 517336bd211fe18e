/** Actions that require two operators, on a site with one: after some days the only operator can decide alone, which is audited. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { auditLog } from '@server/platform/db/schema/site';
import { password, signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { publishItem } from '../../../tests/kit/content/published-item';
import { notificationInboxOf } from '../../../tests/kit/talk/notifications';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let operator: Awaited<ReturnType<typeof signUpOperator>>;
beforeEach(async () => {
  testHost = await openTestHost();
  operator = await signUpOperator(testHost);
});
afterEach(() => testHost.close());

const advanceClock = (seconds: number) => testHost.clock.advance({ seconds });
/** Signs in again, because the session expires during the wait. */
const renewSession = async (): Promise<void> => {
  operator.token = (await testHost.call('POST /auth/login', { body: { username: operator.username, password } })).data.token;
};
const auditedAfter = async (action: string) =>
  (await testHost.ctx.db.select().from(auditLog).where(eq(auditLog.action, action))).map(({ after }) => after);

test('the only operator approves their own adjustment after three days, but not while a colleague could', async () => {
  const fan = await signUpFan(testHost);
  const body = { personId: fan.id, amount: 12.5, reason: 'Charged twice' };
  const { data: proposed } = await testHost.call('POST /admin/ledger/adjustments', { body }, operator);
  const approve = () => testHost.call('POST /admin/ledger/adjustments/:id/approve', { params: { id: proposed._id } }, operator);
  expect(proposed.aloneFrom).toBe(new Date(Date.parse(proposed.createdAt) + limits.soloDecisionAfter_s * 1000).toISOString());
  expect((await approve()).errorBody).toMatchObject({ error: 'same_operator', message: expect.stringContaining('decide alone') as string });
  advanceClock(limits.soloDecisionAfter_s + 1);
  await renewSession();
  const colleague = await signUpOperator(testHost);
  expect((await approve()).errorBody.error).toBe('same_operator');
  const { data: listed } = await testHost.call('GET /admin/ledger/adjustments/search', {}, operator);
  expect(listed.data[0]).toMatchObject({ isOwn: true, aloneFrom: null });
  await testHost.call('DELETE /admin/team/:id', { params: { id: colleague.id } }, operator);
  expect((await approve()).status).toBe(200);
  expect(await auditedAfter('adjustments.approved')).toMatchObject([{ decidedAlone: true }]);
});

test('the only operator decides on an appeal against their own decision after three days', async () => {
  const ada = await signUpPerformer(testHost);
  const params = { type: 'feeds' as const, id: await publishItem(testHost, ada) };
  await testHost.call('POST /admin/content/:type/:id/hide', { params, body: { reason: 'Against the rules' } }, operator);
  const link = (await notificationInboxOf(testHost, ada)).find(({ type }) => type === 'moderation')?.link ?? '';
  const text = 'This is my own work, and nobody else is on it.';
  await testHost.call('POST /appeals', { body: { decisionId: link.replace('/decisions/', ''), text } }, ada);
  const openAppeal = async () => (await testHost.call('GET /admin/appeals/search', { query: { status: 'open' } }, operator)).data.data[0];
  const id = (await openAppeal())?._id ?? '';
  const decide = () =>
    testHost.call('POST /admin/appeals/:id/decide', { params: { id }, body: { decision: 'lifted', note: 'We looked again.' } }, operator);
  expect((await decide()).errorBody.error).toBe('same_operator');
  advanceClock(limits.soloDecisionAfter_s + 1);
  await renewSession();
  expect(Date.parse((await openAppeal())?.aloneFrom ?? '')).toBeLessThan(testHost.clock.now().getTime());
  expect((await decide()).data.status).toBe('lifted');
  expect(await auditedAfter('appeals.decide')).toMatchObject([{ decidedAlone: true }]);
});
