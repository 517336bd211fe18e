/** Purchases made with tokens of a payment that was reversed: withheld while the fan owes the site, released once the debt is settled. */
import { eq, sql } from 'drizzle-orm';
import { inTransaction } from '@server/platform/context';
import { charges } from '@server/platform/db/schema/money';
import type { JobKinds } from '@server/platform/jobs/jobs';
import { addProduct } from '../../../tests/kit/content/products';
import { addAddress } from '../../../tests/kit/people/addresses';
import { signUpOperator } from '../../../tests/kit/people/people';
import {
  ledgerViolations,
  newIdempotencyKey,
  collectEvents,
  openStripeTestHost,
  walletBalance,
  type Payer,
  type StripeTestHost,
} from '../../../tests/kit/money/payments';
import { publishPost, runJob, uploadPhoto } from '../../../tests/kit/content/posts';
import { hasAccess, performerWithPrices, subscribeOrFail, subscriptionTo } from '../../../tests/kit/money/subscriptions';
import { uploadMessagePhoto, readMessages, sendMessage, openConversation } from '../../../tests/kit/talk/conversations';
import { eventually } from '../../../tests/kit/timing/eventually';
import { applyEvent } from '../payments/events';

let stripe: StripeTestHost;
let operator: string;
let ada: Payer;
beforeAll(async () => {
  stripe = await openStripeTestHost();
  operator = (await signUpOperator(stripe.testHost)).token;
  ada = await performerWithPrices(stripe.testHost, 400n);
});
afterAll(() => stripe.close());
afterEach(async () => {
  expect(await ledgerViolations(stripe.testHost.ctx)).toEqual([]);
});

const topUp = async ({ token }: Payer, amount: number): Promise<string> => {
  const { data } = await stripe.testHost.call('POST /payment/wallet/top-up', { body: { amount } }, { token, key: newIdempotencyKey() });
  stripe.testHost.clock.advance({ seconds: 1 });
  return stripe.standIn.payments.intents.find(({ metadata }) => metadata['footlight_key'] === `pay_${data._id}`)?.id ?? '';
};
const deliverEvent = async (intent: string, type: string, status: 'needs_response' | 'won'): Promise<void> => {
  stripe.standIn.payments.dispute(intent, type, status);
  const event = stripe.standIn.lastEvent(type);
  await stripe.deliver(stripe.standIn.webhook(event, stripe.testHost.clock.now()));
  await applyEvent(stripe.testHost.ctx, 'stripe', event.id);
};
const dispute = (intent: string) => deliverEvent(intent, 'charge.dispute.created', 'needs_response');
const win = (intent: string) => deliverEvent(intent, 'charge.dispute.closed', 'won');

const postAt = async (price: number) =>
  publishPost(stripe.testHost, ada, { type: 'photo', audience: 'paid', price, fileIds: [await uploadPhoto(stripe.testHost, ada)] });
const buyPost = async ({ token }: Payer, id: string) => {
  const response = await stripe.testHost.call('POST /wallet/charges/feed/:id', { params: { id }, body: {} }, { token });
  stripe.testHost.clock.advance({ seconds: 1 });
  return response;
};
const isUnlocked = async ({ token }: Payer, id: string): Promise<boolean> =>
  !(await stripe.testHost.call('GET /user/feeds/:id', { params: { id } }, { token })).data.isLocked;
const debtOf = async ({ token }: Payer): Promise<number> => (await stripe.testHost.call('GET /wallet/spending', {}, { token })).data.owed;

