/** Changing and resetting the password: all other sessions end. */
import { journey } from '../../kit/browser/journey';
import { signUpFan } from '../../kit/people/people';
import { logIn, logOut } from '../../kit/browser/sign-in';

const newPassword = 'a much better horse';

journey('The password', (story) => {
  story('is changed in one browser, and the session in another one ends', async ({ site, size, visit }) => {
    const name = `pia-${size}`;
    await signUpFan(site.testHost, name);
    const [firstBrowser, otherBrowser] = [await visit(), await visit()];
    for (const browser of [firstBrowser, otherBrowser]) {
      await browser.open('/auth/login');
      await logIn(browser, name);
      await browser.page.waitForURL('**/home');
    }
    await otherBrowser.open('/user/account?section=privacy');
    await otherBrowser.waitForScreen('Privacy');

    await firstBrowser.open('/user/account?section=password');
    await firstBrowser.waitForScreen('Password');
    await firstBrowser.fill('Current password', 'not the present one');
    await firstBrowser.fill('New password', newPassword);
    firstBrowser.expectStatuses(422);
    await firstBrowser.press('Change password');
    await firstBrowser.waitForText('This isn’t your current password.');
    await firstBrowser.check('password-refused');
    await firstBrowser.fill('Current password', 'correct horse battery');
    await firstBrowser.press('Change password');
    await firstBrowser.waitForText('Changes saved');
    await firstBrowser.check('password-changed');
    await firstBrowser.open('/user/account?section=sessions');
    await firstBrowser.waitForScreen('Devices');
    await firstBrowser.waitForText(/This device/);
    await firstBrowser.check('sessions');
    expect(await firstBrowser.page.getByRole('list', { name: 'Logged-in devices' }).getByRole('listitem').count()).toBe(1);

    otherBrowser.expectStatuses(401);
    await otherBrowser.waitForNavigation(/\/auth\/login\?next=/);
    await otherBrowser.waitForText('Forbidden in the action!');
    await otherBrowser.check('session-ended');
    otherBrowser.expectStatuses(422);
    await logIn(otherBrowser, name);
    await otherBrowser.waitForText('Incorrect credentials!');
    await logIn(otherBrowser, name, newPassword);
    await otherBrowser.page.waitForURL('**/user/account?section=privacy');
    await logOut(firstBrowser);
    await firstBrowser.open('/home');
    await firstBrowser.page.waitForURL(/\/auth\/login/);
  });

  story('is reset by the link in the mail, which works once', async ({ site, size, visit }) => {
    const name = `fred-${size}`;
    await signUpFan(site.testHost, name);
    const visitor = await visit();
    await visitor.open('/auth/login');
    await visitor.press('Forgot password');
    await visitor.page.waitForURL('**/auth/forgot');
    await visitor.check('forgot');
    await visitor.fill('Email', `${name}@example.com`);
    await visitor.press('Send link');
    await visitor.waitForText('Check your email');
    await visitor.check('forgot-sent');
    const link = await site.mailedLink(`${name}@example.com`, /password/i);
    await visitor.open(link);
    await visitor.check('reset');
    await visitor.fill('New password', newPassword);
    await visitor.fill('Confirm new password', newPassword);
    await visitor.press('Set password');
    await visitor.waitForScreen('Password set');
    await visitor.check('reset-done');
    await visitor.open('/auth/login');
    await logIn(visitor, name, newPassword);
    await visitor.page.waitForURL('**/home');
    await logOut(visitor);
    visitor.expectStatuses(422);
    await visitor.open(link);
    await visitor.fill('New password', newPassword);
    await visitor.fill('Confirm new password', newPassword);
    await visitor.press('Set password');
    await visitor.waitForText('This link was already used or has expired. Request a new link.');
    await visitor.check('reset-used');
  });
});
