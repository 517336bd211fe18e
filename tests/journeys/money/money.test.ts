/** A fan's money: tokens by card, a tip, a subscription and its end. Every payment shows its split and ends with a receipt. */
import { journey } from '../../kit/browser/journey';
import { signUpFan, signUpPerformer } from '../../kit/people/people';
import { addTestCard, fanWithBoughtTokens } from '../../kit/money/payments';
import { confirmEmail } from '../../kit/money/subscriptions';
import type { Visitor } from '../../kit/browser/visitor';

const cards = { succeeds: '4242 4242 4242 4242', declined: '4000 0000 0000 0002', needsAuthentication: '4000 0027 6000 3184' };

const waitForBalance = (visitor: Visitor, tokens: string): Promise<void> =>
  visitor.page
    .getByRole('link', { name: `Wallet, ${tokens}` })
    .filter({ visible: true })
    .first()
    .waitFor();

/** Enters the number of a test card, as a person would type it. */
async function enterCard(visitor: Visitor, number: string): Promise<void> {
  const another = visitor.page.getByRole('radio', { name: /Another card/ });
  if ((await another.count()) > 0) await another.check();
  await visitor.fill('Card number', number);
}

async function topUp(visitor: Visitor, amount: string, number: string): Promise<void> {
  await visitor.open('/wallet');
  await visitor.fill('Amount', amount);
  await enterCard(visitor, number);
  await visitor.press(`Top up $${amount}`);
}

journey('A fan with money', (story) => {
  story(
    'tops up: a declined card is reported, the bank asks for authentication, and then the tokens are added',
    async ({ site, size, visit }) => {
      const { token } = await signUpFan(site.testHost, `tilda-${size}`);
      const fan = await visit({ token });
      // On the second attempt the card is already saved, and is charged as a saved card.
      fan.expectStatuses(402, 409);
      await topUp(fan, '50.00', cards.declined);
      await fan.waitForText(/declined/);
      await fan.check('wallet-declined');

      await topUp(fan, '50.00', cards.needsAuthentication);
      await fan.press('Decline payment');
      await fan.waitForText(/wasn’t confirmed with your bank/);
      await topUp(fan, '50.00', cards.needsAuthentication);
      await fan.press('Approve payment');
      await waitForBalance(fan, '50 tokens');
      await fan.check('wallet-topped-up');

      await topUp(fan, '20.00', cards.succeeds);
      await waitForBalance(fan, '70 tokens');
      await fan.press('Receipt');
      await fan.waitForText(/20 tokens|20\.00/);
      await fan.check('payment-receipt');
      const paid = await site.testHost.call('GET /payment/transactions/user/search', { query: { status: 'success' } }, { token });
      expect(paid.data.data.map(({ totalPrice }) => totalPrice).sort()).toEqual([20, 50]);
    },
  );

  story('buys tokens and sends a tip in seven taps: the split is shown, and both tabs show the balance', async ({ site, size, visit }) => {
    const performer = await signUpPerformer(site.testHost, `ada-${size}`);
    const { token } = await signUpFan(site.testHost, `tom-${size}`);
    await addTestCard(site.testHost, token, 'test_visa');
    const [fan, performerVisitor] = [await visit({ token }), await visit({ token: performer.token })];
    const otherTab = await fan.context.newPage();
    await otherTab.goto('/home');
    await performerVisitor.open(`/${performer.username}?tab=earnings`);
    await fan.open(`/${performer.username}`);
    fan.limitActivations(7);
    await fan.press('Wallet, 0 tokens');
    await fan.waitForScreen('Wallet');
    await fan.press('50');
    await fan.waitForText('and get 50 tokens');
    await fan.press('Top up $50.00');
    await waitForBalance(fan, '50 tokens');
    await fan.goBack();
    await fan.waitForScreen(new RegExp(performer.username));
    await fan.press('Tip');
    await fan.press('20');
    await fan.waitForText('You pay');
    await fan.check('tip-dialog');
    await fan.press('Send 20 tokens');
    await fan.waitForText('You sent 20 tokens');
    fan.stopCounting();
    await fan.check('tip-receipt');
    const charged = await site.testHost.call('GET /wallet/charges/search', {}, { token });
    expect(charged.data.data).toMatchObject([{ type: 'tip', price: 20, commission: 4, earning: 16, status: 'success' }]);
    await waitForBalance(fan, '30 tokens');
    await otherTab.getByRole('link', { name: 'Wallet, 30 tokens' }).filter({ visible: true }).first().waitFor();
    await performerVisitor.page.getByRole('link', { name: 'Earnings, 16 tokens' }).filter({ visible: true }).first().waitFor();
    await performerVisitor.open(`/${performer.username}?tab=earnings`);
    await performerVisitor.waitForText(/16\.00/);
    await performerVisitor.check('performer-earnings');
  });

  story('subscribes by card, gets access to the page, and cancels in two presses', async ({ site, size, visit }) => {
    const performer = await signUpPerformer(site.testHost, `ana-${size}`);
    const { token } = await signUpFan(site.testHost, `sina-${size}`);
    const fan = await visit({ token });
    await fan.open(`/${performer.username}`);
    await fan.press('Subscribe · 9.99 a month');
    await enterCard(fan, cards.succeeds);
    await fan.check('subscribe-dialog');
    await fan.press('Subscribe for $9.99');
    await fan.waitForText(/^Renews on/);
    await fan.check('subscribed');
    await fan.open('/subscriptions');
    await fan.check('subscriptions');
    await fan.press(/^Cancel/);
    await fan.press('Cancel subscription', fan.page.getByRole('alertdialog'));
    await fan.waitForText(/is canceled/);
    await fan.open(`/${performer.username}`);
    await fan.waitForText(/Subscribed · until/);
  });

  story('subscribes from the wallet, and with a free trial that can be used once', async ({ site, size, visit }) => {
    const [paid, free] = [await signUpPerformer(site.testHost, `wanda-${size}`), await signUpPerformer(site.testHost, `fria-${size}`)];
    await site.testHost.call('PUT /performers/:id', { params: { id: 'me' }, body: { isFreeSubscription: true } }, { token: free.token });
    const { token, id } = await fanWithBoughtTokens(site.testHost, `willa-${size}`, 50);
    const fan = await visit({ token });
    await fan.open(`/${paid.username}?subscribe=monthly`);
    await fan.press('Change');
    await fan.page.getByRole('radio', { name: /^Wallet/ }).check();
    await fan.press('Subscribe for 9.99 tokens');
    await waitForBalance(fan, '40.01 tokens');

    await fan.open(`/${free.username}`);
    await fan.press('Subscribe · free trial');
    fan.expectStatuses(403);
    await fan.press('Start free trial');
    await fan.waitForText(/Confirm your email address first/);
    await confirmEmail(site.testHost, { id });
    await fan.press('Start free trial');
    await fan.waitForText(/^Free until/);
    await fan.open('/purchases');
    await fan.check('purchases');
  });
});
