/** A fan's money: tokens by card, a tip, a subscription and its end. Every payment shows who gets what and ends in a receipt. */
import { journey } from '../kit/browser/journey';
import { signUpFan, signUpPerformer } from '../kit/people/people';
import { confirmAddress } from '../support/subscriptions';
import type { World } from '../kit/host/test-host';
import type { Visitor } from '../support/visitor';

const cards = { pays: '4242 4242 4242 4242', declined: '4000 0000 0000 0002', asks: '4000 0027 6000 3184' };

const balance = (visitor: Visitor, tokens: string): Promise<void> =>
  visitor.page
    .getByRole('link', { name: `Wallet, ${tokens}` })
    .filter({ visible: true })
    .first()
    .waitFor();

/** Chooses a test card by its number, as a person would type it. */
async function enterCard(visitor: Visitor, number: string): Promise<void> {
  const another = visitor.page.getByRole('radio', { name: /Another card/ });
  if ((await another.count()) > 0) await another.check();
  await visitor.write('Card number', number);
}

async function topUp(visitor: Visitor, amount: string, number: string): Promise<void> {
  await visitor.open('/wallet');
  await visitor.write('Amount', amount);
  await enterCard(visitor, number);
  await visitor.press(`Top up $${amount}`);
}

const payByCard = (world: World, token: string) =>
  world.call('POST /:gateway/cards', { params: { gateway: 'stripe' }, body: { token: 'test_visa' } }, { token });

/** A fan with tokens, through the doors that everybody uses. */
async function fanWithTokens(world: World, name: string, amount: number): Promise<{ id: string; token: string }> {
  const fan = await signUpFan(world, name);
  await payByCard(world, fan.token);
  const { status } = await world.call('POST /payment/wallet/top-up', { body: { amount } }, { token: fan.token });
  if (status !== 200) throw new Error(`the top-up answered ${String(status)}`);
  return fan;
}

journey('A fan with money', (tell) => {
  tell('tops up: a declined card says so, the bank asks, and in the end the tokens are there', async ({ site, size, visit }) => {
    const { token } = await signUpFan(site.world, `tilda-${size}`);
    const fan = await visit({ token });
    // The second time the card is known already, and pays as such.
    fan.provoke(402, 409);
    await topUp(fan, '50.00', cards.declined);
    await fan.read(/declined/);
    await fan.look('wallet-declined');

    await topUp(fan, '50.00', cards.asks);
    await fan.press('Refuse payment');
    await fan.read(/not confirm|refused|declined/);
    await topUp(fan, '50.00', cards.asks);
    await fan.press('Approve payment');
    await balance(fan, '50 tokens');
    await fan.look('wallet-topped-up');

    await topUp(fan, '20.00', cards.pays);
    await balance(fan, '70 tokens');
    await fan.press('Receipt');
    await fan.read(/20 tokens|20\.00/);
    await fan.look('payment-receipt');
    const paid = await site.world.call('GET /payment/transactions/user/search', { query: { status: 'success' } }, { token });
    expect(paid.data.data.map(({ totalPrice }) => totalPrice).sort()).toEqual([20, 50]);
  });

  tell('buys tokens and sends a tip in seven taps: the split is shown, and both tabs tell the balance', async ({ site, size, visit }) => {
    const performer = await signUpPerformer(site.world, `ada-${size}`);
    const { token } = await signUpFan(site.world, `tom-${size}`);
    await payByCard(site.world, token);
    const [fan, herself] = [await visit({ token }), await visit({ token: performer.token })];
    const other = await fan.context.newPage();
    await other.goto('/home');
    await herself.open(`/${performer.username}?tab=earnings`);
    await fan.open(`/${performer.username}`);
    fan.counts(7);
    await fan.press('Wallet, 0 tokens');
    await fan.arrive('Wallet');
    await fan.press('50');
    await fan.read('→ 50 tokens');
    await fan.press('Top up $50.00');
    await balance(fan, '50 tokens');
    await fan.goBack();
    await fan.arrive(new RegExp(performer.username));
    await fan.press('Tip');
    await fan.press('20');
    await fan.read('You pay');
    await fan.look('tip-dialog');
    await fan.press('Send 20 tokens');
    await fan.read('You sent 20 tokens');
    fan.hasCome();
    await fan.look('tip-receipt');
    const charged = await site.world.call('GET /wallet/charges/search', {}, { token });
    expect(charged.data.data).toMatchObject([{ type: 'tip', price: 20, commission: 4, earning: 16, status: 'success' }]);
    await balance(fan, '30 tokens');
    await other.getByRole('link', { name: 'Wallet, 30 tokens' }).filter({ visible: true }).first().waitFor();
    await herself.page.getByRole('link', { name: 'Earned, 16 tokens' }).filter({ visible: true }).first().waitFor();
    await herself.open(`/${performer.username}?tab=earnings`);
    await herself.read(/16\.00/);
    await herself.look('performer-earnings');
  });

  tell('subscribes by card, sees the page open, and cancels in two presses', async ({ site, size, visit }) => {
    const performer = await signUpPerformer(site.world, `ana-${size}`);
    const { token } = await signUpFan(site.world, `sina-${size}`);
    const fan = await visit({ token });
    await fan.open(`/${performer.username}`);
    await fan.press('Subscribe · 9.99 a month');
    await enterCard(fan, cards.pays);
    await fan.look('subscribe-dialog');
    await fan.press('Pay $9.99');
    await fan.read(/Subscribed/);
    await fan.look('subscribed');
    await fan.open('/subscriptions');
    await fan.look('subscriptions');
    await fan.press(/^Cancel/);
    await fan.press('Cancel subscription', fan.page.getByRole('alertdialog'));
    await fan.read(/is cancelled/);
    await fan.open(`/${performer.username}`);
    await fan.read(/Subscribed · until/);
  });

  tell('subscribes from the wallet, and for a free period that is there once', async ({ site, size, visit }) => {
    const [paid, free] = [await signUpPerformer(site.world, `wanda-${size}`), await signUpPerformer(site.world, `fria-${size}`)];
    await site.world.call('PUT /performers/:id', { params: { id: 'me' }, body: { isFreeSubscription: true } }, { token: free.token });
    const { token, id } = await fanWithTokens(site.world, `willa-${size}`, 50);
    const fan = await visit({ token });
    await fan.open(`/${paid.username}?subscribe=monthly`);
    await fan.page.getByRole('radio', { name: /^Wallet/ }).check();
    await fan.press('Pay 9.99 tokens');
    await balance(fan, '40.01 tokens');

    await fan.open(`/${free.username}`);
    await fan.press('Subscribe · free period');
    fan.provoke(403);
    await fan.press('Start free period');
    await fan.read(/Please confirm your e-mail address first/);
    await confirmAddress(site.world, { id });
    await fan.press('Start free period');
    await fan.read(/Subscribed/);
    await fan.open('/purchases');
    await fan.look('purchases');
  });
});
