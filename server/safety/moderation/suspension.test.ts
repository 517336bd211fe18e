/** Suspended people cannot log in. They read the reason and appeal through a link. */
import * as limits from '@contract/kernel/limits';
import { eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { auditLog } from '@server/platform/db/schema/site';
import { teamMembers } from '@server/platform/db/schema/team';
import { eventually } from '../../../tests/kit/timing/eventually';
import { mailsTo } from '../../../tests/kit/host/mails';
import { password, signUpFan, signUpOperator } from '../../../tests/kit/people/people';
import { notificationInboxOf } from '../../../tests/kit/talk/notifications';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let operator: { token: string; id: string };
let colleague: { token: string; id: string };
beforeAll(async () => {
  testHost = await openTestHost();
  await testHost.ctx.jobs.work(testHost.ctx);
  [operator, colleague] = [await signUpOperator(testHost), await signUpOperator(testHost)];
});
afterAll(() => testHost.close());

const reason = 'Spam in messages';
const appealText = 'Someone else was in my account. I have a new password now.';
const suspend = (id: string) => testHost.call('POST /admin/users/:id/suspend', { params: { id }, body: { reason } }, operator);
const restore = (id: string) => testHost.call('POST /admin/users/:id/restore', { params: { id } }, operator);
const logIn = (username: string) => testHost.call('POST /auth/login', { body: { username, password } });
const linkIn = (text = ''): string => /\/auth\/appeal\?token=([\w.-]+)/.exec(text)?.[1] ?? 'none';
const read = (token: string) => testHost.call('POST /appeals/suspension/read', { body: { token } });
const appeal = (token: string, text = appealText) => testHost.call('POST /appeals/suspension', { body: { token, text } });
const decide = (id: string, decision: 'upheld' | 'lifted', user: { token: string }) =>
  testHost.call('POST /admin/appeals/:id/decide', { params: { id }, body: { decision, note: 'We looked again.' } }, user);
const openAppealOf = async (personId: string) =>
  (await testHost.call('GET /admin/appeals/search', { query: { status: 'open', limit: 100 } }, colleague)).data.data.find(
    ({ person }) => person?._id === personId,
  );

async function signUpSuspended() {
  const fan = await signUpFan(testHost);
  await suspend(fan.id);
  const [mail] = await mailsTo(testHost, fan.email, 'account-suspended');
  return { ...fan, link: linkIn(mail?.text) };
}

test('the mail and the login error contain a link to the reason, which gives no other access', async () => {
  const fan = await signUpSuspended();
  const { status, errorBody } = await logIn(fan.username);
  expect([status, errorBody.error]).toEqual([403, 'account_suspended']);
  expect(errorBody.message).toContain(reason);
  for (const token of [fan.link, errorBody.appealToken ?? '']) {
    const { data } = await read(token);
    expect(data).toMatchObject({ action: 'suspend', target: 'account', reason, appeal: null, endedAt: null });
    expect(JSON.stringify(data)).not.toContain(fan.email);
  }
  expect((await testHost.call('GET /users/me', {}, { token: fan.link })).status).toBe(401);
  expect((await testHost.call('POST /auth/password-reset', { body: { token: fan.link, password } })).errorBody.error).toBe('link_invalid');
  const wrong = await testHost.call('POST /auth/login', { body: { username: fan.username, password: 'something else' } });
  expect([wrong.errorBody.error, wrong.errorBody.appealToken]).toEqual(['invalid_credentials', undefined]);
});

test('an appeal is made once, decided by a different operator, and restores the account with a mail when lifted', async () => {
  const fan = await signUpSuspended();
  expect((await appeal(fan.link, 'Too short')).status).toBe(400);
  const both = await Promise.all([appeal(fan.link), appeal(fan.link)]);
  expect(both.map(({ status, errorBody }) => (status === 200 ? 'made' : errorBody.error)).sort()).toEqual(['already_appealed', 'made']);
  expect((await read(fan.link)).data.appeal).toMatchObject({ text: appealText, status: 'open' });
  const id = (await openAppealOf(fan.id))?._id ?? '';
  expect((await decide(id, 'lifted', operator)).errorBody.error).toBe('same_operator');
  expect((await logIn(fan.username)).errorBody.error).toBe('account_suspended');
  expect((await decide(id, 'lifted', colleague)).data).toMatchObject({ status: 'lifted', decidedBy: { _id: colleague.id } });
  expect((await decide(id, 'upheld', colleague)).errorBody.error).toBe('appeal_decided');
  expect((await read(fan.link)).data).toMatchObject({ appeal: { status: 'lifted', note: 'We looked again.' } });
  const [mail] = await mailsTo(testHost, fan.email, 'account-restored');
  expect(mail?.text).toContain('We looked again.');
  const { data } = await logIn(fan.username);
  expect((await notificationInboxOf(testHost, data))[0]?.text).toBe('We restored your account. We looked again.');
  const log = await testHost.ctx.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.targetId, fan.id));
  expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['users.suspend', 'users.restore']));
});

