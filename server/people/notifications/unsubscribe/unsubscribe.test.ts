/** Unsubscribing from the mail itself, by the mail program or on the page, without signing in. */
import { eq, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { notifications } from '@server/platform/db/schema/notifications';
import { mails } from '@server/platform/db/schema/site';
import { mailsTo } from '../../../../tests/kit/host/mails';
import { signUpFan } from '../../../../tests/kit/people/people';
import { sendTipNotification } from '../../../../tests/kit/talk/notifications';
import { openTestHost, type TestHost } from '../../../../tests/kit/host/test-host';
import { mailTemplateSamples } from '../../../site/writing/mail-samples';
import { sendMail } from '../../../platform/mail/mail';
import type { TemplateName } from '../../../platform/mail/templates';
import { mailUnseenNotifications } from '../mail';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

/** A fan who got a mail about unseen notifications, with its links. */
async function setUp() {
  const fan = await signUpFan(testHost);
  await sendTipNotification(testHost, fan.id);
  testHost.clock.advance({ seconds: limits.unseenMailDelay_s + 1 });
  await mailUnseenNotifications(testHost.ctx);
  const [mail] = await mailsTo(testHost, fan.email, 'unseen');
  const oneClickUrl = new URL(mail?.unsubscribe ?? '');
  const page = new URL(/http\S+\/auth\/unsubscribe\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  const digest = async () => (await testHost.call('GET /notifications/preferences', {}, { token: fan.token })).data.digest;
  return { fan, mail, page, digest, oneClickUrl: `${testHost.url}${oneClickUrl.pathname}${oneClickUrl.search}` };
}
const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };

test('a mail program unsubscribes with one request; repeating it is harmless', async () => {
  const { fan, oneClickUrl, digest } = await setUp();
  await sendTipNotification(testHost, fan.id, { link: '/post/waits' });
  expect(await digest()).toBe('each');
  for (let sent = 0; sent < 2; sent += 1) {
    const response = await fetch(oneClickUrl, oneClick);
    expect([response.status, await response.json()]).toEqual([200, { data: { unsubscribed: true } }]);
  }
  expect(await digest()).toBe('none');
  // A notification that was due for a mail is no longer due.
  const rows = await testHost.ctx.db.select().from(notifications).where(eq(notifications.accountId, fan.id));
  expect(rows.map(({ mailDueAt }) => mailDueAt)).toEqual(rows.map(() => null));
});

test('the request may be multipart or empty', async () => {
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  for (const body of [form, undefined]) {
    const { oneClickUrl, digest } = await setUp();
    expect((await fetch(oneClickUrl, { method: 'POST', body })).status).toBe(200);
    expect(await digest()).toBe('none');
  }
});

test('a browser that opens the URL is redirected to the page without unsubscribing', async () => {
  const { oneClickUrl, page, digest } = await setUp();
  const response = await fetch(oneClickUrl, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([302, page.href]);
  expect(await digest()).toBe('each');
  expect(await testHost.call('POST /notifications/unsubscribe', { body: { token: page.searchParams.get('token') ?? '' } })).toMatchObject({
    status: 200,
    data: { unsubscribed: true },
  });
  expect(await digest()).toBe('none');
});

test('a link works only for its own account', async () => {
  const [{ fan, page, digest }, other] = [await setUp(), await setUp()];
  const [, signature = ''] = (other.page.searchParams.get('token') ?? '').split('.');
  const token = page.searchParams.get('token') ?? '';
  for (const forged of [
    `${fan.id}.${signature}`,
    fan.id,
    `${fan.id}.`,
    `.${signature}`,
    '',
    `${token}a`,
    token.slice(0, -1),
    'x'.repeat(200),
  ]) {
    const response = await fetch(`${testHost.url}/mail/unsubscribe?token=${encodeURIComponent(forged)}`, oneClick);
    expect([response.status, await response.json()]).toMatchObject([422, { error: 'unsubscribe_link_invalid' }]);
    const { errorBody } = await testHost.call('POST /notifications/unsubscribe', { body: { token: forged } });
    expect(errorBody.error).toBe('unsubscribe_link_invalid');
  }
  const repeatedToken = await fetch(`${testHost.url}/mail/unsubscribe?token=${token}&token=${token}`, oneClick);
  expect(repeatedToken.status).toBe(422);
  expect([await digest(), await other.digest()]).toEqual(['each', 'each']);
});

test('bulk mails have a separate queue, so that they do not delay other mails', async () => {
  const { mail } = await setUp();
  const { rows } = await testHost.ctx.db.execute(sql`select name from jobs.job where data->>'mailId' = ${mail?.id}`);
  expect(rows).toEqual([{ name: 'mail/deliver-bulk' }]);
  for (const template of ['renewal-notice', 'price-raised', 'subscription-expired'] as const) {
    await sendMail<TemplateName>(testHost.ctx, template, `${template}@example.com`, mailTemplateSamples[template]);
    const notices = await testHost.ctx.db.execute(sql`select job.name from jobs.job join mails on mails.id::text = data->>'mailId'
      where mails.template = ${template}`);
    expect(notices.rows).toEqual([{ name: 'mail/deliver-bulk' }]);
  }
  const others = await testHost.ctx.db.execute(sql`select distinct job.name from jobs.job join mails on mails.id::text = data->>'mailId'
    where mails.template not in ('unseen', 'renewal-notice', 'price-raised', 'subscription-expired')`);
  expect(others.rows).toEqual([{ name: 'mail/deliver' }]);
  expect((await testHost.ctx.db.select().from(mails)).filter((row) => row.template !== 'unseen' && row.unsubscribe !== null)).toEqual([]);
});
