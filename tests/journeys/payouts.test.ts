/** Money on its way out: a performer asks, an operator approves and pays, and both see it at once. */
import { bank } from '../kit/money/bank';
import { buyer, clear } from '../support/earners';
import { setSettings } from '../support/site-settings';
import { signUpFan, signUpOperator, signUpPerformer, password } from '../kit/people/people';
import { journey } from '../kit/browser/journey';
import { saved } from '../support/saved';

journey('A payout', (tell) => {
  tell('is requested, approved and done, and the books are right', async ({ site, size, visit }) => {
    const { world } = site;
    const performer = await signUpPerformer(world, `petra-${size}`);
    const operator = await signUpOperator(world, `otto-${size}`);
    const fan = await signUpFan(world, `paul-${size}`);
    await world.call('POST /:gateway/cards', { params: { gateway: 'stripe' }, body: { token: 'test_visa' } }, { token: fan.token });
    await world.call('POST /payment/wallet/top-up', { body: { amount: 100 } }, { token: fan.token });
    await world.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body: { price: 100 } }, { token: fan.token });
    await clear(world, performer.id);
    await world.call('POST /auth/reauthenticate', { body: { password } }, { token: performer.token });
    await world.call(
      'PUT /performers/:id/payment-gateway-settings',
      { params: { id: 'me' }, body: { method: 'paypal', email: `petra-${size}@example.com` } },
      { token: performer.token },
    );
    const [herself, team] = [await visit({ token: performer.token }), await visit({ token: operator.token })];
    team.provoke(403);
    await herself.open(`/${performer.username}`);
    herself.counts(3);
    await herself.press('Payouts');
    await herself.page.waitForURL(/tab=payouts/);
    await herself.page.getByRole('button', { name: 'Request payout' }).waitFor();
    await herself.look('payouts');
    await herself.press('Request payout');
    await herself.look('payout-dialog');
    await herself.press('Request 80.00');
    await herself.page.getByRole('region', { name: 'Open request' }).waitFor();
    herself.hasCome();
    await herself.look('payout-requested');

    await team.open('/admin');
    team.counts(4);
    await team.press(/payouts? waiting/);
    await team.arrive('Payouts');
    await team.look('admin-payouts');
    await team.press(`petra-${size}`);
    await team.arrive('Payout of 80.00 tokens');
    await team.look('admin-payout');
    await team.press('Approve');
    await team.press('Approve payout', team.page.getByRole('alertdialog'));
    await team.read('Payout approved');
    await herself.page.getByText('It is on its way').waitFor();
    team.counts(3);
    await team.press('Mark as done');
    await team.write('Reference', 'PP-1');
    await team.press('Mark as done', team.page.getByRole('alertdialog'));
    await team.read('Payout done');
    team.hasCome();
    await herself.open(`/${performer.username}?tab=payouts`);
    await herself.read('Done');
    await herself.look('payout-done');
    const { data } = await world.call('GET /payout-requests/search', {}, { token: performer.token });
    expect(data.data).toMatchObject([{ amount: 80, status: 'done', reference: 'PP-1' }]);
    await herself.open(`/${performer.username}?tab=earnings`);
    const [columns, ...lines] = (await saved(herself, 'Download CSV')).trimEnd().split('\r\n');
    expect(columns).toBe("\ufeffDate,Reason,Reference,Change,Balance,Kind,Buyer,Gross,Site's share,Net,Available on");
    expect(lines.map((line) => line.split(',').slice(3, 10))).toEqual([
      ['80.00', '80.00', 'tip', `paul-${size}`, '100.00', '20.00', '80.00'],
      ['-80.00', '0.00', '', '', '', '', ''],
    ]);

    await team.open('/admin/transactions?tab=check');
    await team.read('The books are right');
    await team.look('admin-books');
    for (const path of [
      '/admin/transactions',
      '/admin/transactions?tab=charges',
      '/admin/subscriptions',
      '/admin/coupons',
      '/admin/packages',
    ]) {
      await team.open(path);
      await team.look(path.slice(1).replaceAll(/[^a-z]+/g, '-'));
    }
  });

  tell('to a bank is paid by a file, from the request to the end', async ({ site, size, visit }) => {
    const { world } = site;
    const performer = await signUpPerformer(world, `bettina-${size}`);
    const operator = await signUpOperator(world, `bernd-${size}`);
    const { pays } = await buyer(world);
    await pays(performer.id, 10_000n);
    await world.call('PUT /performers/:id/banking-settings', { params: { id: 'me' }, body: bank }, { token: performer.token });
    await setSettings(world, {
      currency: 'EUR',
      payoutSenderName: 'Footlight',
      payoutSenderIban: 'DE89370400440532013000',
    });
    const creator = await visit({ token: performer.token });
    await creator.open(`/${performer.username}?tab=payouts`);
    await creator.press('Request payout');
    await creator.press('Request 80.00');
    await creator.page.getByRole('region', { name: 'Open request' }).waitFor();
    await creator.press('See the sales of the payout of 80.00 tokens');
    await creator.page.getByRole('dialog').getByText('Tip').waitFor();
    await creator.look('payout-sales');

    const team = await visit({ token: operator.token });
    team.provoke(403);
    await team.open('/admin/payouts');
    await team.press(`bettina-${size}`);
    await team.arrive('Payout of 80.00 tokens');
    await team.press('Approve');
    await team.press('Approve payout', team.page.getByRole('alertdialog'));
    await team.read('Payout approved');
    await team.press('Show account');
    await team.read(bank.iban);
    await team.look('payout-account');
    await team.open('/admin/payouts?tab=files');
    await team.press('Make a file');
    await team.look('payment-file-dialog');
    const file = await saved(team, 'Make and download');
    expect(file).toContain('<InstdAmt Ccy="EUR">80.00</InstdAmt>');
    expect(file).toContain(`<IBAN>${bank.iban.replaceAll(' ', '')}</IBAN>`);
    await team.read('0 of 1');
    await team.look('payment-files');
    await team.press('Actions for the file of 1 payout');
    await team.press('Mark all as paid');
    await team.write('Reference', 'May');
    await team.press('Mark as paid', team.page.getByRole('alertdialog'));
    await team.read('1 of 1');
    await creator.open(`/${performer.username}?tab=payouts`);
    await creator.read('Done');
    const { data } = await world.call('GET /payout-requests/search', {}, { token: performer.token });
    expect(data.data).toMatchObject([{ amount: 80, status: 'done', reference: 'May' }]);
  });
});
