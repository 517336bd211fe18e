/** Ending mails from the mail itself, by the mail program or on the page, without logging in. */
import { eq, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { mails, notifications } from '@server/platform/db/schema/schema';
import { mailsTo } from '../../../../tests/support/outbox';
import { signUpFan } from '../../../../tests/kit/people/people';
import { tellOf } from '../../../../tests/support/told';
import { openWorld, type World } from '../../../../tests/kit/host/test-host';
import { mailUnseen } from '../mail';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A fan who got a digest, and the links in it. */
async function mailed() {
  const fan = await signUpFan(world);
  await tellOf(world, fan.id);
  world.clock.advance({ seconds: limits.notificationMail_s + 1 });
  await mailUnseen(world.ctx);
  const [mail] = await mailsTo(world, fan.email, 'unseen');
  const address = new URL(mail?.unsubscribe ?? '');
  const page = new URL(/http\S+\/auth\/unsubscribe\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  const digest = async () => (await world.call('GET /notifications/preferences', {}, { token: fan.token })).data.digest;
  return { fan, mail, page, digest, address: `${world.url}${address.pathname}${address.search}` };
}
const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };

test('a mail program ends them by one request, however often it sends it', async () => {
  const { fan, address, digest } = await mailed();
  await tellOf(world, fan.id, { link: '/post/waits' });
  expect(await digest()).toBe('each');
  for (let sent = 0; sent < 2; sent += 1) {
    const answer = await fetch(address, oneClick);
    expect([answer.status, await answer.json()]).toEqual([200, { data: { unsubscribed: true } }]);
  }
  expect(await digest()).toBe('none');
  // What waited for its mail waits no more.
  const waiting = await world.ctx.db.select().from(notifications).where(eq(notifications.accountId, fan.id));
  expect(waiting.map(({ mailDueAt }) => mailDueAt)).toEqual(waiting.map(() => null));
});

test('some send it as parts, or with nothing in it', async () => {
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  for (const body of [form, undefined]) {
    const { address, digest } = await mailed();
    expect((await fetch(address, { method: 'POST', body })).status).toBe(200);
    expect(await digest()).toBe('none');
  }
});

test('a browser that opens the address comes to the page, and has ended nothing yet', async () => {
  const { address, page, digest } = await mailed();
  const answer = await fetch(address, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, page.href]);
  expect(await digest()).toBe('each');
  expect(await world.call('POST /notifications/unsubscribe', { body: { token: page.searchParams.get('token') ?? '' } })).toMatchObject({
    status: 200,
    data: { unsubscribed: true },
  });
  expect(await digest()).toBe('none');
});

test('a link works for its own account only', async () => {
  const [{ fan, page, digest }, other] = [await mailed(), await mailed()];
  const [, signature = ''] = (other.page.searchParams.get('token') ?? '').split('.');
  const token = page.searchParams.get('token') ?? '';
  for (const wrong of [
    `${fan.id}.${signature}`,
    fan.id,
    `${fan.id}.`,
    `.${signature}`,
    '',
    `${token}a`,
    token.slice(0, -1),
    'x'.repeat(200),
  ]) {
    const answer = await fetch(`${world.url}/mail/unsubscribe?token=${encodeURIComponent(wrong)}`, oneClick);
    expect([answer.status, await answer.json()]).toMatchObject([422, { error: 'unsubscribe_link_invalid' }]);
    const { refusal } = await world.call('POST /notifications/unsubscribe', { body: { token: wrong } });
    expect(refusal.error).toBe('unsubscribe_link_invalid');
  }
  const twice = await fetch(`${world.url}/mail/unsubscribe?token=${token}&token=${token}`, oneClick);
  expect(twice.status).toBe(422);
  expect([await digest(), await other.digest()]).toEqual(['each', 'each']);
});

test('these mails have their own queue, so that no link waits behind them', async () => {
  const { mail } = await mailed();
  const { rows } = await world.ctx.db.execute(sql`select name from jobs.job where data->>'mailId' = ${mail?.id}`);
  expect(rows).toEqual([{ name: 'mail/deliver-bulk' }]);
  const others = await world.ctx.db.execute(sql`select distinct job.name from jobs.job join mails on mails.id::text = data->>'mailId'
    where mails.template <> 'unseen'`);
  expect(others.rows).toEqual([{ name: 'mail/deliver' }]);
  expect((await world.ctx.db.select().from(mails)).filter((row) => row.template !== 'unseen' && row.unsubscribe !== null)).toEqual([]);
});