test('an upheld appeal leaves the account suspended, and the outcome is sent by mail', async () => {
  const fan = await signUpSuspended();
  await appeal(fan.link);
  const id = (await openAppealOf(fan.id))?._id ?? '';
  await decide(id, 'upheld', colleague);
  expect((await logIn(fan.username)).errorBody.error).toBe('account_suspended');
  const [mail] = await mailsTo(testHost, fan.email, 'appeal-upheld');
  expect(mail?.text).toContain('We looked again.');
  expect((await read(fan.link)).data.appeal).toMatchObject({ status: 'upheld', note: 'We looked again.' });
});

test('an appeal is not possible after an operator has restored the account, which is sent by mail', async () => {
  const fan = await signUpSuspended();
  await restore(fan.id);
  expect((await appeal(fan.link)).errorBody.error).toBe('appeal_not_possible');
  expect((await read(fan.link)).data.endedAt).not.toBeNull();
  expect(await mailsTo(testHost, fan.email, 'account-restored')).toHaveLength(1);
});

test('a suspended operator can only be restored by operators with the same rights', async () => {
  const owner = await signUpOperator(testHost);
  const moderator = await signUpOperator(testHost);
  await testHost.ctx.db.update(teamMembers).set({ bundle: 'moderator' }).where(eq(teamMembers.accountId, moderator.id));
  await suspend(owner.id);
  const { email } = (await testHost.ctx.db.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, owner.id)))[0] ?? {};
  const [mail] = await mailsTo(testHost, email ?? '', 'account-suspended');
  await appeal(linkIn(mail?.text));
  const id = (await openAppealOf(owner.id))?._id ?? '';
  expect((await decide(id, 'lifted', moderator)).errorBody.error).toBe('stronger_operator');
  expect((await decide(id, 'lifted', colleague)).status).toBe(200);
});

test('a new link is only sent to a suspended account, and the response is the same for every address', async () => {
  const [fan, active] = [await signUpSuspended(), await signUpFan(testHost)];
  const requestLink = (email: string) => testHost.call('POST /appeals/suspension/link', { body: { email } });
  const responses = [await requestLink(fan.email), await requestLink(active.email), await requestLink('nobody@example.com')];
  expect(responses.map(({ data }) => data)).toEqual([{ sent: true }, { sent: true }, { sent: true }]);
  const mails = () => mailsTo(testHost, fan.email, 'account-suspended');
  await eventually(async () => expect(await mails()).toHaveLength(2));
  expect((await read(linkIn((await mails()).at(-1)?.text))).data).toMatchObject({ reason });
  expect(await mailsTo(testHost, active.email, 'account-suspended')).toEqual([]);
});

// Last in the file: the clock advances, which ends all sessions.
test('a link cannot be guessed, altered, used for another account or after it has expired', async () => {
  const [fan, other] = [await signUpSuspended(), await signUpSuspended()];
  const [id = '', seconds = '', signature = ''] = fan.link.split('.');
  const [otherId = ''] = other.link.split('.');
  const later = String(Number(seconds) + 60);
  const forged = ['nothing', `${otherId}.${seconds}.${signature}`, `${id}.${later}.${signature}`, `${id}.${seconds}.${'A'.repeat(43)}`];
  for (const token of forged) {
    expect((await read(token)).errorBody.error).toBe('link_invalid');
    expect((await appeal(token)).errorBody.error).toBe('link_invalid');
  }
  testHost.clock.advance({ seconds: limits.appealLink_s + 1 });
  expect((await read(fan.link)).errorBody.error).toBe('link_invalid');
});
