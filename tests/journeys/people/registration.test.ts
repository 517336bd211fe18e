/** Registration: the fan's form, the confirmation mail, signing in, and the first screen of each role. */
import { eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { journey } from '../../kit/browser/journey';
import { password, signUpFan, signUpPerformer } from '../../kit/people/people';
import { logIn, logOut } from '../../kit/browser/sign-in';
import { setSettings } from '../../kit/host/site-settings';

journey('A new fan', (story) => {
  story('registers, confirms the email address with the link in the mail, and signs in', async ({ site, size, visit }) => {
    await setSettings(site.testHost, { requireEmailVerification: true });
    const name = `mara-${size}`;
    const fan = await visit();
    await fan.open('/auth/register');
    await fan.waitForScreen('Sign up');
    await fan.check('register');
    await fan.fill('Name', 'Mara');
    await fan.fill('Username', 'wallet');
    await fan.waitForText(/wallet is reserved/);
    await fan.fill('Username', name);
    await fan.waitForText(`${name} is free`);
    await fan.fill('E-mail', `${name}@example.com`);
    await fan.fill('Password', password);
    await fan.check('register-filled');
    await fan.press('Sign up as fan');
    await fan.waitForScreen('Look in your mail');
    await fan.check('verify-waiting');

    fan.expectStatuses(403);
    await fan.open('/auth/login');
    await logIn(fan, name);
    await fan.waitForText('Please confirm your e-mail address first. Look for our message in your inbox.');
    await fan.check('login-unverified');

    await fan.open(await site.linkMailed(`${name}@example.com`, /confirm/i));
    await fan.waitForScreen('E-mail address confirmed');
    await fan.check('verify-done');
    await fan.press('Continue');
    await logIn(fan, name);
    await fan.page.waitForURL('**/home');
    await fan.waitForScreen(/./);
    await fan.check('home');
    await logOut(fan);
    expect((await fan.context.cookies()).some(({ name: cookie }) => cookie === 'token')).toBe(false);
    await setSettings(site.testHost, { requireEmailVerification: false });
  });

  story('returns to the requested page after registration', async ({ site, size, visit }) => {
    await signUpPerformer(site.testHost, `goal-${size}`);
    const fan = await visit();
    await fan.open(`/auth/register?next=/goal-${size}`);
    await fan.fill('Name', 'Nora');
    await fan.fill('Username', `nora-${size}`);
    await fan.fill('E-mail', `nora-${size}@example.com`);
    await fan.fill('Password', password);
    await fan.press('Sign up as fan');
    await fan.page.waitForURL(({ pathname }) => pathname === `/goal-${size}`);
    await fan.waitForScreen(new RegExp(`goal-${size}`));
  });
});

journey('After signing in', (story) => {
  story('a fan starts at home', async ({ site, size, visit }) => {
    await signUpFan(site.testHost, `fan-${size}`);
    const fan = await visit();
    await fan.open('/auth/login');
    await fan.check('login');
    fan.expectStatuses(422);
    await logIn(fan, `fan-${size}`, 'a wrong password');
    await fan.waitForText('Incorrect credentials!');
    await fan.check('login-refused');
    await logIn(fan, `fan-${size}`);
    await fan.page.waitForURL('**/home');
  });

  story(
    'a fan without username and email address completes the account first, and then gets to the requested page',
    async ({ site, size, visit }) => {
      const { id, email } = await signUpFan(site.testHost, `half-${size}`);
      await site.testHost.ctx.db.update(accounts).set({ username: null }).where(eq(accounts.id, id));
      const fan = await visit();
      await fan.open('/auth/login?next=/contact');
      await logIn(fan, email);
      await fan.page.waitForURL(/\/user\/account\?next=/);
      await fan.waitForScreen('Complete your account');
      await fan.check('user-setup');
      await fan.fill('Username', `whole-${size}`);
      await fan.press('Save and continue');
      await fan.page.waitForURL('**/contact');
      await fan.waitForScreen('Contact');
    },
  );

  story('a fan without an email address is asked for it', async ({ site, size, visit }) => {
    const { id } = await signUpFan(site.testHost, `mailless-${size}`);
    await site.testHost.ctx.db.update(accounts).set({ email: null }).where(eq(accounts.id, id));
    const fan = await visit();
    await fan.open('/auth/login');
    await logIn(fan, `mailless-${size}`);
    await fan.page.waitForURL('**/user/account');
    await fan.fill('E-mail', `reached-${size}@example.com`);
    await fan.press('Save and continue');
    await fan.page.waitForURL('**/home');
  });

  story('a performer starts on their own page', async ({ site, size, visit }) => {
    await signUpPerformer(site.testHost, `star-${size}`);
    const performer = await visit();
    await performer.open('/auth/login');
    await logIn(performer, `star-${size}@example.com`);
    await performer.page.waitForURL(`**/star-${size}`);
    await performer.waitForScreen(new RegExp(`star-${size}`));
    await performer.check('profile-as-owner');
  });

  story('a performer without a username completes the account first', async ({ site, size, visit }) => {
    const { id, email } = await signUpPerformer(site.testHost, `halfstar-${size}`);
    await site.testHost.ctx.db.update(accounts).set({ username: null }).where(eq(accounts.id, id));
    const performer = await visit();
    await performer.open('/auth/login');
    await logIn(performer, email);
    await performer.page.waitForURL('**/creator/account');
    await performer.waitForScreen('Complete your account');
    await performer.check('creator-setup');
    await performer.fill('Username', `wholestar-${size}`);
    await performer.press('Save and continue');
    await performer.page.waitForURL(`**/wholestar-${size}`);
  });

  story('a requested page opens after sign-in', async ({ site, size, visit }) => {
    await signUpFan(site.testHost, `wanting-${size}`);
    const fan = await visit();
    await fan.open('/user/account?section=privacy');
    await fan.page.waitForURL(/\/auth\/login\?next=/);
    await logIn(fan, `wanting-${size}`);
    await fan.page.waitForURL('**/user/account?section=privacy');
  });
});
