/** Registration: the fan's form, the confirmation mail and the first sign-in. */
import { journey } from '../../kit/browser/journey';
import { password, signUpPerformer } from '../../kit/people/people';
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
    await fan.waitForText(`${name} is available`);
    await fan.fill('Email', `${name}@example.com`);
    await fan.fill('Password', password);
    await fan.check('register-filled');
    await fan.press('Sign up as a fan');
    await fan.waitForScreen('Check your email');
    await fan.check('verify-waiting');

    fan.expectStatuses(403);
    await fan.open('/auth/login');
    await logIn(fan, name);
    await fan.waitForText('Confirm your email address first. Check your inbox for our email.');
    await fan.check('login-unverified');

    await fan.open(await site.mailedLink(`${name}@example.com`, /confirm/i));
    await fan.waitForScreen('Confirm your email address');
    await fan.check('verify-asking');
    await fan.press('Confirm address');
    await fan.waitForScreen('Email address confirmed');
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
    await fan.fill('Email', `nora-${size}@example.com`);
    await fan.fill('Password', password);
    await fan.press('Sign up as a fan');
    await fan.page.waitForURL(({ pathname }) => pathname === `/goal-${size}`);
    await fan.waitForScreen(new RegExp(`goal-${size}`));
  });
});
