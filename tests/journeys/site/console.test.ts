/** The operators' console: messages, notes, failed jobs, balance adjustments, webhooks and API keys. */
import { sql } from 'drizzle-orm';
import { signUpFan, signUpOperator } from '../../kit/people/people';
import { journey } from '../../kit/browser/journey';

journey('The console', (story) => {
  story('lets an operator reply to a message, add a note, and retry a failed job', async ({ site, size, visit }) => {
    const { testHost } = site;
    const operator = await signUpOperator(testHost, `dora-${size}`);
    const fan = await signUpFan(testHost, `dan-${size}`);
    const body = { name: `Wilma ${size}`, email: `wilma-${size}@example.com`, message: 'I cannot find my receipts anywhere.' };
    await testHost.call('POST /contact', { body });
    // The job of a card that does not exist; the update below marks it as failed.
    await testHost.ctx.jobs.enqueue(
      testHost.ctx.db,
      'payments/forget-card',
      { cardId: testHost.ctx.random.id() },
      { at: new Date(Date.now() + 86_400_000) },
    );
    await testHost.ctx.db.execute(sql`
      update jobs.job set state = 'failed', started_on = now(), completed_on = now(), output = '{"message":"The gateway did not answer."}'
      where name = 'payments/forget-card' and state = 'created'`);
    const operatorVisitor = await visit({ token: operator.token });

    await operatorVisitor.open('/admin/inbox?state=waiting');
    await operatorVisitor.check('inbox');
    await operatorVisitor.press(`Open message from Wilma ${size}`);
    await operatorVisitor.fill('Your reply', 'They are in your wallet, below each payment.');
    await operatorVisitor.check('inbox-answer');
    await operatorVisitor.press('Send reply');
    await operatorVisitor.waitForText(`Your reply to Wilma ${size} is on its way`);

    await operatorVisitor.open(`/admin/users/${fan.id}`);
    await operatorVisitor.fill('New note', 'Asked for receipts twice.');
    await operatorVisitor.press('Add note');
    await operatorVisitor.waitForText('Asked for receipts twice.');
    await operatorVisitor.check('person-notes');

    await operatorVisitor.open('/admin/jobs?state=failed');
    await operatorVisitor.waitForText('The gateway did not answer.');
    await operatorVisitor.check('jobs');
    await operatorVisitor.press('Try payments/forget-card again');
    await operatorVisitor.press('Try again', operatorVisitor.page.getByRole('alertdialog'));
    await operatorVisitor.waitForText('Retrying the job');
  });

  story('lets two operators correct a balance, and one of them create a webhook and an API key', async ({ site, size, visit }) => {
    const { testHost } = site;
    const [proposerAccount, approverAccount] = [
      await signUpOperator(testHost, `ivy-${size}`),
      await signUpOperator(testHost, `ian-${size}`),
    ];
    const fan = await signUpFan(testHost, `fay-${size}`);
    const proposer = await visit({ token: proposerAccount.token });
    await proposer.open(`/admin/users/${fan.id}`);
    await proposer.press('Correct balance');
    await proposer.fill('Amount', '5.00');
    await proposer.fill('Reason', 'Charged twice last week');
    await proposer.check('correction-dialog');
    await proposer.press('Propose correction');
    await proposer.waitForText('Correction proposed. Another operator must approve it.');

    const approver = await visit({ token: approverAccount.token });
    await approver.open('/admin/transactions?tab=corrections&status=pending');
    await approver.check('corrections');
    await approver.press('Approve');
    await approver.press('Approve correction', approver.page.getByRole('alertdialog'));
    await approver.waitForText('Correction approved');

    await proposer.open('/admin/webhooks');
    await proposer.press('New webhook');
    await proposer.fill('Address', `https://hooks.example.com/${size}`);
    await proposer.activate(proposer.page.getByRole('checkbox', { name: 'Contact message received' }));
    await proposer.check('webhook-form');
    await proposer.press('Create webhook');
    await proposer.waitForText('Save it now');
    await proposer.press('I’ve saved it');
    const body = { name: 'Wanda', email: 'wanda@example.com', message: 'Do you sell gift cards at all?' };
    await testHost.call('POST /contact', { body });
    await proposer.open('/admin/webhooks');
    await proposer.check('webhooks');

    await proposer.open('/admin/keys');
    await proposer.press('New key');
    await proposer.fill('Name', 'Weekly report');
    await proposer.activate(proposer.page.getByRole('checkbox', { name: 'View the site overview' }));
    await proposer.press('Create key');
    await proposer.waitForText('Save it now');
    await proposer.check('key-once');
    await proposer.press('I’ve saved it');
    await proposer.waitForText('Weekly report');
    await proposer.check('keys');
  });
});
