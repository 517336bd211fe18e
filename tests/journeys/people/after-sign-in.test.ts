/** The first screen after signing in, for each role and for accounts that are not complete. */
import { eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { journey } from '../../kit/browser/journey';
import { logIn } from '../../kit/browser/sign-in';
import { signUpFan, signUpPerformer } from '../../kit/people/people';

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
    expect((await fan.context.cookies()).map(({ name }) => name)).not.toContain('token');
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
    await fan.fill('Email', `reached-${size}@example.com`);
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
