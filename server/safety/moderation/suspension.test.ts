/** Who is suspended cannot sign in: she reads why by a link, and appeals by it. */
import * as limits from '@contract/kernel/limits';
import { eq } from 'drizzle-orm';
import { accounts, auditLog, teamMembers } from '@server/platform/db/schema/schema';
import { eventually } from '../../../tests/kit/timing/eventually';
import { mailsTo } from '../../../tests/support/outbox';
import { password, signUpFan, signUpOperator } from '../../../tests/kit/people/people';
import { inboxOf } from '../../../tests/support/told';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let operator: { token: string; id: string };
let colleague: { token: string; id: string };
beforeAll(async () => {
  world = await openWorld();
  await world.ctx.jobs.work(world.ctx);
  [operator, colleague] = [await signUpOperator(world), await signUpOperator(world)];
});
afterAll(() => world.close());

const reason = 'Spam in messages';
const words = 'Somebody else was in my account. I have a new password now.';
const suspend = (id: string) => world.call('POST /admin/users/:id/suspend', { params: { id }, body: { reason } }, operator);
const restore = (id: string) => world.call('POST /admin/users/:id/restore', { params: { id } }, operator);
const logIn = (username: string) => world.call('POST /auth/login', { body: { username, password } });
const linkIn = (text = ''): string => /\/auth\/appeal\?token=([\w.-]+)/.exec(text)?.[1] ?? 'none';
const read = (token: string) => world.call('POST /appeals/suspension/read', { body: { token } });
const appeal = (token: string, text = words) => world.call('POST /appeals/suspension', { body: { token, text } });
const decide = (id: string, decision: 'upheld' | 'lifted', who: { token: string }) =>
  world.call('POST /admin/appeals/:id/decide', { params: { id }, body: { decision, note: 'We looked again.' } }, who);
const waitingOf = async (personId: string) =>
  (await world.call('GET /admin/appeals/search', { query: { status: 'open', limit: 100 } }, colleague)).data.data.find(
    ({ person }) => person?._id === personId,
  );

async function suspended() {
  const fan = await signUpFan(world);
  await suspend(fan.id);
  const [mail] = await mailsTo(world, fan.email, 'account-suspended');
  return { ...fan, link: linkIn(mail?.text) };
}

test('the mail and the door give a link to the reason, and it opens nothing else', async () => {
  const fan = await suspended();
  const { status, refusal } = await logIn(fan.username);
  expect([status, refusal.error]).toEqual([403, 'account_suspended']);
  expect(refusal.message).toContain(reason);
  for (const token of [fan.link, refusal.appealToken ?? '']) {
    const { data } = await read(token);
    expect(data).toMatchObject({ action: 'suspend', target: 'account', reason, appeal: null, endedAt: null });
    expect(JSON.stringify(data)).not.toContain(fan.email);
  }
  expect((await world.call('GET /users/me', {}, { token: fan.link })).status).toBe(401);
  expect((await world.call('POST /auth/password-reset', { body: { token: fan.link, password } })).refusal.error).toBe('link_invalid');
  const wrong = await world.call('POST /auth/login', { body: { username: fan.username, password: 'something else' } });
  expect([wrong.refusal.error, wrong.refusal.appealToken]).toEqual(['invalid_credentials', undefined]);
});

test('lifted, the appeal restores the account as an operator would, and its person hears so; it is made once and decided by another', async () => {
  const fan = await suspended();
  expect((await appeal(fan.link, 'Too short')).status).toBe(400);
  const both = await Promise.all([appeal(fan.link), appeal(fan.link)]);
  expect(both.map(({ status, refusal }) => (status === 200 ? 'made' : refusal.error)).sort()).toEqual(['already_appealed', 'made']);
  expect((await read(fan.link)).data.appeal).toMatchObject({ text: words, status: 'open' });
  const id = (await waitingOf(fan.id))?._id ?? '';
  expect((await decide(id, 'lifted', operator)).refusal.error).toBe('same_operator');
  expect((await logIn(fan.username)).refusal.error).toBe('account_suspended');
  expect((await decide(id, 'lifted', colleague)).data).toMatchObject({ status: 'lifted', decidedBy: { _id: colleague.id } });
  expect((await decide(id, 'upheld', colleague)).refusal.error).toBe('appeal_decided');
  expect((await read(fan.link)).data).toMatchObject({ appeal: { status: 'lifted', note: 'We looked again.' } });
  const [mail] = await mailsTo(world, fan.email, 'account-restored');
  expect(mail?.text).toContain('We looked again.');
  const { data } = await logIn(fan.username);
  expect((await inboxOf(world, data))[0]?.text).toBe('Your account is restored. We looked again.');
  const log = await world.ctx.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.targetId, fan.id));
  expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['users.suspend', 'users.restore']));
});

