/** Payouts: a performer requests one, an operator approves and pays it, and both see each step immediately. */
import { clearEarnings } from '../../kit/money/earners';
import { signUpFan, signUpOperator, signUpPerformer, password } from '../../kit/people/people';
import { journey } from '../../kit/browser/journey';
import { downloadText } from '../../kit/browser/saved-files';

journey('A payout', (story) => {
  story('is requested, approved and paid, and the ledger is consistent', async ({ site, size, visit }) => {
    const { testHost } = site;
    const performer = await signUpPerformer(testHost, `petra-${size}`);
    const operator = await signUpOperator(testHost, `otto-${size}`);
    const fan = await signUpFan(testHost, `paul-${size}`);
    await testHost.call('POST /:gateway/cards', { params: { gateway: 'stripe' }, body: { token: 'test_visa' } }, { token: fan.token });
    await testHost.call('POST /payment/wallet/top-up', { body: { amount: 100 } }, { token: fan.token });
    await testHost.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body: { price: 100 } }, { token: fan.token });
    await clearEarnings(testHost, performer.id);
    await testHost.call('POST /auth/reauthenticate', { body: { password } }, { token: performer.token });
    await testHost.call(
      'PUT /performers/:id/payment-gateway-settings',
      { params: { id: 'me' }, body: { method: 'paypal', email: `petra-${size}@example.com` } },
      { token: performer.token },
    );
    const [performerVisitor, operatorVisitor] = [await visit({ token: performer.token }), await visit({ token: operator.token })];
    operatorVisitor.expectStatuses(403);
    await performerVisitor.open(`/${performer.username}`);
    performerVisitor.limitActivations(3);
    await performerVisitor.press('Payouts');
    await performerVisitor.page.waitForURL(/tab=payouts/);
    await performerVisitor.page.getByRole('button', { name: 'Request payout' }).waitFor();
    await performerVisitor.check('payouts');
    await performerVisitor.press('Request payout');
    await performerVisitor.check('payout-dialog');
    await performerVisitor.press('Request 80.00');
    await performerVisitor.page.getByRole('region', { name: 'Open request' }).waitFor();
    performerVisitor.stopCounting();
    await performerVisitor.check('payout-requested');

    await operatorVisitor.open('/admin');
    operatorVisitor.limitActivations(4);
    await operatorVisitor.press(/payouts? to review/);
    await operatorVisitor.waitForScreen('Payouts');
    await operatorVisitor.check('admin-payouts');
    await operatorVisitor.press(`petra-${size}`);
    await operatorVisitor.waitForScreen('Payout of 80.00 tokens');
    await operatorVisitor.check('admin-payout');
    await operatorVisitor.press('Approve');
    await operatorVisitor.press('Approve payout', operatorVisitor.page.getByRole('alertdialog'));
    await operatorVisitor.waitForText('Payout approved');
    await performerVisitor.page.getByText('Your payout is on its way').waitFor();
    operatorVisitor.limitActivations(3);
    await operatorVisitor.press('Mark as paid');
    await operatorVisitor.fill('Reference', 'PP-1');
    await operatorVisitor.press('Mark as paid', operatorVisitor.page.getByRole('alertdialog'));
    await operatorVisitor.waitForText('Payout marked as paid');
    operatorVisitor.stopCounting();
    await performerVisitor.open(`/${performer.username}?tab=payouts`);
    await performerVisitor.waitForText('Paid');
    await performerVisitor.check('payout-done');
    const { data } = await testHost.call('GET /payout-requests/search', {}, { token: performer.token });
    expect(data.data).toMatchObject([{ amount: 80, status: 'done', reference: 'PP-1' }]);
    await performerVisitor.open(`/${performer.username}?tab=earnings`);
    const [columns, ...lines] = (await downloadText(performerVisitor, 'Download CSV')).trimEnd().split('\r\n');
    expect(columns).toBe("\ufeffDate,Reason,Reference,Change,Balance,Kind,Buyer,Gross,Site's share,Net,Available on");
    expect(lines.map((line) => line.split(',').slice(3, 10))).toEqual([
      ['80.00', '80.00', 'tip', `paul-${size}`, '100.00', '20.00', '80.00'],
      ['-80.00', '0.00', '', '', '', '', ''],
    ]);

    await operatorVisitor.open('/admin/transactions?tab=check');
    await operatorVisitor.waitForText('Ledger balanced');
    await operatorVisitor.check('admin-books');
    for (const path of [
      '/admin/transactions',
      '/admin/transactions?tab=charges',
      '/admin/subscriptions',
      '/admin/coupons',
      '/admin/packages',
    ]) {
      await operatorVisitor.open(path);
      await operatorVisitor.check(path.slice(1).replaceAll(/[^a-z]+/g, '-'));
    }
  });
});
