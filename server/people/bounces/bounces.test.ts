/** Bounces and complaints: reported by a mail service, collected from a mailbox or returned by the SMTP server, and their effects. */
import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import * as limits from '@contract/kernel/limits';
import { minute_ms } from '@contract/kernel/units';
import { bounceReports, mails, bouncedAddresses } from '@server/platform/db/schema/site';
import { deliverMail, sendMail } from '@server/platform/mail/mail';
import { returnPathOf } from '@server/platform/mail/return-path';
import { storeBounceReport, sweepBounces } from '@server/platform/mail/bounces';
import { openMailbox, type Mailbox } from '../../../tests/kit/stand-ins/imap';
import { mailedToken, mailsTo } from '../../../tests/kit/host/mails';
import { password, signUpFan, signUpOperator, type Person } from '../../../tests/kit/people/people';
import { outOfOfficeReply, complaint, deliveryStatusNotification } from '../../../tests/kit/files/bounce-mails';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { collectBounceMailbox, unsubscribeAddress } from './bounces';

const secret = 'the secret of the mail events';
const bounceAddress = 'bounces@example.com';

let testHost: TestHost;
let mailbox: Mailbox;
let operator: Person;
beforeAll(async () => {
  mailbox = await openMailbox();
  testHost = await openTestHost({
    MAIL_BOUNCE_ADDRESS: bounceAddress,
    MAIL_BOUNCE_IMAP_URL: mailbox.url,
    MAIL_EVENTS_SECRET: secret,
    RATE_LIMIT_FACTOR: '1000',
  });
  operator = await signUpOperator(testHost);
});
afterAll(async () => {
  await testHost.close();
  await mailbox.close();
});

/** The clock advances by days in these tests, so each call signs in again. */
const signIn = async ({ email }: { email: string }): Promise<string> =>
  (await testHost.call('POST /auth/login', { body: { username: email, password, remember: false } })).data.token;
const me = async (person: { email: string }) => (await testHost.call('GET /users/me', {}, { token: await signIn(person) })).data;
const iso = () => testHost.clock.now().toISOString();
const bounce = (address: string, changes: Record<string, unknown> = {}) => ({
  id: testHost.ctx.random.id(),
  type: 'bounce',
  address,
  isPermanent: true,
  reason: '550 no such user',
  at: iso(),
  ...changes,
});

