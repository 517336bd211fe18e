/** A guest explores the site: from the landing page and filters to a profile, subscribes there, and contacts the site. */
import { eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { performers } from '@server/platform/db/schema/performers';
import { journey } from '../../kit/browser/journey';
import { mailsTo } from '../../kit/host/mails';
import { password, signUpPerformer } from '../../kit/people/people';
import { publishItem } from '../../kit/content/published-item';
import { setSettings } from '../../kit/host/site-settings';

journey('A guest', (story) => {
  story('finds a performer with a filter that is kept in the URL, and is a subscriber after seven taps', async ({ site, size, visit }) => {
    const name = `ina-${size}`;
    const performer = await signUpPerformer(site.testHost, name);
    const { id: otherId } = await signUpPerformer(site.testHost, `otto-${size}`);
    const longAgo = new Date(site.testHost.clock.now().getTime() - 90 * 86_400_000);
    await site.testHost.ctx.db.update(performers).set({ verifiedAt: longAgo }).where(eq(performers.accountId, otherId));
    await site.testHost.ctx.db.update(accounts).set({ createdAt: longAgo }).where(eq(accounts.id, otherId));
    await publishItem(site.testHost, performer, 'feed', { audience: 'subscribers' }, 'For my circle');
    const guest = await visit();

    await guest.open('/');
    guest.limitActivations(7);
    await guest.waitForScreen('Closer to the people you admire');
    await guest.check('landing');
    await guest.press('Explore creators');
    await guest.waitForScreen('Explore');
    await guest.page.getByRole('link', { name: `otto-${size}` }).waitFor();

    await guest.press('New', guest.page.getByRole('group', { name: 'Quick filters' }));
    await guest.page.waitForURL(/\/explore\?.*new/);
    await guest.page.getByRole('link', { name: `otto-${size}` }).waitFor({ state: 'detached' });
    await guest.check('explore-filtered');
    const filtered = guest.page.url();

    await guest.press(name);
    await guest.waitForScreen(new RegExp(name));
    expect(new URL(guest.page.url()).pathname).toBe(`/${name}`);
    await guest.check('profile-as-guest');
    await guest.page.goBack();
    await guest.waitForScreen('Explore');
    expect(guest.page.url()).toBe(filtered);
    await guest.page.getByRole('link', { name }).waitFor();
    expect(await guest.page.getByRole('link', { name: `otto-${size}` }).count()).toBe(0);
    await guest.page.goForward();
    await guest.waitForScreen(new RegExp(name));

    const lockNotice = guest.page.getByText('For subscribers. From 9.99 a month.');
    await lockNotice.waitFor();
    await guest.press('Subscribe · 9.99 a month');
    await guest.waitForText('You need an account for this.');
    await guest.check('subscribe-as-guest');
    await guest.press('Sign up', guest.page.getByRole('dialog'));
    await guest.waitForScreen('Sign up');
    await guest.fill('Name', 'Gerda');
    await guest.fill('Username', `gerda-${size}`);
    await guest.fill('Email', `gerda-${size}@example.com`);
    await guest.fill('Password', password);
    await guest.press('Sign up as a fan');
    await guest.page.waitForURL(new RegExp(`/${name}`));
    await guest.fill('Card number', '4242 4242 4242 4242');
    await guest.check('subscribe-after-sign-up');
    await guest.press('Subscribe for $9.99');
    await guest.waitForText(/^Renews on/);
    guest.stopCounting();
    await guest.press('See posts');
    await lockNotice.waitFor({ state: 'detached' });
    await guest.waitForText('For my circle');
  });

  story('gets every page and file with the security headers', async ({ visit }) => {
    const guest = await visit();
    for (const path of ['/', '/sw.js', '/images/avatar.svg', '/nothing/of/this/name']) {
      const securityHeaders = (await guest.context.request.get(path)).headers();
      expect(securityHeaders).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
      for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(securityHeaders['content-security-policy']).toContain(rule);
    }
    expect((await guest.context.request.get('/')).headers()['cache-control']).toContain('no-store');
  });

  story('filters performers in the sheet and clears the filters', async ({ visit }) => {
    const guest = await visit();
    await guest.open('/explore');
    await guest.press(/^Filters \(0\)$/);
    const sheet = guest.page.getByRole('dialog');
    await guest.press('Blond', sheet.getByRole('group', { name: 'Hair' }));
    await guest.check('explore-sheet');
    await guest.press('Show creators', sheet);
    await guest.page.waitForURL(/hair=/);
    await guest.press(/^Clear all/);
    await guest.page.waitForURL((address) => address.search === '');
  });

  story('contacts the site and can write again after a minute', async ({ site, size, visit }) => {
    await setSettings(site.testHost, { contactEmail: 'people@example.com' });
    const guest = await visit();
    await guest.open('/contact');
    await guest.waitForScreen('Contact');
    await guest.fill('Name', 'Gerda');
    await guest.fill('Email', `gerda-${size}@example.com`);
    await guest.fill('Message', 'too short');
    await guest.press('Send message');
    await guest.waitForText(/Write at least 20 characters/);
    await guest.check('contact-refused');
    await guest.fill('Message', 'How can I change the name on my page? Thank you.');
    await guest.press('Send message');
    await guest.waitForText('Message sent');
    await guest.check('contact-sent');
    expect(await guest.page.getByRole('button', { name: 'Send message' }).isDisabled()).toBe(true);
    expect(await mailsTo(site.testHost, 'people@example.com', 'contact')).toHaveLength(size === 'phone' ? 1 : 2);
  });

  story('sees an error page when a page does not exist', async ({ visit }) => {
    const guest = await visit();
    guest.expectStatuses(404);
    await guest.open('/nobody-has-this-name');
    await guest.waitForScreen(/./);
    await guest.check('not-found');
  });
});
