/** The evidence that the site collects for a dispute, from data created through the API. */
import { eq } from 'drizzle-orm';
import { sessions } from '@server/platform/db/schema/accounts';
import { sitePages } from '@server/platform/db/schema/site';
import { disputeActions } from '../../../tests/kit/money/disputes';
import { newIdempotencyKey, openStripeTestHost, type Payer, type StripeTestHost } from '../../../tests/kit/money/payments';
import { signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { publishItem } from '../../../tests/kit/content/published-item';
import { sendMessage, openConversation } from '../../../tests/kit/talk/conversations';

let stripe: StripeTestHost;
let actions: ReturnType<typeof disputeActions>;
let operator: string;
beforeAll(async () => {
  stripe = await openStripeTestHost();
  actions = disputeActions(stripe);
  operator = (await signUpOperator(stripe.testHost)).token;
});
afterAll(() => stripe.close());

const collectedEvidence = async (paymentId: string) => {
  await actions.updateDispute(paymentId, 'charge.dispute.created', 'needs_response');
  const { id } = await actions.rowOf(paymentId);
  return (await stripe.testHost.call('GET /admin/disputes/:id', { params: { id } }, { token: operator })).data.collected;
};
const tip = async (fan: Payer, performerId: string, price: number): Promise<void> => {
  const params = { id: performerId };
  const { status, errorBody } = await stripe.testHost.call(
    'POST /wallet/charges/tip/:id',
    { params, body: { price } },
    { token: fan.token, key: newIdempotencyKey() },
  );
  if (status !== 200) throw new Error(`no tip: ${JSON.stringify(errorBody)}`);
};
const today = (): string => stripe.testHost.clock.now().toISOString().slice(0, 10);

it("lists what a top-up's tokens bought, and when it was opened", async () => {
  const [fan, performer] = [await stripe.payer(), await signUpPerformer(stripe.testHost, 'ada_sells')];
  await actions.topUp(fan, 10);
  await tip(fan, performer.id, 10);
  const topUpId = await actions.topUp(fan, 30);
  const id = await publishItem(stripe.testHost, performer, 'video', { audience: 'paid', price: 1250n });
  await stripe.testHost.call(
    'POST /wallet/charges/video/:id',
    { params: { id }, body: {} },
    { token: fan.token, key: newIdempotencyKey() },
  );
  await stripe.testHost.call('GET /performer-assets/videos/:id', { params: { id } }, { token: fan.token });
  await tip(fan, performer.id, 12);
  const evidence = await collectedEvidence(topUpId);
  expect(evidence.purchases.split('\n')).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC: video by ada_sells, 12\.50 tokens$/),
    expect.stringMatching(/: tip to ada_sells, 12 tokens$/),
  ]);
  expect(evidence.accessLog).toContain(`${today()}: opened a purchased video`);
  expect(evidence.product).toMatch(/^30 tokens: prepaid credit/);
  expect(evidence.serviceDate).toBe(today());
  expect(evidence.receipt).toMatch(
    /^Receipt: R-\d{6}\nDate: .* UTC\nProduct: 30 tokens\nPrice: 30\.00 USD\nPaid by: visa ending in 4242\nStatus: disputed$/,
  );
  expect([evidence.customerEmail, evidence.customerName]).toEqual([fan.email, fan.email.split('@')[0]]);
  expect([evidence.refundRefusal, evidence.other]).toEqual(['', '']);
});

it('includes purchases up to the tokens of the top-up, and none after them', async () => {
  const [fan, performer] = [await stripe.payer(), await signUpPerformer(stripe.testHost)];
  const first = await actions.topUp(fan, 10);
  await tip(fan, performer.id, 10);
  await actions.topUp(fan, 10);
  await tip(fan, performer.id, 10);
  expect((await collectedEvidence(first)).purchases.split('\n')).toEqual([expect.stringMatching(/ 10 tokens$/)]);
});

it("states a subscription's period and what was opened in it", async () => {
  const [fan, performer] = [await stripe.payer(), await signUpPerformer(stripe.testHost, 'bea_shows')];
  const id = await publishItem(stripe.testHost, performer, 'gallery', { audience: 'subscribers' });
  const { data } = await stripe.testHost.call(
    'POST /payment/subscribe/performers',
    { body: { performerId: performer.id } },
    { token: fan.token, key: newIdempotencyKey() },
  );
  await stripe.testHost.call('GET /performer-assets/galleries/:id', { params: { id } }, { token: fan.token });
  const evidence = await collectedEvidence(data._id);
  expect(evidence.product).toMatch(/^Subscription to bea_shows at /);
  expect(evidence.purchases).toMatch(/^Subscription to bea_shows: access from .* UTC to .* UTC\.$/);
  expect(evidence.serviceDate).toMatch(/^\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/);
  expect(evidence.accessLog).toContain(`${today()}: opened a purchased gallery`);
});

it('includes counts of messages, not their text', async () => {
  const [fan, performer] = [await stripe.payer(), await signUpPerformer(stripe.testHost, 'cleo_talks')];
  const paymentId = await actions.topUp(fan);
  const conversation = await openConversation(stripe.testHost, fan, performer);
  await sendMessage(stripe.testHost, fan, conversation, { text: 'A private secret' });
  await sendMessage(stripe.testHost, fan, conversation, { text: 'Another secret' });
  await sendMessage(stripe.testHost, performer, conversation, { text: 'An answer' });
  await tip(fan, performer.id, 10);
  const evidence = await collectedEvidence(paymentId);
  expect(evidence.messages).toMatch(
    /^Messages with cleo_talks since the payment: 2 by the customer, 1 to the customer, first .* UTC, last .* UTC\.$/,
  );
  expect(JSON.stringify(evidence)).not.toMatch(/secret|An answer/);
});

it("lists sign-ins with their IP addresses, and the payer's address if there was only one at the time of payment", async () => {
  const fan = await stripe.payer();
  await stripe.testHost.ctx.db.update(sessions).set({ address: '203.0.113.7', country: 'DE' }).where(eq(sessions.accountId, fan.id));
  const paymentId = await actions.topUp(fan);
  const evidence = await collectedEvidence(paymentId);
  expect(evidence.accessLog).toMatch(/^Account created .* UTC\.\n/);
  expect(evidence.accessLog).toContain(' UTC: logged in from 203.0.113.7 (DE), ');
  expect(evidence.customerAddress).toBe('203.0.113.7');
  const other = await stripe.payer();
  const [session] = await stripe.testHost.ctx.db.select().from(sessions).where(eq(sessions.accountId, other.id));
  if (!session) throw new Error('no session was opened');
  await stripe.testHost.ctx.db
    .insert(sessions)
    .values({ ...session, id: stripe.testHost.ctx.random.id(), address: '198.51.100.9', tokenHash: 'another', mediaHash: 'another' });
  expect((await collectedEvidence(await actions.topUp(other))).customerAddress).toBe('');
});

it('quotes the refund section of the terms, and nothing when there is none', async () => {
  const { db, clock, random } = stripe.testHost.ctx;
  await db.delete(sitePages).where(eq(sitePages.slug, 'terms'));
  expect((await collectedEvidence(await actions.topUp(await stripe.payer()))).refundPolicy).toBe('');
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
  const { refundPolicy } = await collectedEvidence(await actions.topUp(await stripe.payer()));
  expect(refundPolicy).toMatch(/^From the terms of use \(.*\/page\/terms\):\nTokens & refunds Tokens are final \.$/);
});
