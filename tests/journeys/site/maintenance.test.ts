/** An operator turns maintenance mode on and off; while it is on, only operators have access. */
import { journey } from '../../kit/browser/journey';
import { signUpFan, signUpOperator } from '../../kit/people/people';

journey('Maintenance', (story) => {
  story('closes the site to guests and fans at their next request, until an operator turns it off', async ({ site, size, visit }) => {
    const operator = await signUpOperator(site.testHost, `olga-${size}`);
    const fan = await signUpFan(site.testHost, `felix-${size}`);
    const [operatorVisitor, guest, fanVisitor, signedOutVisitor] = [
      await visit({ token: operator.token }),
      await visit(),
      await visit({ token: fan.token }),
      await visit(),
    ];
    for (const visitor of [guest, fanVisitor]) visitor.expectStatuses(503);
    signedOutVisitor.expectStatuses(503, 422);
    await guest.open('/');
    await fanVisitor.open('/home');

    await operatorVisitor.open('/admin/settings/maintenance');
    await operatorVisitor.check('admin-maintenance');
    await operatorVisitor.fill('Message to visitors', 'We are painting the stage.');
    operatorVisitor.limitActivations(2);
    await operatorVisitor.press('Turn on maintenance mode');
    const dialog = operatorVisitor.page.getByRole('alertdialog');
    await dialog.getByText('We are painting the stage.').waitFor();
    await operatorVisitor.check('admin-maintenance-asking');
    await operatorVisitor.press('Turn on', dialog);
    await operatorVisitor.waitForText('Maintenance mode is on');
    operatorVisitor.stopCounting();
    await operatorVisitor.check('admin-maintenance-on');

    await guest.press('Explore creators');
    await guest.waitForScreen('Footlight will be back soon');
    await guest.waitForText('We are painting the stage.');
    const page = await guest.page.goto('/explore');
    expect([page?.status(), Number(page?.headers()['retry-after']) > 0]).toEqual([503, true]);
    await guest.check('maintenance');
    await fanVisitor.page.goto('/user/account');
    await fanVisitor.waitForScreen('Footlight will be back soon');
    const rejected = await site.testHost.call('GET /performers/top', {}, { token: fan.token });
    expect([rejected.status, rejected.errorBody.error, Number(rejected.headers.get('retry-after')) > 0]).toEqual([
      503,
      'maintenance',
      true,
    ]);

    await signedOutVisitor.page.goto('/auth/login');
    await signedOutVisitor.page.getByText('Team login').click();
    await signedOutVisitor.check('maintenance-team');
    await signedOutVisitor.fill('Username or email', `felix-${size}`);
    await signedOutVisitor.fill('Password', 'correct horse battery');
    await signedOutVisitor.press('Log in');
    await signedOutVisitor.page
      .getByRole('alert')
      .or(signedOutVisitor.page.getByText(/[Bb]ack soon|working on the site/))
      .first()
      .waitFor();
    await signedOutVisitor.fill('Username or email', `olga-${size}`);
    await signedOutVisitor.fill('Password', 'correct horse battery');
    await signedOutVisitor.press('Log in');
    await signedOutVisitor.page.waitForURL('**/home');
    await signedOutVisitor.waitForText('Maintenance mode is on');
    await signedOutVisitor.check('home-in-maintenance');
    signedOutVisitor.limitActivations(1);
    await signedOutVisitor.press('Turn off');
    await signedOutVisitor.page.getByText('Maintenance mode is on').waitFor({ state: 'detached' });
    expect((await guest.page.goto('/explore'))?.status()).toBe(200);
    await guest.waitForScreen('Explore');
  });
});
