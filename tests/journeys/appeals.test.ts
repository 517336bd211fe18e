/** Who is suspended appeals without signing in, what was published is deleted for good, and a site asks for the age of its visitors. */
import { mailsTo } from '../support/outbox';
import { journey } from '../kit/browser/journey';
import { password, signUpFan, signUpOperator, signUpPerformer } from '../kit/people/people';
import { published } from '../kit/content/published-item';
import { setSettings } from '../support/site-settings';

journey('Appeals', (tell) => {
  tell('somebody who is suspended reads why at the door and appeals; a colleague gives the account back', async ({ site, size, visit }) => {
    const { world } = site;
    const [first, second] = [await signUpOperator(world, `oda-${size}`), await signUpOperator(world, `olaf-${size}`)];
    const fan = await signUpFan(world, `finn-${size}`);
    const body = { reason: 'Spam in messages' };
    await world.call('POST /admin/users/:id/suspend', { params: { id: fan.id }, body }, { token: first.token });

    const guest = await visit();
    guest.provoke(403);
    await guest.open('/auth/login');
    await guest.write('Username or e-mail', fan.username);
    await guest.write('Password', password);
    await guest.press('Log in');
    await guest.read('The reason: Spam in messages');
    await guest.look('suspended-login');
    await guest.activate(guest.page.getByRole('link', { name: 'Appeal' }));
    await guest.write('Why the decision is wrong', 'Somebody else was in my account, and I have a new password now.');
    await guest.look('suspended-appeal');
    await guest.press('Send appeal');
    await guest.read('Your appeal waits for an answer');

    const colleague = await visit({ token: second.token });
    await colleague.open('/admin/appeals?status=open');
    await colleague.look('appeals');
    await colleague.press('Decide');
    await colleague.press('Take the decision back');
    const dialog = colleague.page.getByRole('alertdialog');
    await colleague.write('Reason', 'You were right.');
    await colleague.look('appeal-dialog');
    await colleague.press('Take the decision back', dialog);
    await colleague.read('The decision was taken back');
    expect(await mailsTo(world, fan.email, 'account-restored')).toHaveLength(1);
    expect((await world.call('POST /auth/login', { body: { username: fan.username, password } })).status).toBe(200);
  });

  tell('an operator deletes what was published, after reading what that does', async ({ site, size, visit }) => {
    const { world } = site;
    const operator = await signUpOperator(world, `otto-${size}`);
    const ada = await signUpPerformer(world, `ada-${size}`);
    const post = await published(world, ada, 'feed', {}, `Not for long ${size}`);
    const desk = await visit({ token: operator.token });
    await desk.open(`/admin/content/feeds?q=${encodeURIComponent(`long ${size}`)}`);
    await desk.look('content');
    await desk.press('Delete');
    await desk.write('Reason', 'Against the rules');
    await desk.look('content-delete');
    await desk.press('Delete', desk.page.getByRole('alertdialog'));
    await desk.read(/is deleted$/);
    expect((await world.call('GET /user/feeds/:id', { params: { id: post } })).refusal.error).toBe('feed_not_found');
  });

  tell('a site that asks for the age shows nothing before the answer, without scripts too', async ({ site, size, visit }) => {
    const { world } = site;
    const performer = await signUpPerformer(world, `vera-${size}`);
    await setSettings(world, { adultConfirmation: true });
    const guest = await visit();
    const before = await (await guest.context.request.get(`/${performer.username}`)).text();
    expect(before).not.toContain(performer.id);
    await guest.open(`/${performer.username}`);
    await guest.read('Are you 18 or older?');
    await guest.look('age-question');
    await guest.press('I am 18 or older');
    await guest.page.getByRole('heading', { name: new RegExp(performer.username), level: 1 }).waitFor();

    const reader = await visit({ javaScriptEnabled: false });
    await reader.page.goto('/explore');
    await reader.page.getByRole('button', { name: 'I am 18 or older' }).click();
    await reader.page.waitForURL(/explore/);
    await reader.page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await reader.page.getByText('Are you 18 or older?').count()).toBe(0);
    await setSettings(world, { adultConfirmation: false });
  });
});