test('upheld, the account stays suspended and the answer goes by mail', async () => {
  const fan = await suspended();
  await appeal(fan.link);
  const id = (await waitingOf(fan.id))?._id ?? '';
  await decide(id, 'upheld', colleague);
  expect((await logIn(fan.username)).refusal.error).toBe('account_suspended');
  const [mail] = await mailsTo(world, fan.email, 'appeal-upheld');
  expect(mail?.text).toContain('We looked again.');
  expect((await read(fan.link)).data.appeal).toMatchObject({ status: 'upheld', note: 'We looked again.' });
});

test('there is nothing to take back once an operator has restored the account, and she hears of that too', async () => {
  const fan = await suspended();
  await restore(fan.id);
  expect((await appeal(fan.link)).refusal.error).toBe('appeal_not_possible');
  expect((await read(fan.link)).data.endedAt).not.toBeNull();
  expect(await mailsTo(world, fan.email, 'account-restored')).toHaveLength(1);
});

test('a colleague who may do more is given back only by who may do as much', async () => {
  const owner = await signUpOperator(world);
  const moderator = await signUpOperator(world);
  await world.ctx.db.update(teamMembers).set({ bundle: 'moderator' }).where(eq(teamMembers.accountId, moderator.id));
  await suspend(owner.id);
  const { email } = (await world.ctx.db.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, owner.id)))[0] ?? {};
  const [mail] = await mailsTo(world, email ?? '', 'account-suspended');
  await appeal(linkIn(mail?.text));
  const id = (await waitingOf(owner.id))?._id ?? '';
  expect((await decide(id, 'lifted', moderator)).refusal.error).toBe('stronger_operator');
  expect((await decide(id, 'lifted', colleague)).status).toBe(200);
});

test('a new link is sent to a suspended account alone, and the answer is the same for everybody', async () => {
  const [fan, free] = [await suspended(), await signUpFan(world)];
  const ask = (email: string) => world.call('POST /appeals/suspension/link', { body: { email } });
  const answers = [await ask(fan.email), await ask(free.email), await ask('nobody@example.com')];
  expect(answers.map(({ data }) => data)).toEqual([{ sent: true }, { sent: true }, { sent: true }]);
  const mails = () => mailsTo(world, fan.email, 'account-suspended');
  await eventually(async () => expect(await mails()).toHaveLength(2));
  expect((await read(linkIn((await mails()).at(-1)?.text))).data).toMatchObject({ reason });
  expect(await mailsTo(world, free.email, 'account-suspended')).toEqual([]);
});

// The last: time passes, and every session ends by it.
test('a link cannot be guessed, changed, used for another account or used too late', async () => {
  const [fan, other] = [await suspended(), await suspended()];
  const [id = '', seconds = '', signature = ''] = fan.link.split('.');
  const [otherId = ''] = other.link.split('.');
  const later = String(Number(seconds) + 60);
  const forged = ['nothing', `${otherId}.${seconds}.${signature}`, `${id}.${later}.${signature}`, `${id}.${seconds}.${'A'.repeat(43)}`];
  for (const token of forged) {
    expect((await read(token)).refusal.error).toBe('link_invalid');
    expect((await appeal(token)).refusal.error).toBe('link_invalid');
  }
  world.clock.advance({ seconds: limits.appealLink_s + 1 });
  expect((await read(fan.link)).refusal.error).toBe('link_invalid');
});
