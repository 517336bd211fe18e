/** A suspended person appeals without signing in, an operator deletes content permanently, and a site asks visitors for their age. */
import { mailsTo } from '../../kit/host/mails';
import { journey } from '../../kit/browser/journey';
import { password, signUpFan, signUpOperator, signUpPerformer } from '../../kit/people/people';
import { publishItem } from '../../kit/content/published-item';
import { setSettings } from '../../kit/host/site-settings';

journey('During moderation,', (story) => {
  story(
    'a suspended person sees the reason at sign-in and appeals; a second operator restores the account',
    async ({ site, size, visit }) => {
      const { testHost } = site;
      const [first, second] = [await signUpOperator(testHost, `oda-${size}`), await signUpOperator(testHost, `olaf-${size}`)];
      const fan = await signUpFan(testHost, `finn-${size}`);
      const body = { reason: 'Spam in messages' };
      await testHost.call('POST /admin/users/:id/suspend', { params: { id: fan.id }, body }, { token: first.token });

      const guest = await visit();
      guest.expectStatuses(403);
      await guest.open('/auth/login');
      await guest.fill('Username or email', fan.username);
      await guest.fill('Password', password);
      await guest.press('Log in');
      await guest.waitForText('Reason: Spam in messages');
      await guest.check('suspended-login');
      await guest.activate(guest.page.getByRole('link', { name: 'Appeal' }));
      await guest.fill('Reason for your appeal', 'Someone else was in my account, and I have a new password now.');
      await guest.check('suspended-appeal');
      await guest.press('Send appeal');
      await guest.waitForText('Your appeal is under review');

      const secondVisitor = await visit({ token: second.token });
      await secondVisitor.open('/admin/appeals?status=open');
      await secondVisitor.check('appeals');
      await secondVisitor.press('Review');
      await secondVisitor.press('Reverse decision');
      const dialog = secondVisitor.page.getByRole('alertdialog');
      await secondVisitor.fill('Reason', 'You were right.');
      await secondVisitor.check('appeal-dialog');
      await secondVisitor.press('Reverse decision', dialog);
      await secondVisitor.waitForText('Decision reversed');
      expect(await mailsTo(testHost, fan.email, 'account-restored')).toHaveLength(1);
      expect((await testHost.call('POST /auth/login', { body: { username: fan.username, password } })).status).toBe(200);
    },
  );

  story('an operator deletes content after reading the consequences', async ({ site, size, visit }) => {
    const { testHost } = site;
    const operator = await signUpOperator(testHost, `otto-${size}`);
    const ada = await signUpPerformer(testHost, `ada-${size}`);
    const post = await publishItem(testHost, ada, 'feed', {}, `Not for long ${size}`);
    const operatorVisitor = await visit({ token: operator.token });
    await operatorVisitor.open(`/admin/content/feeds?q=${encodeURIComponent(`long ${size}`)}`);
    await operatorVisitor.check('content');
    await operatorVisitor.press('Delete');
    await operatorVisitor.fill('Reason', 'Against the rules');
    await operatorVisitor.check('content-delete');
    await operatorVisitor.press('Delete', operatorVisitor.page.getByRole('alertdialog'));
    await operatorVisitor.waitForText(/deleted$/);
    expect((await testHost.call('GET /user/feeds/:id', { params: { id: post } })).errorBody.error).toBe('feed_not_found');
  });

  story(
    'a site that asks for the age shows no content before the visitor confirms it, also without scripts',
    async ({ site, size, visit }) => {
      const { testHost } = site;
      const performer = await signUpPerformer(testHost, `vera-${size}`);
      await setSettings(testHost, { adultConfirmation: true });
      const guest = await visit();
      const htmlBeforeConfirmation = await (await guest.context.request.get(`/${performer.username}`)).text();
      expect(htmlBeforeConfirmation).not.toContain(performer.id);
      await guest.open(`/${performer.username}`);
      await guest.waitForText('Are you 18 or older?');
      await guest.check('age-question');
      await guest.press('I am 18 or older');
      await guest.page.getByRole('heading', { name: new RegExp(performer.username), level: 1 }).waitFor();

      const visitorWithoutScripts = await visit({ javaScriptEnabled: false });
      await visitorWithoutScripts.page.goto('/explore');
      await visitorWithoutScripts.page.getByRole('button', { name: 'I am 18 or older' }).click();
      await visitorWithoutScripts.page.waitForURL(/explore/);
      await visitorWithoutScripts.page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(await visitorWithoutScripts.page.getByText('Are you 18 or older?').count()).toBe(0);
      await setSettings(testHost, { adultConfirmation: false });
    },
  );
});
