/** The operators' overview: a figure leads to the list that it counts. */
import { signUpFan, signUpOperator, signUpPerformer } from '../support/people';
import { journey } from '../support/journey';

journey('The overview', (tell) => {
  tell('counts what there is, and leads to it', async ({ site, size, visit }) => {
    const { world } = site;
    const performer = await signUpPerformer(world, `vera-${size}`);
    const operator = await signUpOperator(world, `owen-${size}`);
    const fan = await signUpFan(world, `fred-${size}`);
    await world.call('POST /:gateway/cards', { params: { gateway: 'stripe' }, body: { token: 'test_visa' } }, { token: fan.token });
    await world.call('POST /payment/wallet/top-up', { body: { amount: 50 } }, { token: fan.token });
    await world.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body: { price: 25 } }, { token: fan.token });
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
  });
});
