/** Changing and forgetting the password: whoever else was signed in is not any more. */
import { journey } from '../kit/browser/journey';
import { signUpFan } from '../kit/people/people';
import { logIn, logOut } from '../kit/browser/sign-in';

const changed = 'a much better horse';

journey('The password', (tell) => {
  tell('is changed here, and the session elsewhere ends', async ({ site, size, visit }) => {
    const name = `pia-${size}`;
    await signUpFan(site.world, name);
    const [here, elsewhere] = [await visit(), await visit()];
    for (const browser of [here, elsewhere]) {
      await browser.open('/auth/login');
      await logIn(browser, name);
      await browser.page.waitForURL('**/home');
    }
    await elsewhere.open('/user/account?section=privacy');
    await elsewhere.arrive('Privacy');

    await here.open('/user/account?section=password');
    await here.arrive('Password');
    await here.write('Present password', 'not the present one');
    await here.write('New password', changed);
    here.provoke(422);
    await here.press('Change password');
    await here.read('This is not your present password.');
    await here.look('password-refused');
    await here.write('Present password', 'correct horse battery');
    await here.press('Change password');
    await here.read('Changes saved');
    await here.look('password-changed');
    await here.open('/user/account?section=sessions');
    await here.arrive('Devices');
    await here.read(/This device/);
    await here.look('sessions');
    expect(await here.page.getByRole('list', { name: 'Devices that are logged in' }).getByRole('listitem').count()).toBe(1);

    elsewhere.provoke(401);
    await elsewhere.isTaken(/\/auth\/login\?next=/);
    await elsewhere.read('Forbidden in the action!');
    await elsewhere.look('session-ended');
    elsewhere.provoke(422);
    await logIn(elsewhere, name);
    await elsewhere.read('Incorrect credentials!');
    await logIn(elsewhere, name, changed);
    await elsewhere.page.waitForURL('**/user/account?section=privacy');
    await logOut(here);
    await here.open('/home');
    await here.page.waitForURL(/\/auth\/login/);
  });

  tell('is set anew by the link in the mail, which works once', async ({ site, size, visit }) => {
    const name = `fred-${size}`;
    await signUpFan(site.world, name);
    const forgetful = await visit();
    await forgetful.open('/auth/login');
    await forgetful.press('Forgot password');
    await forgetful.page.waitForURL('**/auth/forgot');
    await forgetful.look('forgot');
    await forgetful.write('E-mail', `${name}@example.com`);
    await forgetful.press('Send link');
    await forgetful.read('Look in your mail');
    await forgetful.look('forgot-sent');
    const link = await site.linkMailed(`${name}@example.com`, /password/i);
    await forgetful.open(link);
    await forgetful.look('reset');
    await forgetful.write('New password', changed);
    await forgetful.write('New password again', changed);
    await forgetful.press('Set password');
    await forgetful.arrive('Password set');
    await forgetful.look('reset-done');
    await forgetful.open('/auth/login');
    await logIn(forgetful, name, changed);
    await forgetful.page.waitForURL('**/home');
    await logOut(forgetful);
    forgetful.provoke(422);
    await forgetful.open(link);
    await forgetful.write('New password', changed);
    await forgetful.write('New password again', changed);
    await forgetful.press('Set password');
    await forgetful.read('This link was used before or has expired. Ask for a new one.');
    await forgetful.look('reset-used');
  });
});