describe('a dispute of spent tokens', () => {
  it('withholds everything bought with them, tells the fan why, and releases it after the next top-up', async () => {
    const fan = await stripe.payer();
    const intent = await topUp(fan, 20);
    const post = await postAt(5);
    const product = await addProduct(stripe.testHost, ada, { type: 'digital', price: 3 });
    const conversation = await openConversation(stripe.testHost, fan, ada);
    const { data: message } = await sendMessage(stripe.testHost, ada, conversation, {
      text: 'For you.',
      fileIds: [await uploadMessagePhoto(stripe.testHost, ada)],
      price: 4,
    });
    await buyPost(fan, post._id);
    await stripe.testHost.call('POST /wallet/charges/product/:id', { params: { id: product._id }, body: {} }, { token: fan.token });
    await stripe.testHost.call('POST /wallet/charges/message/:id', { params: { id: message._id }, body: {} }, { token: fan.token });
    await subscribeOrFail(stripe.testHost, fan, ada, { source: 'wallet' });
    const accessState = async () => ({
      post: await isUnlocked(fan, post._id),
      message: (await readMessages(stripe.testHost, fan, conversation)).data[0]?.isLocked === false,
      file: (
        await stripe.testHost.call(
          'GET /performer-assets/products/:id/download-link',
          { params: { id: product._id } },
          { token: fan.token },
        )
      ).status,
      subscription: await hasAccess(stripe.testHost, fan, ada),
      subscriptionWithheld: (await subscriptionTo(stripe.testHost, fan, ada)).isWithheld,
      purchasesWithheld: (await stripe.testHost.call('GET /wallet/purchases', {}, { token: fan.token })).data.data.map(
        ({ isWithheld }) => isWithheld,
      ),
    });
    const released = { post: true, message: true, file: 200, subscription: true, subscriptionWithheld: false, purchasesWithheld: [false] };
    const withheld = { post: false, message: false, file: 403, subscription: false, subscriptionWithheld: true, purchasesWithheld: [true] };
    expect(await accessState()).toEqual(released);

    const messageEvents = await collectEvents(stripe.testHost, fan, 'message/changed');
    await dispute(intent);
    expect([await accessState(), await debtOf(fan)]).toEqual([withheld, 16]);
    await eventually(() => expect(messageEvents).toMatchObject([{ _id: message._id, isLocked: true }]));
    const { data: notifications } = await stripe.testHost.call('GET /notifications', {}, { token: fan.token });
    expect(notifications.data.filter(({ type }) => type === 'refund').map(({ text }) => text)).toEqual([
      'You owe 16 tokens because a payment was reversed after you spent its tokens. Top up to unlock your purchases again.',
    ]);
    // A withheld purchase cannot be bought again.
    const again = await stripe.testHost.call(
      'POST /wallet/charges/message/:id',
      { params: { id: message._id }, body: {} },
      { token: fan.token },
    );
    expect(again.errorBody.error).toBe('purchase_withheld');
    expect((await buyPost(fan, post._id)).errorBody.error).toBe('purchase_withheld');
    // The purchase remains and still protects the item: the performer cannot delete it.
    expect((await readMessages(stripe.testHost, ada, conversation)).data[0]?.isBought).toBe(true);

    await topUp(fan, 20);
    expect([await accessState(), await debtOf(fan)]).toEqual([released, 0]);
    expect(await walletBalance(stripe.testHost.ctx, fan.id)).toBe(400n);
  });

  it('withholds the newest purchases, up to the amount of the debt, and none from before the payment', async () => {
    const fan = await stripe.payer();
    const posts = [await postAt(5), await postAt(5), await postAt(5), await postAt(5)] as const;
    await topUp(fan, 5);
    await buyPost(fan, posts[0]._id);
    const intent = await topUp(fan, 20);
    for (const { _id } of posts.slice(1)) await buyPost(fan, _id);
    const accessState = () => Promise.all(posts.map(({ _id }) => isUnlocked(fan, _id)));
    await dispute(intent);
    expect([await accessState(), await debtOf(fan)]).toEqual([[true, false, false, false], 15]);
    // Part of the debt is settled: the oldest withheld purchases are released first.
    await topUp(fan, 6);
    expect([await accessState(), await debtOf(fan)]).toEqual([[true, true, false, false], 9]);
    await topUp(fan, 4);
    expect([await accessState(), await debtOf(fan)]).toEqual([[true, true, true, false], 5]);
  });

  it('withholds an order that has not shipped, and emits an event to buyer and seller when it is withheld and released', async () => {
    const fan = await stripe.payer();
    const product = await addProduct(stripe.testHost, ada, { type: 'physical', price: 8 });
    const intent = await topUp(fan, 8);
    const body = { deliveryAddressId: await addAddress(stripe.testHost, fan), phoneNumber: '+49 30 1234' };
    const { data } = await stripe.testHost.call(
      'POST /wallet/charges/product/:id',
      { params: { id: product._id }, body },
      { token: fan.token },
    );
    const params = { id: data.order._id };
    const ship = () =>
      stripe.testHost.call('PUT /orders/:id/update', { params, body: { deliveryStatus: 'shipping' } }, { token: ada.token });
    const read = async ({ token }: Payer) => (await stripe.testHost.call('GET /orders/:id', { params }, { token })).data;

    const [bought, sold] = [
      await collectEvents(stripe.testHost, fan, 'order/changed'),
      await collectEvents(stripe.testHost, ada, 'order/changed'),
    ];
    await dispute(intent);
    expect((await ship()).errorBody.error).toBe('order_withheld');
    // On a busy machine the event of the purchase itself can arrive only now, too.
    const withheldEvents = () => [bought, sold].map((events) => events.filter(({ isWithheld }) => isWithheld));
    await eventually(() => expect(withheldEvents()).toMatchObject([[{ isWithheld: true }], [{ isWithheld: true }]]));
    expect([await read(fan), await read(ada)]).toMatchObject([{ isWithheld: true }, { isWithheld: true, deliveryStatus: 'processing' }]);
    await topUp(fan, 8);
    await eventually(() => expect([bought.at(-1), sold.at(-1)]).toMatchObject([{ isWithheld: false }, { isWithheld: false }]));
    expect(withheldEvents().map(({ length }) => length)).toEqual([1, 1]);
    expect((await ship()).data).toMatchObject({ isWithheld: false, deliveryStatus: 'shipping' });
  });

  it('releases everything when it is won', async () => {
    const fan = await stripe.payer();
    const post = await postAt(5);
    const intent = await topUp(fan, 5);
    await buyPost(fan, post._id);
    await dispute(intent);
    expect(await isUnlocked(fan, post._id)).toBe(false);
    await win(intent);
    expect([await isUnlocked(fan, post._id), await debtOf(fan)]).toEqual([true, 0]);
  });

  it('leaves a debt that a refund of a purchase settles in part', async () => {
    const fan = await stripe.payer();
    const [keptPost, refundedPost] = [await postAt(5), await postAt(5)];
    const intent = await topUp(fan, 10);
    await buyPost(fan, keptPost._id);
    const { data: charge } = await buyPost(fan, refundedPost._id);
    await dispute(intent);
    expect(await isUnlocked(fan, keptPost._id)).toBe(false);
    await stripe.testHost.call(
      'POST /admin/charges/:id/refund',
      { params: { id: charge._id }, body: { reason: 'Asked.' } },
      { token: operator },
    );
    await runJob(stripe.testHost, 'charges/settle-debt', { userId: fan.id, cause: charge._id, key: `refund:${charge._id}:500` });
    // The remaining debt withholds the remaining post.
    expect([await debtOf(fan), await isUnlocked(fan, keptPost._id), await isUnlocked(fan, refundedPost._id)]).toEqual([5, false, false]);
    await topUp(fan, 5);
    expect([await debtOf(fan), await isUnlocked(fan, keptPost._id)]).toEqual([0, true]);
  });

  it.each([
    ['unlocked', 'in part', { amount: 1 }, true],
    ['locked', 'in full', {}, false],
  ])('leaves a post %s that was being refunded %s when the dispute was won', async (_state, _extent, part, isUnlockedAfter) => {
    const { ctx } = stripe.testHost;
    const fan = await stripe.payer();
    const post = await postAt(5);
    const intent = await topUp(fan, 5);
    const { data: charge } = await buyPost(fan, post._id);
    await dispute(intent);
    // As in a refund: the gateway's event arrives while the refund holds the charge's lock, and does not wait for it.
    await inTransaction(ctx, async (tx) => {
      await tx.db.select().from(charges).where(eq(charges.id, charge._id)).for('no key update');
      await win(intent);
    });
    const body = { reason: 'Asked.', ...part };
    await stripe.testHost.call('POST /admin/charges/:id/refund', { params: { id: charge._id }, body }, { token: operator });
    const { rows } = await ctx.db.execute<{ data: JobKinds['charges/settle-debt'] }>(
      sql`select data from jobs.job where name = 'charges/settle-debt' and data->>'userId' = ${fan.id}`,
    );
    for (const { data } of rows) await runJob(stripe.testHost, 'charges/settle-debt', data);
    expect([await debtOf(fan), await isUnlocked(fan, post._id)]).toEqual([0, isUnlockedAfter]);
  });
});
