/** A fan buys a ticket in advance: the show does not start, and the site refunds the ticket with a reason. */
import { eq } from 'drizzle-orm';
import { feeds } from '@server/platform/db/schema/content';
import { fillWallet } from '../../kit/money/ledger';
import { journey } from '../../kit/browser/journey';
import { signUpFan, signUpPerformer } from '../../kit/people/people';
import { scheduleShow, settleShowsAndTickets, ticketStatuses } from '../../kit/live/tickets';

journey('A ticket', (story) => {
  story('is bought for a scheduled show, and refunded automatically when the show does not start', async ({ site, size, visit }) => {
    const { testHost } = site;
    const performer = await signUpPerformer(testHost, `tilda-${size}`);
    const fan = await signUpFan(testHost, `timo-${size}`);
    await fillWallet(testHost, fan.id, 5000n);
    const post = await scheduleShow(testHost, performer, { title: `Acoustic set ${size}`, ticketCapacity: 20 });
    const fanVisitor = await visit({ token: fan.token });
    await fanVisitor.open(`/${performer.username}?tab=live`);
    fanVisitor.limitActivations(3);
    await fanVisitor.press(`Buy a ticket for Acoustic set ${size}, 10 tokens`);
    await fanVisitor.check('ticket-dialog');
    await fanVisitor.press('Buy ticket for 10.00', fanVisitor.page.getByRole('dialog'));
    await fanVisitor.waitForText('You have a ticket');
    fanVisitor.stopCounting();
    await fanVisitor.check('ticket-held');
    expect(await ticketStatuses(testHost, post._id)).toEqual(['success']);

    const performerVisitor = await visit({ token: performer.token });
    await performerVisitor.open(`/${performer.username}?tab=live`);
    await performerVisitor.waitForText('1 of 20 tickets sold');
    await performerVisitor.check('tickets-sold');

    // The scheduled time has passed, and no video was published.
    const past = new Date(testHost.clock.now().getTime() - 3_600_000);
    await testHost.ctx.db.update(feeds).set({ streamScheduledAt: past }).where(eq(feeds.itemId, post._id));
    await settleShowsAndTickets(testHost, post._id);
    expect(await ticketStatuses(testHost, post._id)).toEqual(['refunded']);
    await fanVisitor.open('/notifications');
    await fanVisitor.waitForText(/didn’t start in time\. We refunded 10 tokens to your wallet\./);
    await fanVisitor.open('/purchases?type=ticket');
    await fanVisitor.waitForText('The stream didn’t start in time. Tickets were refunded.');
    await fanVisitor.waitForText('Refunded');
    await fanVisitor.check('ticket-refunded');
    const { data } = await testHost.call('GET /users/me', {}, { token: fan.token });
    expect(data.balance).toBe(50);
  });
});
