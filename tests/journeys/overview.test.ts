/** The operators' overview and what they point visitors to: a figure leads to its list, a promotion to where it says. */
import { checkBooksNightly } from '@server/site/books/nightly';
import { signUpFan, signUpOperator, signUpPerformer } from '../kit/people/people';
import { pictureFile } from '../kit/files/images';
import { journey } from '../kit/browser/journey';

journey('The overview', (tell) => {
  tell('counts what there is, and leads to it', async ({ site, size, visit }) => {
    const { world } = site;
    const performer = await signUpPerformer(world, `vera-${size}`);
    const operator = await signUpOperator(world, `owen-${size}`);
    const fan = await signUpFan(world, `fred-${size}`);
    await world.call('POST /:gateway/cards', { params: { gateway: 'stripe' }, body: { token: 'test_visa' } }, { token: fan.token });
    await world.call('POST /payment/wallet/top-up', { body: { amount: 50 } }, { token: fan.token });
    await world.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body: { price: 25 } }, { token: fan.token });
    await checkBooksNightly(world.ctx);
    const team = await visit({ token: operator.token });

    await team.open('/admin');
    await team.read('Sold, by day');
    await team.look('overview');
    await team.press('7 days');
    await team.page.waitForURL('**/admin?from=*');
    await team.press(/sold, less refunds/);
    await team.arrive('Transactions');
    await team.read(`vera-${size}`);
    await team.look('overview-sales');
    await team.open('/admin');
    await team.press(/new accounts?$/);
    await team.arrive('Users');
    await team.look('overview-users');
    await team.open('/admin');
    await team.press(/books, checked/);
    await team.arrive('Transactions');
    await team.read('Checked by night');
    await team.look('books');
  });

  tell('lets an operator make a promotion, which a guest sees, and stop it again', async ({ site, size, visit }) => {
    const { world } = site;
    const operator = await signUpOperator(world, `pia-${size}`);
    const [team, guest] = [await visit({ token: operator.token }), await visit()];
    const title = `Autumn shows ${size}`;
    await team.open('/admin/promos');
    await team.press('New promotion');
    await team.page.getByLabel('Choose a picture').setInputFiles(await pictureFile('autumn.jpg', '#aa5533'));
    await team.write('Title', title);
    await team.write('Link', '/explore');
    await team.look('promo-form');
    await team.press('Make promotion');
    await team.read('Promotion made');
    await team.read(title);
    await team.look('promos');
    await guest.open('/');
    await guest.read(title);
    await guest.look('promo-guest');
    await guest.press(title);
    await guest.page.waitForURL('**/explore');
    await team.press(`Actions for ${title}`);
    await team.press('Stop');
    await team.press('Stop promotion', team.page.getByRole('alertdialog'));
    await team.read(`${title} is stopped`);
    await guest.open('/');
    await guest.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await guest.page.getByText(title).count()).toBe(0);
  });
});
