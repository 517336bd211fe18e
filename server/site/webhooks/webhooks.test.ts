/** Webhooks: signed, retried for a day, replayed, and never sent to internal addresses. */
import { eq, sql } from 'drizzle-orm';
import { inTransaction } from '@server/platform/context';
import { auditLog } from '@server/platform/db/schema/site';
import { webhookDeliveries, webhooks } from '@server/platform/db/schema/webhooks';
import { eventually } from '../../../tests/kit/timing/eventually';
import { password, signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { isSignedBy, openWebhookStandIn, type WebhookStandIn } from '../../../tests/kit/stand-ins/webhook';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { deliver, sweepDeliveries } from './deliver';
import { emitWebhook } from '../../platform/webhooks/emit';

let testHost: TestHost;
let receiver: WebhookStandIn;
let token: string;

beforeAll(async () => {
  receiver = await openWebhookStandIn();
  testHost = await openTestHost({ WEBHOOK_ORIGIN: receiver.origin });
});
afterAll(async () => {
  await testHost.close();
  await receiver.close();
});
beforeEach(async () => {
  // Some tests advance the clock by days, and a session without `remember` lasts one day.
  const { username } = await signUpOperator(testHost);
  ({ token } = (await testHost.call('POST /auth/login', { body: { username, password, remember: true } })).data);
  await testHost.ctx.db.delete(webhooks);
  receiver.received.length = 0;
  receiver.respondWith(200);
});

const add = (body: { url?: string; events?: 'payment.settled'[] | ('contact.received' | 'performer.verified' | 'report.filed')[] } = {}) =>
  testHost.call('POST /admin/webhooks', { body: { url: receiver.url, events: ['contact.received'], ...body } }, { token });
const change = (id: string, body: object) => testHost.call('PUT /admin/webhooks/:id', { params: { id }, body }, { token });
const listAll = async () => (await testHost.call('GET /admin/webhooks', {}, { token })).data;
const find = async (query: object = {}) =>
  (await testHost.call('GET /admin/webhooks/deliveries/search', { query: { sortBy: 'createdAt', ...query } }, { token })).data;
const replay = (id: string) => testHost.call('POST /admin/webhooks/deliveries/:id/replay', { params: { id } }, { token });
const emitEvent = () => inTransaction(testHost.ctx, (tx) => emitWebhook(tx, 'contact.received', { messageId: testHost.ctx.random.id() }));
/** Runs the worker's jobs for all due deliveries. */
async function runDueDeliveries(): Promise<void> {
  const due = await testHost.ctx.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.state, 'pending'));
  for (const { id, runsAt } of due) if (runsAt !== null && runsAt <= testHost.clock.now()) await deliver(testHost.ctx, id);
}

test('selected events are sent, signed with a secret that is shown once and stored encrypted', async () => {
  const { data: webhook } = await add();
  expect(webhook).toMatchObject({ url: receiver.url, events: ['contact.received'], isActive: true, failingSince: null });
  expect(JSON.stringify(await listAll())).not.toContain('secret');
  const [stored] = await testHost.ctx.db.select().from(webhooks);
  expect(stored?.secret.toString()).not.toContain(webhook.secret);
  await testHost.call('POST /contact', { body: { name: 'Wilma', email: 'wilma@example.com', message: 'Where are my receipts, please?' } });
  await inTransaction(testHost.ctx, (tx) => emitWebhook(tx, 'payout.done', {}));
  await runDueDeliveries();
  const [received, ...others] = receiver.received;
  expect(others).toEqual([]);
  expect(received).toMatchObject({
    event: 'contact.received',
    body: { event: 'contact.received', data: { messageId: expect.any(String) as string } },
  });
  expect(received?.text).not.toContain('wilma');
  expect(received && isSignedBy(webhook.secret, received)).toBe(true);
  expect(received && isSignedBy('whsec_other', received)).toBe(false);
  expect((await find()).data).toMatchObject([
    { state: 'delivered', tries: 1, outcome: 'Responded with HTTP 200.', runsAt: null, _id: received?.delivery },
  ]);
  const auditEntries = await testHost.ctx.db.select().from(auditLog).where(eq(auditLog.action, 'webhooks.add'));
  expect(JSON.stringify(auditEntries)).not.toContain(webhook.secret);
});

test('a delivery is retried with backoff and an unchanged body', async () => {
  await add();
  receiver.respondWith(500);
  await emitEvent();
  const delays_s: number[] = [];
  for (let tries = 0; tries < 4; tries += 1) {
    await runDueDeliveries();
    const [waiting] = (await find()).data;
    expect(waiting).toMatchObject({ state: 'pending', tries: tries + 1, outcome: 'Responded with HTTP 500.' });
    const delay_s = Math.ceil((Date.parse(waiting?.runsAt ?? '') - testHost.clock.now().getTime()) / 1000);
    delays_s.push(delay_s);
    testHost.clock.advance({ seconds: delay_s });
  }
  expect(delays_s).toEqual([10, 60, 300, 1800]);
  expect((await listAll())[0]?.failingSince).not.toBeNull();
  receiver.respondWith(204);
  await runDueDeliveries();
  expect((await find()).data).toMatchObject([{ state: 'delivered', tries: 5, outcome: 'Responded with HTTP 204.' }]);
  expect((await listAll())[0]).toMatchObject({ failingSince: null, isActive: true });
  expect(new Set(receiver.received.map(({ text, delivery }) => delivery + text)).size).toBe(1);
});