function post(path: string, body: string, headers: Record<string, string>) {
  return fetch(`${testHost.url}${path}`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
}
function sign(body: string, at = testHost.clock.now(), key = secret): Record<string, string> {
  const second = String(Math.floor(at.getTime() / 1000));
  const mac = createHmac('sha256', key).update(`${second}.${body}`).digest('hex');
  return { 'footlight-signature': `t=${second},v1=${mac}` };
}
async function report(...events: unknown[]): Promise<void> {
  const body = JSON.stringify({ events });
  const response = await post('/mail/events', body, sign(body));
  expect([response.status, await response.json()]).toEqual([200, { data: { received: true } }]);
}
const reportsOf = (address: string) => testHost.ctx.db.select().from(bounceReports).where(eq(bounceReports.address, address));

/** Writes a mail, tries to deliver it, and returns its status. */
async function mailTo({ email }: Person, template: 'account-kept' | 'reset-password' | 'unseen') {
  const link = 'http://localhost:3000/';
  if (template === 'account-kept') await sendMail(testHost.ctx, template, email, { name: 'Ada', securityLink: link });
  else if (template === 'reset-password') await sendMail(testHost.ctx, template, email, { name: 'Ada', link });
  else
    await sendMail(testHost.ctx, template, email, {
      name: 'Ada',
      items: [],
      more: 0,
      link,
      preferencesLink: link,
      unsubscribeLink: link,
    });
  const writtenMail = (await mailsTo(testHost, email, template)).at(-1);
  await deliverMail(testHost.ctx, writtenMail?.id ?? '');
  return { id: writtenMail?.id ?? '', status: (await mailsTo(testHost, email, template)).at(-1)?.status };
}

describe('an undeliverable address', () => {
  let fan: Person;
  beforeAll(async () => {
    fan = await signUpFan(testHost);
    await report(bounce(fan.email.toUpperCase()));
  });

  it('is reported to its owner, and receives no digests or other notifications', async () => {
    expect((await me(fan)).undeliverableEmail).toBe(fan.email);
    expect((await mailTo(fan, 'unseen')).status).toBe('held');
    expect((await mailTo(fan, 'account-kept')).status).toBe('held');
  });

  it('still receives mails needed to sign in, a few times a day', async () => {
    for (let tried = 0; tried < limits.undeliverableTriesMax; tried += 1) expect((await mailTo(fan, 'reset-password')).status).toBe('sent');
    expect((await mailTo(fan, 'reset-password')).status).toBe('held');
    testHost.clock.advance({ hours: 25 });
    expect((await mailTo(fan, 'reset-password')).status).toBe('sent');
  });

  it('is cleared when a mailed link is used; reports of earlier mails are then ignored', async () => {
    testHost.clock.advance({ hours: 25 });
    const before = iso();
    await testHost.call('POST /auth/email-verification', { body: {} }, { token: await signIn(fan) });
    await testHost.call('POST /auth/email-verification/confirm', {
      body: { token: await mailedToken(testHost, fan.email, 'verify-email') },
    });
    expect((await me(fan)).undeliverableEmail).toBeNull();
    expect((await mailTo(fan, 'unseen')).status).toBe('sent');
    await report(bounce(fan.email, { at: before }));
    expect((await me(fan)).undeliverableEmail).toBeNull();
    testHost.clock.advance({ seconds: 10 });
    await report(bounce(fan.email));
    expect((await me(fan)).undeliverableEmail).toBe(fan.email);
  });

  it('is shown to operators, who can clear it', async () => {
    const token = await signIn(operator);
    const { data } = await testHost.call('GET /admin/mails/undeliverable/search', { query: { q: fan.email } }, { token });
    expect(data.data).toMatchObject([{ address: fan.email, reason: '550 no such user' }]);
    const health = await testHost.call('GET /admin/mails/health', {}, { token });
    expect(health.data).toMatchObject({ undeliverable: 1, hearsByWebhook: true, hearsByMailbox: true });
    expect(health.data.hard).toBeGreaterThan(0);
    const id = data.data[0]?._id ?? '';
    const clear = () => testHost.call('DELETE /admin/mails/undeliverable/:id', { params: { id } }, { token });
    expect((await clear()).data).toEqual({ cleared: true });
    expect((await clear()).errorBody.error).toBe('mail_address_not_found');
    expect((await me(fan)).undeliverableEmail).toBeNull();
    const { data: log } = await testHost.call('GET /admin/audit/search', { query: { action: 'mails.clear' } }, { token });
    expect(log.data).toMatchObject([{ targetId: id, before: { address: fan.email } }]);
  });
});

it('the notice disappears when the address is changed, and appears for an undeliverable pending address', async () => {
  const fan = await signUpFan(testHost);
  await report(bounce(fan.email));
  const next = `next-${fan.email}`;
  await testHost.call('PUT /users', { body: { email: next, currentPassword: password } }, { token: fan.token });
  expect((await me(fan)).undeliverableEmail).toBe(fan.email);
  await report(bounce(next));
  expect((await me(fan)).undeliverableEmail).toBe(next);
  await testHost.call('POST /auth/email-verification/confirm', { body: { token: await mailedToken(testHost, next, 'verify-email') } });
  expect((await me({ email: next })).undeliverableEmail).toBeNull();
});

describe('temporary failures', () => {
  it('mark an address as undeliverable if many occur within a few days', async () => {
    const fan = await signUpFan(testHost);
    const reportSoftBounce = () => report(bounce(fan.email, { isPermanent: false }));
    for (let times = 1; times < limits.softBounces.countMax; times += 1) await reportSoftBounce();
    expect((await me(fan)).undeliverableEmail).toBeNull();
    testHost.clock.advance({ seconds: limits.softBounces.within_s });
    await reportSoftBounce();
    expect((await me(fan)).undeliverableEmail).toBeNull();
    await Promise.all(Array.from({ length: limits.softBounces.countMax - 1 }, reportSoftBounce));
    expect((await me(fan)).undeliverableEmail).toBe(fan.email);
  });
});

describe('a complaint', () => {
  it('ends only the digests of the complainant, once', async () => {
    const fan = await signUpFan(testHost);
    const digest = async () => (await testHost.call('GET /notifications/preferences', {}, { token: fan.token })).data.digest;
    const complaintEvent = bounce(fan.email, { type: 'complaint' });
    await report(complaintEvent);
    await unsubscribeAddress(testHost.ctx, fan.email);
    expect([await digest(), (await me(fan)).undeliverableEmail]).toEqual(['none', null]);
    expect((await mailTo(fan, 'account-kept')).status).toBe('sent');
    const { rows } = await testHost.ctx.db.execute(`select data->>'email' as email from jobs.job where name = 'bounces/unsubscribe'`);
    await report(complaintEvent);
    const after = await testHost.ctx.db.execute(`select data->>'email' as email from jobs.job where name = 'bounces/unsubscribe'`);
    expect([rows, after.rows]).toEqual([[{ email: fan.email }], [{ email: fan.email }]]);
  });
});

describe('reports of a mail service', () => {
  it('are recorded once, even if delivered repeatedly or concurrently', async () => {
    const fan = await signUpFan(testHost);
    const one = bounce(fan.email);
    await Promise.all(Array.from({ length: 10 }, () => report(one)));
    expect(await reportsOf(fan.email)).toHaveLength(1);
  });

  it('are rejected without the secret, when stale or modified, and are not recorded', async () => {
    const fan = await signUpFan(testHost);
    const body = JSON.stringify({ events: [bounce(fan.email)] });
    const now = testHost.clock.now();
    for (const headers of [
      {},
      sign(body, now, 'another secret than this one'),
      sign(body, new Date(now.getTime() - 301_000)),
      // A minute more than the tolerance, because the clock advances until the request arrives.
      sign(body, new Date(now.getTime() + 300_000 + minute_ms)),
      sign(`${body} `),
      { 'footlight-signature': 't=1,v1=' },
    ]) {
      const response = await post('/mail/events', body, headers);
      expect([response.status, await response.json()]).toMatchObject([400, { error: 'signature_invalid' }]);
    }
    for (const authorization of ['', 'Basic', `Basic ${btoa('postmark:wrong')}`, `Bearer ${secret}`])
      expect((await post('/mail/events/postmark', '{}', { authorization })).status).toBe(400);
    expect(await reportsOf(fan.email)).toEqual([]);
  });

  it('are rejected if malformed or too large', async () => {
    for (const body of ['', '{', '[]', '{"events":{}}', JSON.stringify({ events: [bounce('no address')] })]) {
      const response = await post('/mail/events', body, sign(body));
      expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_request' }]);
    }
    const large = JSON.stringify({ events: [], more: 'x'.repeat(limits.mailReports.body_bytes) });
    expect((await post('/mail/events', large, sign(large))).status).toBe(413);
  });

  it('are ignored for addresses unknown to the site', async () => {
    await report(bounce('stranger@example.net'));
    expect(await reportsOf('stranger@example.net')).toEqual([]);
  });

  it('are accepted in the format of Postmark', async () => {
    const fan = await signUpFan(testHost);
    const postEvent = async (event: Record<string, unknown>) => {
      const payload = { ID: 4323372036854775807, Email: fan.email, BouncedAt: iso(), Description: 'Unknown user', ServerID: 23, ...event };
      const response = await post('/mail/events/postmark', JSON.stringify(payload), {
        authorization: `Basic ${btoa(`postmark:${secret}`)}`,
      });
      expect(response.status).toBe(200);
    };
    await postEvent({ RecordType: 'Delivery', Type: 'Delivered' });
    await postEvent({ RecordType: 'Bounce', Type: 'AutoResponder', ID: 1 });
    expect(await reportsOf(fan.email)).toEqual([]);
    await postEvent({ RecordType: 'Bounce', Type: 'Transient', ID: 2 });
    expect((await me(fan)).undeliverableEmail).toBeNull();
    await postEvent({ RecordType: 'Bounce', Type: 'HardBounce', TypeCode: 1, ID: 3, Details: 'smtp;550 5.1.1 unknown' });
    await postEvent({ RecordType: 'SpamComplaint', Type: 'SpamComplaint', TypeCode: 100001, ID: 4 });
    expect((await reportsOf(fan.email)).map(({ kind }) => kind).sort()).toEqual(['complaint', 'hard', 'soft']);
    expect((await me(fan)).undeliverableEmail).toBe(fan.email);
  });

  it('get a 404 on a site without a secret', async () => {
    const withoutSecret = await openTestHost();
    expect((await fetch(`${withoutSecret.url}/mail/events`, { method: 'POST', body: '{}' })).status).toBe(404);
    await withoutSecret.close();
  });
});

describe('the bounce mailbox', () => {
  const pathOf = (mailId: string) => returnPathOf(testHost.ctx.config.appSecret, bounceAddress, mailId);

  it('is collected: reports are recorded and deleted, other messages are marked as read', async () => {
    const [missing, full, angry, fine] = [
      await signUpFan(testHost),
      await signUpFan(testHost),
      await signUpFan(testHost),
      await signUpFan(testHost),
    ];
    const ids = await Promise.all([missing, full, angry, fine].map(async (fan) => (await mailTo(fan, 'unseen')).id));
    const [missingId = '', fullId = '', angryId = '', fineId = ''] = ids;
    mailbox.put(deliveryStatusNotification({ path: pathOf(missingId) }));
    mailbox.put(deliveryStatusNotification({ path: pathOf(fullId), status: '5.2.2', diagnosis: 'smtp; 552 5.2.2 mailbox full' }));
    mailbox.put(complaint(pathOf(angryId)));
    mailbox.put(outOfOfficeReply(pathOf(fineId)));
    mailbox.put(deliveryStatusNotification({ path: `bounces+${'0'.repeat(48)}@example.com` }));
    await collectBounceMailbox(testHost.ctx);
    expect((await Promise.all([missing, full, angry, fine].map(me))).map(({ undeliverableEmail }) => undeliverableEmail)).toEqual([
      missing.email,
      null,
      null,
      null,
    ]);
    const kinds = await Promise.all(
      [missing, full, angry, fine].map(async ({ email }) => (await reportsOf(email)).map(({ kind }) => kind)),
    );
    expect(kinds).toEqual([['hard'], ['soft'], ['complaint'], []]);
    expect(mailbox.messages().map(({ raw, seen }) => [/Subject: (.*)\r/.exec(raw)?.[1], seen])).toEqual([
      ['Away', true],
      ['Undelivered Mail Returned to Sender', true],
    ]);
    // The same report again, as after a crash before the deletion.
    mailbox.put(deliveryStatusNotification({ path: pathOf(missingId) }));
    await collectBounceMailbox(testHost.ctx);
    expect(await reportsOf(missing.email)).toHaveLength(1);
    expect(mailbox.messages()).toHaveLength(2);
  });

  it('is read only up to the size that a report needs', async () => {
    const fan = await signUpFan(testHost);
    const { id } = await mailTo(fan, 'unseen');
    mailbox.put(deliveryStatusNotification({ path: pathOf(id) }).replace('\n\nHello\n', `\n\n${'Hello again\n'.repeat(100_000)}`));
    await collectBounceMailbox(testHost.ctx);
    expect((await me(fan)).undeliverableEmail).toBe(fan.email);
    expect(mailbox.commands.filter((command) => command.includes('FETCH')).every((command) => command.includes('<0.'))).toBe(true);
  });

  it('makes the job fail if it cannot be read', async () => {
    const config = { ...testHost.ctx.config, bounceImapUrl: mailbox.url.replace('p%40ss', 'wrong') };
    await expect(collectBounceMailbox({ ...testHost.ctx, config })).rejects.toThrow();
    await expect(
      collectBounceMailbox({ ...testHost.ctx, config: { ...config, bounceImapUrl: 'imap://a:b@127.0.0.1:9' } }),
    ).rejects.toThrow();
  });
});

it('an address is marked as undeliverable if the SMTP server reports it as unknown, but not if it rejects the mail by policy', async () => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      done(Object.assign(new Error(address.startsWith('gone') ? '5.1.1 no such user' : '5.7.1 not from you'), { responseCode: 550 }));
    },
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  const withSmtp = await openTestHost({ SMTP_URL: `smtp://127.0.0.1:${String(port)}` });
  for (const to of ['gone@example.com', 'strict@example.com']) {
    await sendMail(withSmtp.ctx, 'account-kept', to, { name: 'Ada', securityLink: 'http://localhost:3000/' });
    const [mail] = await mailsTo(withSmtp, to, 'account-kept');
    await deliverMail(withSmtp.ctx, mail?.id ?? '');
  }
  const marked = await withSmtp.ctx.db.select().from(bouncedAddresses);
  expect(marked).toMatchObject([{ address: 'gone@example.com', reason: expect.stringContaining('no such user') as string }]);
  expect((await withSmtp.ctx.db.select().from(mails)).map(({ status }) => status)).toEqual(['failed', 'failed']);
  await withSmtp.close();
  await new Promise<void>((closed) => server.close(() => closed()));
});

it('reports expire, but the address of an account stays marked', async () => {
  const fan = await signUpFan(testHost);
  for (const address of [fan.email, 'former@example.com'])
    await storeBounceReport(testHost.ctx, { key: `test:${address}`, address, kind: 'hard', reason: 'gone', at: testHost.clock.now() });
  const marked = async () =>
    (await testHost.ctx.db.select().from(bouncedAddresses))
      .map(({ address }) => address)
      .filter((address) => [fan.email, 'former@example.com'].includes(address));
  testHost.clock.advance({ seconds: limits.mailReports.retention_s - 60 });
  await sweepBounces(testHost.ctx);
  expect(await marked()).toHaveLength(2);
  testHost.clock.advance({ seconds: 120 });
  await sweepBounces(testHost.ctx);
  expect(await marked()).toEqual([fan.email]);
  expect(await reportsOf(fan.email)).toEqual([]);
});
