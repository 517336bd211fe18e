/** The team: somebody is invited by mail, joins, does what her rights say, and the log tells of it. */
import { journey } from '../../kit/browser/journey';
import { signUpFan, signUpOperator } from '../../kit/people/people';

journey('The team', (tell) => {
  tell('grows by a moderator, who sees only what is hers, and the log tells who let her in', async ({ site, size, visit }) => {
    const operator = await signUpOperator(site.world, `olga-${size}`);
    const name = `moira-${size}`;
    const email = `${name}@example.com`;
    const owner = await visit({ token: operator.token });
    await owner.open('/admin/operators');
    await owner.press('Invite');
    await owner.write('E-mail address', email);
    await owner.activate(owner.page.getByRole('radio', { name: /^Moderator/ }));
    await owner.look('invite');
    await owner.press('Send invitation');
    await owner.read(`Invitation sent to ${email}`);
    await owner.page.getByRole('list', { name: 'Invitations' }).getByText(email).waitFor();
    await owner.look('operators');

    const moderator = await visit({ token: (await signUpFan(site.world, name)).token });
    await moderator.open(await site.linkMailed(email, /help to run/i));
    await moderator.arrive('Join the team');
    await moderator.read(email);
    await moderator.look('join');
    await moderator.press('Join the team');
    await moderator.arrive('Welcome to the team');
    await moderator.look('joined');
    await moderator.press('Open the console');
    await moderator.arrive('Console');
    const sections = await moderator.page.getByRole('navigation', { name: 'Console' }).locator('a').allTextContents();
    expect(sections).toEqual(['Overview', 'Performers', 'Users', 'Reports', 'Appeals', 'Content', 'Live', 'Words', 'Inbox']);
    await moderator.look('moderator');
    moderator.provoke(403);
    await moderator.open('/admin/settings/general');
    await moderator.read(/You do not have the right for this: See the settings\./);
    await moderator.look('right-missing');

    await owner.open('/admin/audit');
    await owner.read('Joined the team');
    await owner.read('Was refused for want of a right');
    await owner.look('audit');
    await owner.press('Show details: Invited somebody to the team');
    await owner.page.getByRole('list', { name: 'Fields before and after' }).getByText(email).waitFor();
    await owner.look('audit-entry');
    await owner.press('Close', owner.page.getByRole('dialog'));
    await owner.press('Verify the log');
    await owner.read('The log is right');
    await owner.look('audit-verified');
  });
});