test('a webhook without success for a day is switched off, and the operators are notified', async () => {
  const { data: webhook } = await add();
  receiver.respondWith(0);
  await emitEvent();
  for (let hours = 0; hours < 30; hours += 1) {
    await runDueDeliveries();
    testHost.clock.advance({ hours: 1 });
  }
  expect((await listAll())[0]).toMatchObject({ isActive: false });
  expect((await find()).data).toMatchObject([{ state: 'failed', outcome: 'The connection was reset.', runsAt: null }]);
  const { data } = await testHost.call('GET /notifications', {}, { token });
  expect(data.data[0]).toMatchObject({ link: '/admin/webhooks', text: expect.stringContaining('was turned off') as string });
  await emitEvent();
  expect((await find()).total).toBe(1);
  const [failed] = (await find()).data;
  expect((await replay(failed?._id ?? '')).errorBody.error).toBe('webhook_off');
  expect((await change(webhook._id, { isActive: true })).data).toMatchObject({ isActive: true, failingSince: null });
  receiver.respondWith(200);
  const { data: again } = await replay(failed?._id ?? '');
  expect(again).toMatchObject({ state: 'pending', tries: 0, body: failed?.body });
  expect((await replay(again._id)).errorBody.error).toBe('already_so');
  await runDueDeliveries();
  expect(receiver.received.at(-1)).toMatchObject({ delivery: again._id, text: failed?.body });
  expect((await find({ state: 'delivered' })).total).toBe(1);
});

test('a delivery whose job was lost gets a new job, and old deliveries are deleted', async () => {
  await add();
  await emitEvent();
  await testHost.ctx.db.execute(sql`delete from jobs.job where name = 'webhooks/deliver'`);
  testHost.clock.advance({ minutes: 6 });
  await sweepDeliveries(testHost.ctx);
  const { rows } = await testHost.ctx.db.execute(sql`select 1 from jobs.job where name = 'webhooks/deliver'`);
  expect(rows).toHaveLength(1);
  testHost.clock.advance({ days: 31 });
  await sweepDeliveries(testHost.ctx);
  expect((await find()).total).toBe(0);
});

test('nothing is sent to internal addresses, whatever host name resolves to them', async () => {
  for (const url of [
    'http://example.com/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://10.0.0.8/x',
    'https://localhost/x',
    'https://printer.local/x',
    'https://user:word@example.com/x',
    'ftp://example.com/x',
    receiver.origin.replace(/\d+$/, '1'),
  ])
    expect((await add({ url })).errorBody.error).toBe('webhook_address_closed');
  const { data: webhook } = await add();
  expect((await change(webhook._id, { url: 'https://192.168.0.1/x' })).errorBody.error).toBe('webhook_address_closed');
  // As if a public host name had been pointed to an internal address later.
  await testHost.ctx.db.update(webhooks).set({ url: 'https://127.0.0.1:9/x' }).where(eq(webhooks.id, webhook._id));
  await emitEvent();
  await runDueDeliveries();
  expect((await find()).data).toMatchObject([{ state: 'pending', outcome: 'This address is on a private network.' }]);
});

test('webhooks are limited in number, changes are audited, deliveries are removed with them, and unknown ids are rejected', async () => {
  const { data: webhook } = await add();
  const { data } = await change(webhook._id, { events: ['payment.settled', 'payment.settled'] });
  expect(data.events).toEqual(['payment.settled']);
  expect(await testHost.ctx.db.select().from(auditLog).where(eq(auditLog.action, 'webhooks.change')).orderBy(auditLog.id)).toContainEqual(
    expect.objectContaining({ targetId: webhook._id, before: { events: ['contact.received'] }, after: { events: ['payment.settled'] } }),
  );
  const remove = (id: string) => testHost.call('DELETE /admin/webhooks/:id', { params: { id } }, { token });
  expect((await remove(webhook._id)).data).toEqual({ deleted: true });
  const missingId = testHost.ctx.random.id();
  expect((await remove(missingId)).errorBody.error).toBe('webhook_not_found');
  expect((await change(missingId, {})).errorBody.error).toBe('webhook_not_found');
  expect((await replay(missingId)).errorBody.error).toBe('delivery_not_found');
  for (let count = 0; count < 20; count += 1) await add();
  expect((await add()).errorBody.error).toBe('webhook_limit');
});

test('a report is sent with ids and its reason, and without the text of its reporter', async () => {
  await add({ events: ['report.filed'] });
  const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
  const body = { target: 'performer' as const, targetId: performer.id, reason: 'spam' as const, description: 'Look at this' };
  const { data } = await testHost.call('POST /reports', { body }, { token: fan.token });
  await runDueDeliveries();
  expect(receiver.received).toMatchObject([
    { body: { event: 'report.filed', data: { reportId: data._id, target: 'performer', targetId: performer.id, reason: 'spam' } } },
  ]);
  expect(receiver.received[0]?.text).not.toContain('Look at this');
});

// Must be the last test: from here on a worker runs due deliveries.
test('the worker sends events of committed transactions, and none of rolled-back ones', async () => {
  await add({ events: ['contact.received', 'performer.verified'] });
  await testHost.ctx.jobs.work(testHost.ctx);
  const performer = await signUpPerformer(testHost, 'newcomer', 'pending');
  await inTransaction(testHost.ctx, async (tx) => {
    await emitWebhook(tx, 'contact.received', {});
    throw new Error('rolled back');
  }).catch(() => undefined);
  await testHost.call(
    'POST /admin/performers/:id/verification',
    { params: { id: performer.id }, body: { decision: 'approved' } },
    { token },
  );
  await eventually(() => {
    expect(receiver.received).toMatchObject([{ event: 'performer.verified', body: { data: { performerId: performer.id } } }]);
  });
});
