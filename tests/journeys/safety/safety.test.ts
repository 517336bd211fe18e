/** A fan finds content that breaks the rules: they report it and block its author, and an operator decides. */
import { journey } from '../../kit/browser/journey';
import { signUpFan, signUpOperator, signUpPerformer } from '../../kit/people/people';
import { publishItem } from '../../kit/content/published-item';
import { addCard, subscribeOrFail } from '../../kit/money/subscriptions';

journey('A violation of the rules', (story) => {
  story('is reported in three taps, kept as a copy after its deletion, and decided once', async ({ site, size, visit }) => {
    const { testHost } = site;
    const performer = await signUpPerformer(testHost, `rita-${size}`);
    const fan = await signUpFan(testHost, `finn-${size}`);
    const [operator, colleague] = [await signUpOperator(testHost, `olga-${size}`), await signUpOperator(testHost, `otis-${size}`)];
    const post = await publishItem(testHost, performer, 'feed', { audience: 'public' }, `A picture of ${size}`);
    const [fanVisitor, operatorVisitor, secondOperator] = [
      await visit({ token: fan.token }),
      await visit({ token: operator.token }),
      await visit({ token: colleague.token }),
    ];

    await fanVisitor.open(`/${performer.username}`);
    fanVisitor.limitActivations(3);
    await fanVisitor.press('More', fanVisitor.page.locator('header', { has: fanVisitor.page.getByRole('heading', { level: 1 }) }).first());
    await fanVisitor.check('profile-more');
    await fanVisitor.press('Report', fanVisitor.page.getByRole('list', { name: 'More' }));
    await fanVisitor.select('Reason', 'Spam or fraud');
    await fanVisitor.check('report-dialog');
    await fanVisitor.press('Send report');
    await fanVisitor.waitForText('Thanks for your report');
    fanVisitor.stopCounting();
    await fanVisitor.check('report-thanks');
    await fanVisitor.press('Done');

    await fanVisitor.open(`/post/${post}`);
    await fanVisitor.press('More', fanVisitor.page.getByRole('group', { name: 'Reactions' }));
    await fanVisitor.press('Report', fanVisitor.page.getByRole('list', { name: 'More' }));
    await fanVisitor.page.getByLabel('Reason').selectOption('Shown without consent');
    await fanVisitor.press('Send report');
    await fanVisitor.waitForText('Thanks for your report');
    await testHost.call('DELETE /performer/feeds/:id', { params: { id: post } }, { token: performer.token });

    await operatorVisitor.open('/admin');
    await operatorVisitor.press(/reports? to review/);
    await operatorVisitor.waitForScreen('Reports');
    await operatorVisitor.check('admin-reports');
    await operatorVisitor.press(`A picture of ${size}`);
    await operatorVisitor.waitForScreen('Report: shown without consent');
    await operatorVisitor.press('Assign to me');
    await operatorVisitor.waitForText('Assigned to you. Your team can see that.');
    await operatorVisitor.check('admin-report');
    await secondOperator.open(operatorVisitor.page.url().replace(/^https?:\/\/[^/]+/, ''));
    await secondOperator.waitForText(new RegExp(`Assigned to olga-${size}`));
    await operatorVisitor.press('Warn');
    await operatorVisitor.page.getByLabel('Reason').selectOption('Shown without consent');
    await operatorVisitor.press('Warn', operatorVisitor.page.getByRole('alertdialog'));
    await operatorVisitor.waitForText(/decided this/);
    await secondOperator.page.getByText(`olga-${size} decided this`).waitFor();
    await secondOperator.check('admin-report-decided');

    const performerVisitor = await visit({ token: performer.token });
    await performerVisitor.open('/notifications');
    await performerVisitor.press(/You received a warning about/);
    await performerVisitor.waitForScreen('You received a warning');
    await performerVisitor.check('decision');
  });

  story('is found by the word filter without a report', async ({ site, size, visit }) => {
    const { testHost } = site;
    const [performer, operator] = [await signUpPerformer(testHost, `wanda-${size}`), await signUpOperator(testHost, `ove-${size}`)];
    const operatorVisitor = await visit({ token: operator.token });
    await operatorVisitor.open('/admin/words');
    await operatorVisitor.fill('Word or phrase', `rendezvous ${size}`);
    await operatorVisitor.page.getByLabel('Action').selectOption('Allow and report');
    await operatorVisitor.press('Add word');
    await operatorVisitor.waitForText(/^Whole word only · Allow and report/);
    await operatorVisitor.check('admin-words');
    const body = { type: 'text' as const, text: `A rendezvous, ${size}, perhaps?` };
    await testHost.call('POST /performer/feeds', { body }, { token: performer.token });
    await operatorVisitor.open('/admin/reports?status=open');
    await operatorVisitor.press(body.text);
    await operatorVisitor.waitForScreen('Flagged by the word filter');
    await operatorVisitor.check('admin-report-by-words');
  });

  story(
    'leads a fan to block its author in three taps, with the subscription canceled, and to unblock them in the settings',
    async ({ site, size, visit }) => {
      const { testHost } = site;
      const [performer, fan] = [await signUpPerformer(testHost, `bea-${size}`), await signUpFan(testHost, `fay-${size}`)];
      await subscribeOrFail(testHost, fan, performer, { cardId: await addCard(testHost, fan) });
      await publishItem(testHost, performer, 'feed', { audience: 'public' }, `Seen by ${size}`);
      const fanVisitor = await visit({ token: fan.token });

      await fanVisitor.open(`/${performer.username}`);
      fanVisitor.limitActivations(3);
      await fanVisitor.press(
        'More',
        fanVisitor.page.locator('header', { has: fanVisitor.page.getByRole('heading', { level: 1 }) }).first(),
      );
      await fanVisitor.press('Block', fanVisitor.page.getByRole('list', { name: 'More' }));
      const dialog = fanVisitor.page.getByRole('alertdialog', { name: `Block ${performer.username}?` });
      await dialog.getByText(new RegExp(`^Your subscription to ${performer.username} runs until`)).waitFor();
      // Optional, and therefore not counted among the three taps.
      await dialog.getByLabel('Also cancel the subscription').check();
      await fanVisitor.check('block-dialog');
      // The end of the subscription reloads the page's data, and the response may arrive after the block.
      fanVisitor.expectStatuses(403);
      await fanVisitor.press(`Block ${performer.username}`, dialog);
      await fanVisitor.waitForText(`${performer.username} is blocked and your subscription is canceled`);
      fanVisitor.stopCounting();
      await fanVisitor.waitForNavigation(/\/home/);
      // The address changes before the screen does.
      await fanVisitor.page.getByText(`Seen by ${size}`).waitFor({ state: 'detached' });
      await fanVisitor.open('/subscriptions');
      await fanVisitor.waitForText('Canceled');

      await fanVisitor.open('/user/account?section=privacy');
      await fanVisitor.press(`Unblock ${performer.username}`);
      await fanVisitor.waitForText(`${performer.username} is no longer blocked`);
      await fanVisitor.open(`/${performer.username}`);
      await fanVisitor.waitForText(`Seen by ${size}`);
    },
  );
});
