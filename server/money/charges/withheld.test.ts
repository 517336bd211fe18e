/** What was bought with tokens that went back to the card: closed while they are owed, open again once they are paid. */
import { addProduct } from '../../../tests/kit/content/products';
import { signUpOperator } from '../../../tests/kit/people/people';
import { brokenLaws, freshKey, hear, openStripeWorld, walletHolds, type Payer, type StripeWorld } from '../../../tests/support/payments';
import { publishPost, runJob, uploadPhoto } from '../../../tests/support/posts';
import { hasAccess, performerAt, subscribed, subscriptionTo } from '../../../tests/support/subscriptions';
import { photoOf, read, say, talkOf } from '../../../tests/support/talk';
import { applyEvent } from '../payments/events';

let scene: StripeWorld;
let operator: string;
let ada: Payer;
beforeAll(async () => {
  scene = await openStripeWorld();
  operator = (await signUpOperator(scene.world)).token;
  ada = await performerAt(scene.world, 400n);
});
afterAll(() => scene.close());
afterEach(async () => {
  expect(await brokenLaws(scene.world.ctx)).toEqual([]);
});

const topUp = async ({ token }: Payer, amount: number): Promise<string> => {
  const { data } = await scene.world.call('POST /payment/wallet/top-up', { body: { amount } }, { token, key: freshKey() });
  scene.world.clock.advance({ seconds: 1 });
  return scene.standIn.payments.intents.find(({ metadata }) => metadata['footlight_key'] === `pay_${data._id}`)?.id ?? '';
};
const hearOf = async (intent: string, type: string, status: 'needs_response' | 'won'): Promise<void> => {
  scene.standIn.payments.dispute(intent, type, status);
  const event = scene.standIn.lastEvent(type);
  await scene.deliver(scene.standIn.webhook(event, scene.world.clock.now()));
  await applyEvent(scene.world.ctx, 'stripe', event.id);
};
const dispute = (intent: string) => hearOf(intent, 'charge.dispute.created', 'needs_response');
const win = (intent: string) => hearOf(intent, 'charge.dispute.closed', 'won');

const postAt = async (price: number) =>
  publishPost(scene.world, ada, { type: 'photo', audience: 'paid', price, fileIds: [await uploadPhoto(scene.world, ada)] });
const buyPost = async ({ token }: Payer, id: string) => {
  const answer = await scene.world.call('POST /wallet/charges/feed/:id', { params: { id }, body: {} }, { token });
  scene.world.clock.advance({ seconds: 1 });
  return answer;
};
const isOpen = async ({ token }: Payer, id: string): Promise<boolean> =>
  !(await scene.world.call('GET /user/feeds/:id', { params: { id } }, { token })).data.isLocked;
const owes = async ({ token }: Payer): Promise<number> => (await scene.world.call('GET /wallet/spending', {}, { token })).data.owed;

