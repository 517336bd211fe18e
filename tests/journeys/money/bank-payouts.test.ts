/** A payout to a bank account, paid with a payment file. */
import { journey } from '../../kit/browser/journey';
import { downloadText } from '../../kit/browser/saved-files';
import { setSettings } from '../../kit/host/site-settings';
import { bankAccount } from '../../kit/money/bank';
import { payingFan } from '../../kit/money/earners';
import { signUpOperator, signUpPerformer } from '../../kit/people/people';

journey('A payout', (story) => {
  story('to a bank account is requested, approved and paid with a payment file', async ({ site, size, visit }) => {
    const { testHost } = site;
    const performer = await signUpPerformer(testHost, `bettina-${size}`);
    const operator = await signUpOperator(testHost, `bernd-${size}`);
    const { pays: payTip } = await payingFan(testHost);
    await payTip(performer.id, 10_000n);
    await testHost.call('PUT /performers/:id/banking-settings', { params: { id: 'me' }, body: bankAccount }, { token: performer.token });
    await setSettings(testHost, {
      currency: 'EUR',
      payoutSenderName: 'Footlight',
      payoutSenderIban: 'DE89370400440532013000',
    });
    const payeeVisitor = await visit({ token: performer.token });
    await payeeVisitor.open(`/${performer.username}?tab=payouts`);
    await payeeVisitor.press('Request payout');
    await payeeVisitor.press('Request 80.00');
    await payeeVisitor.page.getByRole('region', { name: 'Open request' }).waitFor();
    await payeeVisitor.press('See sales in the payout of 80.00 tokens');
    await payeeVisitor.page.getByRole('dialog').getByText('Tip').waitFor();
    await payeeVisitor.check('payout-sales');

    const operatorVisitor = await visit({ token: operator.token });
    operatorVisitor.expectStatuses(403);
    await operatorVisitor.open('/admin/payouts');
    await operatorVisitor.press(`bettina-${size}`);
    await operatorVisitor.waitForScreen('Payout of 80.00 tokens');
    await operatorVisitor.press('Approve');
    await operatorVisitor.press('Approve payout', operatorVisitor.page.getByRole('alertdialog'));
    await operatorVisitor.waitForText('Payout approved');
    await operatorVisitor.press('Show account');
    await operatorVisitor.waitForText(bankAccount.iban);
    await operatorVisitor.check('payout-account');
    await operatorVisitor.open('/admin/payouts?tab=files');
    await operatorVisitor.press('Create file');
    await operatorVisitor.check('payment-file-dialog');
    const file = await downloadText(operatorVisitor, 'Create and download');
    expect(file).toContain('<InstdAmt Ccy="EUR">80.00</InstdAmt>');
    expect(file).toContain(`<IBAN>${bankAccount.iban.replaceAll(' ', '')}</IBAN>`);
    await operatorVisitor.waitForText('0 of 1');
    await operatorVisitor.check('payment-files');
    await operatorVisitor.press('Actions for the file with 1 payout');
    await operatorVisitor.press('Mark all as paid');
    await operatorVisitor.fill('Reference', 'May');
    await operatorVisitor.press('Mark as paid', operatorVisitor.page.getByRole('alertdialog'));
    await operatorVisitor.waitForText('1 of 1');
    await payeeVisitor.open(`/${performer.username}?tab=payouts`);
    await payeeVisitor.waitForText('Paid');
    const { data } = await testHost.call('GET /payout-requests/search', {}, { token: performer.token });
    expect(data.data).toMatchObject([{ amount: 80, status: 'done', reference: 'May' }]);
  });
});
