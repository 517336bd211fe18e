/** The team: a person is invited by email, joins, can do what their rights allow, and the audit log records it. */
import { journey } from '../../kit/browser/journey';
import { signUpFan, signUpOperator } from '../../kit/people/people';

journey('The team', (story) => {
  story('gets a moderator, who sees only the allowed sections, and the audit log records the invitation', async ({ site, size, visit }) => {
    const operator = await signUpOperator(site.testHost, `olga-${size}`);
    const name = `moira-${size}`;
    const email = `${name}@example.com`;
    const owner = await visit({ token: operator.token });
    await owner.open('/admin/operators');
    await owner.press('Invite');
    await owner.fill('Email address', email);
    await owner.activate(owner.page.getByRole('radio', { name: /^Moderator/ }));
    await owner.check('invite');
    await owner.press('Send invitation');
    await owner.waitForText(`Invitation sent to ${email}`);
    await owner.page.getByRole('list', { name: 'Invitations' }).getByText(email).waitFor();
    await owner.check('operators');

    const moderator = await visit({ token: (await signUpFan(site.testHost, name)).token });
    await moderator.open(await site.mailedLink(email, /invited to the/i));
    await moderator.waitForScreen('Join the team');
    await moderator.waitForText(email);
    await moderator.check('join');
    await moderator.press('Join the team');
    await moderator.waitForScreen('Welcome to the team');
    await moderator.check('joined');
    await moderator.press('Open the console');
    await moderator.waitForScreen('Console');
    const sections = await moderator.page.getByRole('navigation', { name: 'Console' }).locator('a').allTextContents();
    expect(sections).toEqual([
      'Overview',
      'Creators',
      'Users',
      'Reports',
      'Appeals',
      'Releases',
      'Content',
      'Live',
      'Watched words',
      'Inbox',
    ]);
    await moderator.check('moderator');
    moderator.expectStatuses(403);
    await moderator.open('/admin/settings/general');
    await moderator.waitForText(/You need this permission: View settings\./);
    await moderator.check('right-missing');

    await owner.open('/admin/audit');
    await owner.waitForText('Joined the team');
    await owner.waitForText('Permission denied');
    await owner.check('audit');
    await owner.press('Show details: Invited someone to the team');
    await owner.page.getByRole('list', { name: 'Changed fields' }).getByText(email).waitFor();
    await owner.check('audit-entry');
    await owner.press('Close', owner.page.getByRole('dialog'));
    await owner.press('Verify log');
    await owner.waitForText('Log verified');
    await owner.check('audit-verified');
  });
});