describe('a dispute of tokens that were spent', () => {
  it('closes all that they bought, says so, and opens it again with the next top-up', async () => {
    const fan = await scene.payer();
    const intent = await topUp(fan, 20);
    const post = await postAt(5);
    const product = await addProduct(scene.world, ada, { type: 'digital', price: 3 });
    const talk = await talkOf(scene.world, fan, ada);
    const { data: message } = await say(scene.world, ada, talk, { text: 'For you.', fileIds: [await photoOf(scene.world, ada)], price: 4 });
    await buyPost(fan, post._id);
    await scene.world.call('POST /wallet/charges/product/:id', { params: { id: product._id }, body: {} }, { token: fan.token });
    await scene.world.call('POST /wallet/charges/message/:id', { params: { id: message._id }, body: {} }, { token: fan.token });
    await subscribed(scene.world, fan, ada, { source: 'wallet' });
    const standing = async () => ({
      post: await isOpen(fan, post._id),
      message: (await read(scene.world, fan, talk)).data[0]?.isLocked === false,
      file: (
        await scene.world.call('GET /performer-assets/products/:id/download-link', { params: { id: product._id } }, { token: fan.token })
      ).status,
      subscription: await hasAccess(scene.world, fan, ada),
      subscriptionSays: (await subscriptionTo(scene.world, fan, ada)).isWithheld,
      purchaseSays: (await scene.world.call('GET /wallet/purchases', {}, { token: fan.token })).data.data.map(
        ({ isWithheld }) => isWithheld,
      ),
    });
    const allOpen = { post: true, message: true, file: 200, subscription: true, subscriptionSays: false, purchaseSays: [false] };
    const allClosed = { post: false, message: false, file: 403, subscription: false, subscriptionSays: true, purchaseSays: [true] };
    expect(await standing()).toEqual(allOpen);

    const heard = await hear(scene.world, fan, 'message/changed');
    await dispute(intent);
    expect([await standing(), await owes(fan)]).toEqual([allClosed, 16]);
    expect(heard).toMatchObject([{ _id: message._id, isLocked: true }]);
    const { data: news } = await scene.world.call('GET /notifications', {}, { token: fan.token });
    expect(news.data.filter(({ type }) => type === 'refund').map(({ text }) => text)).toEqual([
      'You owe 16 tokens, for a payment went back after its tokens were spent. What you bought with them opens again when you top up.',
    ]);
    // Nothing is sold a second time.
    const again = await scene.world.call(
      'POST /wallet/charges/message/:id',
      { params: { id: message._id }, body: {} },
      { token: fan.token },
    );
    expect(again.refusal.error).toBe('purchase_withheld');
    expect((await buyPost(fan, post._id)).refusal.error).toBe('purchase_withheld');
    // Their purchase stands, and so does what it protects: the performer cannot delete what was bought.
    expect((await read(scene.world, ada, talk)).data[0]?.isBought).toBe(true);

    await topUp(fan, 20);
    expect([await standing(), await owes(fan)]).toEqual([allOpen, 0]);
    expect(await walletHolds(scene.world.ctx, fan.id)).toBe(400n);
  });

  it('closes the newest purchases, as many as the debt is worth, and none from before the payment', async () => {
    const fan = await scene.payer();
    const posts = [await postAt(5), await postAt(5), await postAt(5), await postAt(5)] as const;
    await topUp(fan, 5);
    await buyPost(fan, posts[0]._id);
    const intent = await topUp(fan, 20);
    for (const { _id } of posts.slice(1)) await buyPost(fan, _id);
    const standing = () => Promise.all(posts.map(({ _id }) => isOpen(fan, _id)));
    await dispute(intent);
    expect([await standing(), await owes(fan)]).toEqual([[true, false, false, false], 15]);
    // Part of it is paid: the older ones of what is owed open first.
    await topUp(fan, 6);
    expect([await standing(), await owes(fan)]).toEqual([[true, true, false, false], 9]);
    await topUp(fan, 4);
    expect([await standing(), await owes(fan)]).toEqual([[true, true, true, false], 5]);
  });

  it('opens all again when it is won', async () => {
    const fan = await scene.payer();
    const post = await postAt(5);
    const intent = await topUp(fan, 5);
    await buyPost(fan, post._id);
    await dispute(intent);
    expect(await isOpen(fan, post._id)).toBe(false);
    await win(intent);
    expect([await isOpen(fan, post._id), await owes(fan)]).toEqual([true, 0]);
  });

  it('is settled from a refund of what was bought, too', async () => {
    const fan = await scene.payer();
    const [kept, returned] = [await postAt(5), await postAt(5)];
    const intent = await topUp(fan, 10);
    await buyPost(fan, kept._id);
    const { data: charge } = await buyPost(fan, returned._id);
    await dispute(intent);
    expect(await isOpen(fan, kept._id)).toBe(false);
    await scene.world.call(
      'POST /admin/charges/:id/refund',
      { params: { id: charge._id }, body: { reason: 'Asked.' } },
      { token: operator },
    );
    await runJob(scene.world, 'charges/settle-debt', { userId: fan.id, cause: charge._id, key: `refund:${charge._id}:500` });
    // The post that is left is what the rest of the debt was spent on.
    expect([await owes(fan), await isOpen(fan, kept._id), await isOpen(fan, returned._id)]).toEqual([5, false, false]);
    await topUp(fan, 5);
    expect([await owes(fan), await isOpen(fan, kept._id)]).toEqual([0, true]);
  });
});
