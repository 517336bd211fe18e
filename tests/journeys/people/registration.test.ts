/** Becoming a member: the fan's form, the mail that confirms the address, signing in, and where each kind of person lands. */
import { eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/schema';
import { journey } from '../../kit/browser/journey';
import { password, signUpFan, signUpPerformer } from '../../kit/people/people';
import { logIn, logOut } from '../../kit/browser/sign-in';
import { setSettings } from '../../support/site-settings';

journey('A new fan', (tell) => {
  tell('registers, confirms the address by the link in the mail, and signs in', async ({ site, size, visit }) => {
    await setSettings(site.world, { requireEmailVerification: true });
    const name = `mara-${size}`;
    const fan = await visit();
    await fan.open('/auth/register');
    await fan.arrive('Sign up');
    await fan.look('register');
    await fan.write('Name', 'Mara');
    await fan.write('Username', 'wallet');
    await fan.read(/wallet is reserved/);
    await fan.write('Username', name);
    await fan.read(`${name} is free`);
    await fan.write('E-mail', `${name}@example.com`);
    await fan.write('Password', password);
    await fan.look('register-filled');
    await fan.press('Sign up as fan');
    await fan.arrive('Look in your mail');
    await fan.look('verify-waiting');

    fan.provoke(403);
    await fan.open('/auth/login');
    await logIn(fan, name);
    await fan.read('Please confirm your e-mail address first. Look for our message in your inbox.');
    await fan.look('login-unverified');

    await fan.open(await site.linkMailed(`${name}@example.com`, /confirm/i));
    await fan.arrive('E-mail address confirmed');
    await fan.look('verify-done');
    await fan.press('Continue');
    await logIn(fan, name);
    await fan.page.waitForURL('**/home');
    await fan.arrive(/./);
    await fan.look('home');
    await logOut(fan);
    expect((await fan.context.cookies()).some(({ name: cookie }) => cookie === 'token')).toBe(false);
    await setSettings(site.world, { requireEmailVerification: false });
  });

  tell('is led on to the page that she wanted, through registration and all', async ({ site, size, visit }) => {
    await signUpPerformer(site.world, `goal-${size}`);
    const fan = await visit();
    await fan.open(`/auth/register?next=/goal-${size}`);
    await fan.write('Name', 'Nora');
    await fan.write('Username', `nora-${size}`);
    await fan.write('E-mail', `nora-${size}@example.com`);
    await fan.write('Password', password);
    await fan.press('Sign up as fan');
    await fan.page.waitForURL(({ pathname }) => pathname === `/goal-${size}`);
    await fan.arrive(new RegExp(`goal-${size}`));
  });
});

journey('After signing in', (tell) => {
  tell('a fan lands at home', async ({ site, size, visit }) => {
    await signUpFan(site.world, `fan-${size}`);
    const fan = await visit();
    await fan.open('/auth/login');
    await fan.look('login');
    fan.provoke(422);
    await logIn(fan, `fan-${size}`, 'a wrong password');
    await fan.read('Incorrect credentials!');
    await fan.look('login-refused');
    await logIn(fan, `fan-${size}`);
    await fan.page.waitForURL('**/home');
  });

  tell(
    'a fan without username and address completes the account first, and then comes to the page that she wanted',
    async ({ site, size, visit }) => {
      const { id, email } = await signUpFan(site.world, `half-${size}`);
      await site.world.ctx.db.update(accounts).set({ username: null }).where(eq(accounts.id, id));
      const fan = await visit();
      await fan.open('/auth/login?next=/contact');
      await logIn(fan, email);
      await fan.page.waitForURL(/\/user\/account\?next=/);
      await fan.arrive('Complete your account');
      await fan.look('user-setup');
      await fan.write('Username', `whole-${size}`);
      await fan.press('Save and continue');
      await fan.page.waitForURL('**/contact');
      await fan.arrive('Contact');
    },
  );

  tell('a fan without an address is asked for it', async ({ site, size, visit }) => {
    const { id } = await signUpFan(site.world, `mailless-${size}`);
    await site.world.ctx.db.update(accounts).set({ email: null }).where(eq(accounts.id, id));
    const fan = await visit();
    await fan.open('/auth/login');
    await logIn(fan, `mailless-${size}`);
    await fan.page.waitForURL('**/user/account');
    await fan.write('E-mail', `reached-${size}@example.com`);
    await fan.press('Save and continue');
    await fan.page.waitForURL('**/home');
  });

  tell('a performer lands on her own page', async ({ site, size, visit }) => {
    await signUpPerformer(site.world, `star-${size}`);
    const performer = await visit();
    await performer.open('/auth/login');
    await logIn(performer, `star-${size}@example.com`);
    await performer.page.waitForURL(`**/star-${size}`);
    await performer.arrive(new RegExp(`star-${size}`));
    await performer.look('profile-as-owner');
  });

  tell('a performer without a username completes the account first', async ({ site, size, visit }) => {
    const { id, email } = await signUpPerformer(site.world, `halfstar-${size}`);
    await site.world.ctx.db.update(accounts).set({ username: null }).where(eq(accounts.id, id));
    const performer = await visit();
    await performer.open('/auth/login');
    await logIn(performer, email);
    await performer.page.waitForURL('**/creator/account');
    await performer.arrive('Complete your account');
    await performer.look('creator-setup');
    await performer.write('Username', `wholestar-${size}`);
    await performer.press('Save and continue');
    await performer.page.waitForURL(`**/wholestar-${size}`);
  });

  tell('everybody comes to the page that she wanted', async ({ site, size, visit }) => {
    await signUpFan(site.world, `wanting-${size}`);
    const fan = await visit();
    await fan.open('/user/account?section=privacy');
    await fan.page.waitForURL(/\/auth\/login\?next=/);
    await logIn(fan, `wanting-${size}`);
    await fan.page.waitForURL('**/user/account?section=privacy');
  });
});
