/** Telling other programs: signed, tried for a day, replayed, and never into a closed network. */
import { eq, sql } from 'drizzle-orm';
import { inTransaction } from '@server/platform/context';
import { auditLog, webhookDeliveries, webhooks } from '@server/platform/db/schema/schema';
import { eventually } from '../../../tests/kit/timing/eventually';
import { password, signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { isSignedBy, openWebhookStandIn, type WebhookStandIn } from '../../../tests/kit/stand-ins/webhook';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { deliver, sweepDeliveries } from './deliver';
import { raise } from '../../platform/webhooks/emit';

let world: World;
let receiver: WebhookStandIn;
let token: string;

beforeAll(async () => {
  receiver = await openWebhookStandIn();
  world = await openWorld({ WEBHOOK_ORIGIN: receiver.origin });
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});
beforeEach(async () => {
  // Days pass in some tests, and a session that is not remembered lasts one.
  const { username } = await signUpOperator(world);
  ({ token } = (await world.call('POST /auth/login', { body: { username, password, remember: true } })).data);
  await world.ctx.db.delete(webhooks);
  receiver.received.length = 0;
  receiver.answerWith(200);
});

const add = (body: { url?: string; events?: 'payment.settled'[] | ('contact.received' | 'performer.verified' | 'report.filed')[] } = {}) =>
  world.call('POST /admin/webhooks', { body: { url: receiver.url, events: ['contact.received'], ...body } }, { token });
const change = (id: string, body: object) => world.call('PUT /admin/webhooks/:id', { params: { id }, body }, { token });
const all = async () => (await world.call('GET /admin/webhooks', {}, { token })).data;
const find = async (query: object = {}) =>
  (await world.call('GET /admin/webhooks/deliveries/search', { query: { sortBy: 'createdAt', ...query } }, { token })).data;
const replay = (id: string) => world.call('POST /admin/webhooks/deliveries/:id/replay', { params: { id } }, { token });
const happen = () => inTransaction(world.ctx, (tx) => raise(tx, 'contact.received', { messageId: world.ctx.chance.id() }));
/** Does what the worker would do for every message that is due. */
async function work(): Promise<void> {
  const due = await world.ctx.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.state, 'pending'));
  for (const { id, runsAt } of due) if (runsAt !== null && runsAt <= world.clock.now()) await deliver(world.ctx, id);
}

test('what was chosen is told, signed by a secret that is shown once and stored sealed', async () => {
  const { data: made } = await add();
  expect(made).toMatchObject({ url: receiver.url, events: ['contact.received'], isActive: true, failingSince: null });
  expect(JSON.stringify(await all())).not.toContain('secret');
  const [stored] = await world.ctx.db.select().from(webhooks);
  expect(stored?.secret.toString()).not.toContain(made.secret);
  await world.call('POST /contact', { body: { name: 'Wilma', email: 'wilma@example.com', message: 'Where are my receipts, please?' } });
  await inTransaction(world.ctx, (tx) => raise(tx, 'payout.done', {}));
  await work();
  const [told, ...others] = receiver.received;
  expect(others).toEqual([]);
  expect(told).toMatchObject({
    event: 'contact.received',
    body: { event: 'contact.received', data: { messageId: expect.any(String) as string } },
  });
  expect(told?.text).not.toContain('wilma');
  expect(told && isSignedBy(made.secret, told)).toBe(true);
  expect(told && isSignedBy('whsec_other', told)).toBe(false);
  expect((await find()).data).toMatchObject([
    { state: 'delivered', tries: 1, outcome: 'Answered 200.', runsAt: null, _id: told?.delivery },
  ]);
  const trail = await world.ctx.db.select().from(auditLog).where(eq(auditLog.action, 'webhooks.add'));
  expect(JSON.stringify(trail)).not.toContain(made.secret);
});

test('is tried again with growing pauses, arrives late, and says the same', async () => {
  await add();
  receiver.answerWith(500);
  await happen();
  const pauses: number[] = [];
  for (let tries = 0; tries < 4; tries += 1) {
    await work();
    const [waiting] = (await find()).data;
    expect(waiting).toMatchObject({ state: 'pending', tries: tries + 1, outcome: 'Answered 500.' });
    const pause_s = Math.ceil((Date.parse(waiting?.runsAt ?? '') - world.clock.now().getTime()) / 1000);
    pauses.push(pause_s);
    world.clock.advance({ seconds: pause_s });
  }
  expect(pauses).toEqual([10, 60, 300, 1800]);
  expect((await all())[0]?.failingSince).not.toBeNull();
  receiver.answerWith(204);
  await work();
  expect((await find()).data).toMatchObject([{ state: 'delivered', tries: 5, outcome: 'Answered 204.' }]);
  expect((await all())[0]).toMatchObject({ failingSince: null, isActive: true });
  expect(new Set(receiver.received.map(({ text, delivery }) => delivery + text)).size).toBe(1);
});

