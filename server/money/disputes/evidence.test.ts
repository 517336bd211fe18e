/** The evidence that the site collects for a dispute, from data created through the API. */
import { eq } from 'drizzle-orm';
import { sessions } from '@server/platform/db/schema/accounts';
import { sitePages } from '@server/platform/db/schema/site';
import { disputeActions } from '../../../tests/kit/money/disputes';
import { newIdempotencyKey, openStripeTestHost, type Payer, type StripeTestHost } from '../../../tests/kit/money/payments';
import { signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { publishItem } from '../../../tests/kit/content/published-item';
import { sendMessage, openConversation } from '../../../tests/kit/talk/conversations';

let scene: StripeTestHost;
let at: ReturnType<typeof disputeActions>;
let operator: string;
beforeAll(async () => {
  scene = await openStripeTestHost();
  at = disputeActions(scene);
  operator = (await signUpOperator(scene.testHost)).token;
});
afterAll(() => scene.close());

const collected = async (paymentId: string) => {
  await at.updateDispute(paymentId, 'charge.dispute.created', 'needs_response');
  const { id } = await at.rowOf(paymentId);
  return (await scene.testHost.call('GET /admin/disputes/:id', { params: { id } }, { token: operator })).data.collected;
};
const tip = async (fan: Payer, performerId: string, price: number): Promise<void> => {
  const params = { id: performerId };
  const { status, refusal } = await scene.testHost.call(
    'POST /wallet/charges/tip/:id',
    { params, body: { price } },
    { token: fan.token, key: newIdempotencyKey() },
  );
  if (status !== 200) throw new Error(`no tip: ${JSON.stringify(refusal)}`);
};
const today = (): string => scene.testHost.clock.now().toISOString().slice(0, 10);

it('describes for a top-up what its tokens bought, and when it was opened', async () => {
  const [fan, performer] = [await scene.payer(), await signUpPerformer(scene.testHost, 'ada_sells')];
  await at.topUp(fan, 10);
  await tip(fan, performer.id, 10);
  const before = await at.topUp(fan, 30);
  const id = await publishItem(scene.testHost, performer, 'video', { audience: 'paid', price: 1250n });
  await scene.testHost.call('POST /wallet/charges/video/:id', { params: { id }, body: {} }, { token: fan.token, key: newIdempotencyKey() });
  await scene.testHost.call('GET /performer-assets/videos/:id', { params: { id } }, { token: fan.token });
  await tip(fan, performer.id, 12);
  const evidence = await collected(before);
  expect(evidence.purchases.split('\n')).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC: video by ada_sells, 12\.50 tokens$/),
    expect.stringMatching(/: tip to ada_sells, 12\.00 tokens$/),
  ]);
  expect(evidence.accessLog).toContain(`${today()}: opened a video that was paid for`);
  expect(evidence.product).toMatch(/^30 tokens: prepaid credit/);
  expect(evidence.serviceDate).toBe(today());
  expect(evidence.receipt).toMatch(
    /^Receipt: R-\d{6}\nDate: .* UTC\nProduct: 30 tokens\nPrice: 30\.00 USD\nPaid by: visa ending in 4242\nStatus: disputed$/,
  );
  expect([evidence.customerEmail, evidence.customerName]).toEqual([fan.email, fan.email.split('@')[0]]);
  expect([evidence.refundRefusal, evidence.other]).toEqual(['', '']);
});

it('includes purchases up to the tokens of the top-up, and none after them', async () => {
  const [fan, performer] = [await scene.payer(), await signUpPerformer(scene.testHost)];
  const first = await at.topUp(fan, 10);
  await tip(fan, performer.id, 10);
  await at.topUp(fan, 10);
  await tip(fan, performer.id, 10);
  expect((await collected(first)).purchases.split('\n')).toEqual([expect.stringMatching(/10\.00 tokens$/)]);
});

