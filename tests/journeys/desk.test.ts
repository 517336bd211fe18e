/** The operators' desk: a message is answered, a note is left, and a job that failed is tried again. */
import { sql } from 'drizzle-orm';
import { signUpFan, signUpOperator } from '../support/people';
import { journey } from '../support/journey';

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
});
