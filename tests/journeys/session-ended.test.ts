/** The session is ended elsewhere while somebody writes: she is sent to sign in, and then is back with what she had typed. */
import { journey } from '../support/journey';
import { signUpFan, signUpPerformer } from '../support/people';
import { logIn } from '../support/sign-in';
import type { Site } from '../support/site';
import { fieldOf } from '../support/visitor';

async function endAllSessions(site: Site, name: string): Promise<void> {
  const { data } = await site.world.call('POST /auth/login', {
    body: { username: name, password: 'correct horse battery', remember: false },
  });
  await site.world.call('DELETE /auth/sessions', {}, { token: data.token });
}

journey('A session that is ended elsewhere', (tell) => {
  tell('sends the next call to sign-in, and the typed bio comes back', async ({ site, size, visit }) => {
    const name = `bea-${size}`;
    const { token } = await signUpPerformer(site.world, name);
    const performer = await visit({ token });
    await performer.open(`/${name}`);
    await performer.press('Edit bio');
    await performer.write('Bio', 'I sing on Fridays, and I');
    performer.provoke(401);
    await endAllSessions(site, name);
    // Her socket hears of it, or else the next call does: either way she is asked to sign in.
    await performer.isTaken(/\/auth\/login\?next=/);
    await performer.arrive('Log in');
    await performer.read('Forbidden in the action!');
    await performer.look('login-after-end');
    await logIn(performer, name);
    await performer.page.waitForURL(`**/${name}`);
    await performer.press('Edit bio');
    expect(await fieldOf(performer.page, 'Bio').inputValue()).toBe('I sing on Fridays, and I');
    await performer.press('Save bio');
    await performer.read('Changes saved');
    await performer.read('I sing on Fridays, and I');
  });

  tell('keeps a form of several fields for the same person, and shows it to nobody else', async ({ site, size, visit }) => {
    const name = `ben-${size}`;
    await signUpFan(site.world, name);
    await signUpFan(site.world, `eve-${size}`);
    const fan = await visit();
    await fan.open('/auth/login?next=/user/account?section=profile');
    await logIn(fan, name);
    await fan.page.waitForURL('**/user/account?section=profile');
    await fan.write('First name', 'Benjamin');
    await fan.write('Last name', 'Half-typed');
    fan.provoke(401);
    await endAllSessions(site, name);
    await fan.isTaken(/\/auth\/login\?next=/);
    await fan.read('Forbidden in the action!');

    await logIn(fan, `eve-${size}`);
    await fan.page.waitForURL('**/user/account?section=profile');
    await fan.arrive('Profile');
    expect(await fieldOf(fan.page, 'Last name').inputValue()).toBe('');
    await endAllSessions(site, `eve-${size}`);
    await fan.isTaken(/\/auth\/login\?next=/);
    await logIn(fan, name);
    await fan.page.waitForURL('**/user/account?section=profile');
    await fan.arrive('Profile');
    expect(await fieldOf(fan.page, 'First name').inputValue()).toBe('Benjamin');
    expect(await fieldOf(fan.page, 'Last name').inputValue()).toBe('Half-typed');
  });
});