it('describes for a subscription its period and what was opened in it', async () => {
  const [fan, performer] = [await scene.payer(), await signUpPerformer(scene.testHost, 'bea_shows')];
  const id = await publishItem(scene.testHost, performer, 'gallery', { audience: 'subscribers' });
  const { data } = await scene.testHost.call(
    'POST /payment/subscribe/performers',
    { body: { performerId: performer.id } },
    { token: fan.token, key: newIdempotencyKey() },
  );
  await scene.testHost.call('GET /performer-assets/galleries/:id', { params: { id } }, { token: fan.token });
  const evidence = await collected(data._id);
  expect(evidence.product).toMatch(/^Subscription to bea_shows at /);
  expect(evidence.purchases).toMatch(/^Subscription to bea_shows: access from .* UTC to .* UTC\.$/);
  expect(evidence.serviceDate).toMatch(/^\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/);
  expect(evidence.accessLog).toContain(`${today()}: opened a gallery that was paid for`);
});

it('includes counts of messages, not their text', async () => {
  const [fan, performer] = [await scene.payer(), await signUpPerformer(scene.testHost, 'cleo_talks')];
  const paymentId = await at.topUp(fan);
  const conversation = await openConversation(scene.testHost, fan, performer);
  await sendMessage(scene.testHost, fan, conversation, { text: 'A private secret' });
  await sendMessage(scene.testHost, fan, conversation, { text: 'Another secret' });
  await sendMessage(scene.testHost, performer, conversation, { text: 'An answer' });
  await tip(fan, performer.id, 10);
  const evidence = await collected(paymentId);
  expect(evidence.messages).toMatch(
    /^Messages with cleo_talks since the payment: 2 by the customer, 1 to the customer, the first .* UTC, the last .* UTC\.$/,
  );
  expect(JSON.stringify(evidence)).not.toMatch(/secret|An answer/);
});

it("lists sign-ins with their addresses, and the payment's address when there was only one", async () => {
  const fan = await scene.payer();
  await scene.testHost.ctx.db.update(sessions).set({ address: '203.0.113.7', country: 'DE' }).where(eq(sessions.accountId, fan.id));
  const paymentId = await at.topUp(fan);
  const evidence = await collected(paymentId);
  expect(evidence.accessLog).toMatch(/^Account opened .* UTC\.\n/);
  expect(evidence.accessLog).toContain(' UTC: signed in from 203.0.113.7 (DE), ');
  expect(evidence.customerAddress).toBe('203.0.113.7');
  const other = await scene.payer();
  const [session] = await scene.testHost.ctx.db.select().from(sessions).where(eq(sessions.accountId, other.id));
  if (!session) throw new Error('no session was opened');
  await scene.testHost.ctx.db
    .insert(sessions)
    .values({ ...session, id: scene.testHost.ctx.random.id(), address: '198.51.100.9', tokenHash: 'another', mediaHash: 'another' });
  expect((await collected(await at.topUp(other))).customerAddress).toBe('');
});

it('quotes the refund section of the terms, and nothing when there is none', async () => {
  const { db, clock, random } = scene.testHost.ctx;
  await db.delete(sitePages).where(eq(sitePages.slug, 'terms'));
  expect((await collected(await at.topUp(await scene.payer()))).refundPolicy).toBe('');
  const now = clock.now();
  await db.insert(sitePages).values({
    id: random.id(),
    slug: 'terms',
    type: 'page',
    title: 'Terms',
    shortDescription: '',
    content: '<h2>Conduct</h2><p>Be kind.</p><h2>Tokens &amp; refunds</h2><p>Tokens are <b>final</b>.</p><h2>Ending</h2><p>Any time.</p>',
    status: 'published',
    ordering: 0,
    createdAt: now,
    updatedAt: now,
  });
  const { refundPolicy } = await collected(await at.topUp(await scene.payer()));
  expect(refundPolicy).toMatch(/^From the terms of use, .*\/page\/terms:\nTokens & refunds Tokens are final \.$/);
});
