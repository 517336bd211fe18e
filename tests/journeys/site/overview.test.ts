/** The operators' overview, whose figures link to their lists, and promotions. */
import { checkLedgerNightly } from '@server/site/books/nightly';
import { signUpFan, signUpOperator, signUpPerformer } from '../../kit/people/people';
import { imageFile } from '../../kit/files/images';
import { journey } from '../../kit/browser/journey';

journey("The operators' console", (story) => {
  story('counts accounts and sales on its overview, and links to their lists', async ({ site, size, visit }) => {
    const { testHost } = site;
    const performer = await signUpPerformer(testHost, `vera-${size}`);
    const operator = await signUpOperator(testHost, `owen-${size}`);
    const fan = await signUpFan(testHost, `fred-${size}`);
    await testHost.call('POST /:gateway/cards', { params: { gateway: 'stripe' }, body: { token: 'test_visa' } }, { token: fan.token });
    await testHost.call('POST /payment/wallet/top-up', { body: { amount: 50 } }, { token: fan.token });
    await testHost.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body: { price: 25 } }, { token: fan.token });
    await checkLedgerNightly(testHost.ctx);
    const operatorVisitor = await visit({ token: operator.token });

    await operatorVisitor.open('/admin');
    await operatorVisitor.waitForText('Sales per day');
    await operatorVisitor.check('overview');
    await operatorVisitor.press('7 days');
    await operatorVisitor.page.waitForURL('**/admin?from=*');
    await operatorVisitor.press(/net sales/);
    await operatorVisitor.waitForScreen('Transactions');
    await operatorVisitor.waitForText(`vera-${size}`);
    await operatorVisitor.check('overview-sales');
    await operatorVisitor.open('/admin');
    await operatorVisitor.press(/new accounts?$/);
    await operatorVisitor.waitForScreen('Users');
    await operatorVisitor.check('overview-users');
    await operatorVisitor.open('/admin');
    await operatorVisitor.press(/ledger, checked/);
    await operatorVisitor.waitForScreen('Transactions');
    await operatorVisitor.waitForText('Nightly checks');
    await operatorVisitor.check('books');
  });

  story('lets an operator create a promotion, which a guest sees, and stop it', async ({ site, size, visit }) => {
    const { testHost } = site;
    const operator = await signUpOperator(testHost, `pia-${size}`);
    const [operatorVisitor, guest] = [await visit({ token: operator.token }), await visit()];
    const title = `Autumn shows ${size}`;
    await operatorVisitor.open('/admin/promos');
    await operatorVisitor.press('New promotion');
    await operatorVisitor.page.getByLabel('Choose an image').setInputFiles(await imageFile('autumn.jpg', '#aa5533'));
    await operatorVisitor.fill('Title', title);
    await operatorVisitor.fill('Link', '/explore');
    await operatorVisitor.check('promo-form');
    await operatorVisitor.press('Create promotion');
    await operatorVisitor.waitForText('Promotion created');
    await operatorVisitor.waitForText(title);
    await operatorVisitor.check('promos');
    await guest.open('/');
    await guest.waitForText(title);
    await guest.check('promo-guest');
    await guest.press(title);
    await guest.page.waitForURL('**/explore');
    await operatorVisitor.press(`Actions for ${title}`);
    await operatorVisitor.press('Stop');
    await operatorVisitor.press('Stop promotion', operatorVisitor.page.getByRole('alertdialog'));
    await operatorVisitor.waitForText(`${title} stopped`);
    await guest.open('/');
    await guest.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await guest.page.getByText(title).count()).toBe(0);
  });
});
