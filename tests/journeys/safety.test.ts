/** A fan meets what does not belong here: she reports it and blocks its author, and an operator decides. */
import { journey } from '../kit/browser/journey';
import { signUpFan, signUpOperator, signUpPerformer } from '../kit/people/people';
import { published } from '../kit/content/published-item';
import { addCard, subscribed } from '../support/subscriptions';

journey('Safety', (tell) => {
  tell('is reported in three taps, kept as a copy, and decided once for both sides', async ({ site, size, visit }) => {
    const { world } = site;
    const performer = await signUpPerformer(world, `rita-${size}`);
    const fan = await signUpFan(world, `finn-${size}`);
    const [operator, colleague] = [await signUpOperator(world, `olga-${size}`), await signUpOperator(world, `otis-${size}`)];
    const post = await published(world, performer, 'feed', { audience: 'public' }, `A picture of ${size}`);
    const [her, team, other] = [
      await visit({ token: fan.token }),
      await visit({ token: operator.token }),
      await visit({ token: colleague.token }),
    ];

    await her.open(`/${performer.username}`);
    her.counts(3);
    await her.press('More', her.page.locator('header', { has: her.page.getByRole('heading', { level: 1 }) }).first());
    await her.look('profile-more');
    await her.press('Report', her.page.getByRole('list', { name: 'More' }));
    await her.select('What is wrong?', 'Spam or fraud');
    await her.look('report-dialog');
    await her.press('Send report');
    await her.read('Thank you for telling us');
    her.hasCome();
    await her.look('report-thanks');
    await her.press('Done');

    await her.open(`/post/${post}`);
    await her.press('More', her.page.getByRole('group', { name: 'Reactions' }));
    await her.press('Report', her.page.getByRole('list', { name: 'More' }));
    await her.page.getByLabel('What is wrong?').selectOption('Shown without consent');
    await her.press('Send report');
    await her.read('Thank you for telling us');
    await world.call('DELETE /performer/feeds/:id', { params: { id: post } }, { token: performer.token });

    await team.open('/admin');
    await team.press(/reports? waiting/);
    await team.arrive('Reports');
    await team.look('admin-reports');
    await team.press(`A picture of ${size}`);
    await team.arrive('Report: shown without consent');
    await team.press('Take it');
    await team.read('You look into it. Your colleagues see that.');
    await team.look('admin-report');
    await other.open(team.page.url().replace(/^https?:\/\/[^/]+/, ''));
    await other.read(new RegExp(`olga-${size} has looked into it`));
    await team.press('Warn');
    await team.page.getByLabel('Reason').selectOption('Shown without consent');
    await team.press('Warn', team.page.getByRole('alertdialog'));
    await team.read(/decided this/);
    await other.page.getByText(`olga-${size} decided this`).waitFor();
    await other.look('admin-report-decided');

    const herself = await visit({ token: performer.token });
    await herself.open('/notifications');
    await herself.press(/You were warned/);
    await herself.arrive('You were warned');
    await herself.look('decision');
  });

  tell('is found by a word of the list, where nobody has reported it', async ({ site, size, visit }) => {
    const { world } = site;
    const [performer, operator] = [await signUpPerformer(world, `wanda-${size}`), await signUpOperator(world, `ove-${size}`)];
    const team = await visit({ token: operator.token });
    await team.open('/admin/words');
    await team.write('Word or phrase', `rendezvous ${size}`);
    await team.page.getByLabel('What happens').selectOption('Let it stand, and report it');
    await team.press('Add word');
    await team.read(/^As a word of its own · Let it stand/);
    await team.look('admin-words');
    const body = { type: 'text' as const, text: `A rendezvous, ${size}, perhaps?` };
    await world.call('POST /performer/feeds', { body }, { token: performer.token });
    await team.open('/admin/reports?status=open');
    await team.press(body.text);
    await team.arrive('Found by the word filter');
    await team.look('admin-report-by-words');
  });

  tell('is blocked in three taps, the subscription with it, and comes back from the settings', async ({ site, size, visit }) => {
    const { world } = site;
    const [performer, fan] = [await signUpPerformer(world, `bea-${size}`), await signUpFan(world, `fay-${size}`)];
    await subscribed(world, fan, performer, { cardId: await addCard(world, fan) });
    await published(world, performer, 'feed', { audience: 'public' }, `Seen by ${size}`);
    const her = await visit({ token: fan.token });

    await her.open(`/${performer.username}`);
    her.counts(3);
    await her.press('More', her.page.locator('header', { has: her.page.getByRole('heading', { level: 1 }) }).first());
    await her.press('Block', her.page.getByRole('list', { name: 'More' }));
    const dialog = her.page.getByRole('alertdialog', { name: `Block ${performer.username}?` });
    await dialog.getByText(new RegExp(`^You subscribe to ${performer.username} until`)).waitFor();
    // Nobody has to: this is besides the three.
    await dialog.getByLabel('Also cancel the subscription').check();
    await her.look('block-dialog');
    // The end of the subscription has the page read again, and the answer may come after the block.
    her.provoke(403);
    await her.press(`Block ${performer.username}`, dialog);
    await her.read(`${performer.username} is blocked, and your subscription is cancelled`);
    her.hasCome();
    await her.isTaken(/\/home/);
    // The address changes before the screen does.
    await her.page.getByText(`Seen by ${size}`).waitFor({ state: 'detached' });
    await her.open('/subscriptions');
    await her.read('Cancelled');

    await her.open('/user/account?section=privacy');
    await her.press(`Unblock ${performer.username}`);
    await her.read(`${performer.username} is no longer blocked`);
    await her.open(`/${performer.username}`);
    await her.read(`Seen by ${size}`);
  });
});