test('a webhook at which nothing arrives for a day is switched off, and the operators are told', async () => {
  const { data: made } = await add();
  receiver.answerWith(0);
  await happen();
  for (let hours = 0; hours < 30; hours += 1) {
    await work();
    world.clock.advance({ hours: 1 });
  }
  expect((await all())[0]).toMatchObject({ isActive: false });
  expect((await find()).data).toMatchObject([{ state: 'failed', outcome: 'The connection broke.', runsAt: null }]);
  const { data } = await world.call('GET /notifications', {}, { token });
  expect(data.data[0]).toMatchObject({ link: '/admin/webhooks', text: expect.stringContaining('was switched off') as string });
  await happen();
  expect((await find()).total).toBe(1);
  const [failed] = (await find()).data;
  expect((await replay(failed?._id ?? '')).refusal.error).toBe('webhook_off');
  expect((await change(made._id, { isActive: true })).data).toMatchObject({ isActive: true, failingSince: null });
  receiver.answerWith(200);
  const { data: again } = await replay(failed?._id ?? '');
  expect(again).toMatchObject({ state: 'pending', tries: 0, body: failed?.body });
  expect((await replay(again._id)).refusal.error).toBe('already_so');
  await work();
  expect(receiver.received.at(-1)).toMatchObject({ delivery: again._id, text: failed?.body });
  expect((await find({ state: 'delivered' })).total).toBe(1);
});

test('what lost its job gets another, and old messages are forgotten', async () => {
  await add();
  await happen();
  await world.ctx.db.execute(sql`delete from jobs.job where name = 'webhooks/deliver'`);
  world.clock.advance({ minutes: 6 });
  await sweepDeliveries(world.ctx);
  const { rows } = await world.ctx.db.execute(sql`select 1 from jobs.job where name = 'webhooks/deliver'`);
  expect(rows).toHaveLength(1);
  world.clock.advance({ days: 31 });
  await sweepDeliveries(world.ctx);
  expect((await find()).total).toBe(0);
});

test('nothing is sent into a closed network, whatever the name of the address says', async () => {
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
    expect((await add({ url })).refusal.error).toBe('webhook_address_closed');
  const { data: made } = await add();
  expect((await change(made._id, { url: 'https://192.168.0.1/x' })).refusal.error).toBe('webhook_address_closed');
  // As if a name that was open had been led elsewhere since.
  await world.ctx.db.update(webhooks).set({ url: 'https://127.0.0.1:9/x' }).where(eq(webhooks.id, made._id));
  await happen();
  await work();
  expect((await find()).data).toMatchObject([{ state: 'pending', outcome: 'The address leads into a closed network.' }]);
});

test('are counted, changed with a trail, removed with their messages, and must exist', async () => {
  const { data: made } = await add();
  const { data } = await change(made._id, { events: ['payment.settled', 'payment.settled'] });
  expect(data.events).toEqual(['payment.settled']);
  expect(await world.ctx.db.select().from(auditLog).where(eq(auditLog.action, 'webhooks.change')).orderBy(auditLog.id)).toContainEqual(
    expect.objectContaining({ targetId: made._id, before: { events: ['contact.received'] }, after: { events: ['payment.settled'] } }),
  );
  const remove = (id: string) => world.call('DELETE /admin/webhooks/:id', { params: { id } }, { token });
  expect((await remove(made._id)).data).toEqual({ deleted: true });
  const nobody = world.ctx.chance.id();
  expect((await remove(nobody)).refusal.error).toBe('webhook_not_found');
  expect((await change(nobody, {})).refusal.error).toBe('webhook_not_found');
  expect((await replay(nobody)).refusal.error).toBe('delivery_not_found');
  for (let count = 0; count < 20; count += 1) await add();
  expect((await add()).refusal.error).toBe('webhook_limit');
});

test('a report is told with ids and its reason, and with nothing that its reporter wrote', async () => {
  await add({ events: ['report.filed'] });
  const [performer, fan] = [await signUpPerformer(world), await signUpFan(world)];
  const body = { target: 'performer' as const, targetId: performer.id, reason: 'spam' as const, description: 'Look at this' };
  const { data } = await world.call('POST /reports', { body }, { token: fan.token });
  await work();
  expect(receiver.received).toMatchObject([
    { body: { event: 'report.filed', data: { reportId: data._id, target: 'performer', targetId: performer.id, reason: 'spam' } } },
  ]);
  expect(receiver.received[0]?.text).not.toContain('Look at this');
});

// Last: from here on a worker takes what is due.
test('the worker sends what commits, and nothing of what does not', async () => {
  await add({ events: ['contact.received', 'performer.verified'] });
  await world.ctx.jobs.work(world.ctx);
  const performer = await signUpPerformer(world, 'newcomer', 'pending');
  await inTransaction(world.ctx, async (tx) => {
    await raise(tx, 'contact.received', {});
    throw new Error('taken back');
  }).catch(() => undefined);
  await world.call('POST /admin/performers/:id/verification', { params: { id: performer.id }, body: { decision: 'approved' } }, { token });
  await eventually(() => {
    expect(receiver.received).toMatchObject([{ event: 'performer.verified', body: { data: { performerId: performer.id } } }]);
  }, 10_000);
});
