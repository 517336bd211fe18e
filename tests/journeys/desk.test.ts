/** The operators' desk: a message is answered, a note is left, and a job that failed is tried again. */
import { sql } from 'drizzle-orm';
import { signUpFan, signUpOperator } from '../kit/people/people';
import { journey } from '../kit/browser/journey';

journey('The desk', (tell) => {
  tell('answers a message, notes something, and tries a failed job again', async ({ site, size, visit }) => {
    const { world } = site;
    const operator = await signUpOperator(world, `dora-${size}`);
    const fan = await signUpFan(world, `dan-${size}`);
    const body = { name: `Wilma ${size}`, email: `wilma-${size}@example.com`, message: 'I cannot find my receipts anywhere.' };
    await world.call('POST /contact', { body });
    // Nobody can deliver a mail that does not exist, and this one has used up its tries.
    await world.ctx.jobs.enqueue(
      world.ctx.db,
      'payments/forget-card',
      { cardId: world.ctx.chance.id() },
      { at: new Date(Date.now() + 86_400_000) },
    );
    await world.ctx.db.execute(sql`
      update jobs.job set state = 'failed', started_on = now(), completed_on = now(), output = '{"message":"The gateway did not answer."}'
      where name = 'payments/forget-card' and state = 'created'`);
    const desk = await visit({ token: operator.token });

    await desk.open('/admin/inbox?state=waiting');
    await desk.look('inbox');
    await desk.press(`Open the message of Wilma ${size}`);
    await desk.write('Your answer', 'They are in your wallet, below each payment.');
    await desk.look('inbox-answer');
    await desk.press('Send answer');
    await desk.read(`Your answer to Wilma ${size} is on its way`);

    await desk.open(`/admin/users/${fan.id}`);
    await desk.write('New note', 'Asked for receipts twice.');
    await desk.press('Add note');
    await desk.read('Asked for receipts twice.');
    await desk.look('person-notes');

    await desk.open('/admin/jobs?state=failed');
    await desk.read('The gateway did not answer.');
    await desk.look('jobs');
    await desk.press('Try payments/forget-card again');
    await desk.press('Try again', desk.page.getByRole('alertdialog'));
    await desk.read('The job is tried again');
  });

  tell('corrects a balance by two operators, and lets other programs hear and ask', async ({ site, size, visit }) => {
    const { world } = site;
    const [one, other] = [await signUpOperator(world, `ivy-${size}`), await signUpOperator(world, `ian-${size}`)];
    const fan = await signUpFan(world, `fay-${size}`);
    const proposer = await visit({ token: one.token });
    await proposer.open(`/admin/users/${fan.id}`);
    await proposer.press('Correct balance');
    await proposer.write('Amount', '5.00');
    await proposer.write('Reason', 'Charged twice last week');
    await proposer.look('correction-dialog');
    await proposer.press('Propose correction');
    await proposer.read('Proposed: another operator has to approve it');

    const approver = await visit({ token: other.token });
    await approver.open('/admin/transactions?tab=corrections&status=pending');
    await approver.look('corrections');
    await approver.press('Approve');
    await approver.press('Approve correction', approver.page.getByRole('alertdialog'));
    await approver.read('Correction approved');

    await proposer.open('/admin/webhooks');
    await proposer.press('New webhook');
    await proposer.write('Address', `https://hooks.example.com/${size}`);
    await proposer.activate(proposer.page.getByRole('checkbox', { name: 'Somebody wrote to the site' }));
    await proposer.look('webhook-form');
    await proposer.press('Make webhook');
    await proposer.read('Keep it now');
    await proposer.press('I have kept it');
    const body = { name: 'Wanda', email: 'wanda@example.com', message: 'Do you sell gift cards at all?' };
    await world.call('POST /contact', { body });
    await proposer.open('/admin/webhooks');
    await proposer.look('webhooks');

    await proposer.open('/admin/keys');
    await proposer.press('New key');
    await proposer.write('Name', 'Weekly report');
    await proposer.activate(proposer.page.getByRole('checkbox', { name: 'See how the site is doing' }));
    await proposer.press('Make key');
    await proposer.read('Keep it now');
    await proposer.look('key-once');
    await proposer.press('I have kept it');
    await proposer.read('Weekly report');
    await proposer.look('keys');
  });
});
