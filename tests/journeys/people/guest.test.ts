/** A guest looks around: from the first page over the filters to somebody's page, as whose subscriber she stays; and writes to the site. */
import { eq } from 'drizzle-orm';
import { accounts, performers } from '@server/platform/db/schema/schema';
import { journey } from '../../kit/browser/journey';
import { mailsTo } from '../../support/outbox';
import { password, signUpPerformer } from '../../kit/people/people';
import { published } from '../../kit/content/published-item';
import { setSettings } from '../../support/site-settings';

journey('A guest', (tell) => {
  tell('finds a performer by a filter in the address, and is her subscriber after seven taps', async ({ site, size, visit }) => {
    const name = `ina-${size}`;
    const performer = await signUpPerformer(site.world, name);
    const { id: other } = await signUpPerformer(site.world, `otto-${size}`);
    const longAgo = new Date(site.world.clock.now().getTime() - 90 * 86_400_000);
    await site.world.ctx.db.update(performers).set({ verifiedAt: longAgo }).where(eq(performers.accountId, other));
    await site.world.ctx.db.update(accounts).set({ createdAt: longAgo }).where(eq(accounts.id, other));
    await published(site.world, performer, 'feed', { audience: 'subscribers' }, 'For my circle');
    const guest = await visit();

    await guest.open('/');
    guest.counts(7);
    await guest.arrive('Closer to the people you admire');
    await guest.look('landing');
    await guest.press('Explore performers');
    await guest.arrive('Explore');
    await guest.page.getByRole('link', { name: `otto-${size}` }).waitFor();

    await guest.press('New', guest.page.getByRole('group', { name: 'Quick filters' }));
    await guest.page.waitForURL(/\/explore\?.*new/);
    await guest.page.getByRole('link', { name: `otto-${size}` }).waitFor({ state: 'detached' });
    await guest.look('explore-filtered');
    const filtered = guest.page.url();

    await guest.press(name);
    await guest.arrive(new RegExp(name));
    expect(new URL(guest.page.url()).pathname).toBe(`/${name}`);
    await guest.look('profile-as-guest');
    await guest.page.goBack();
    await guest.arrive('Explore');
    expect(guest.page.url()).toBe(filtered);
    await guest.page.getByRole('link', { name }).waitFor();
    expect(await guest.page.getByRole('link', { name: `otto-${size}` }).count()).toBe(0);
    await guest.page.goForward();
    await guest.arrive(new RegExp(name));

    const lock = guest.page.getByText('For subscribers. From 9.99 a month.');
    await lock.waitFor();
    await guest.press('Subscribe · 9.99 a month');
    await guest.read('You need an account for this.');
    await guest.look('subscribe-as-guest');
    await guest.press('Sign up', guest.page.getByRole('dialog'));
    await guest.arrive('Sign up');
    await guest.write('Name', 'Gerda');
    await guest.write('Username', `gerda-${size}`);
    await guest.write('E-mail', `gerda-${size}@example.com`);
    await guest.write('Password', password);
    await guest.press('Sign up as fan');
    await guest.page.waitForURL(new RegExp(`/${name}`));
    await guest.write('Card number', '4242 4242 4242 4242');
    await guest.look('subscribe-after-sign-up');
    await guest.press('Pay $9.99');
    await guest.read(/Subscribed · renews on/);
    guest.hasCome();
    await guest.press('Done');
    await lock.waitFor({ state: 'detached' });
    await guest.read('For my circle');
  });

  tell('gets no page and no file without what guards it', async ({ visit }) => {
    const guest = await visit();
    for (const path of ['/', '/sw.js', '/images/avatar.svg', '/nothing/of/this/name']) {
      const guards = (await guest.context.request.get(path)).headers();
      expect(guards).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
      for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(guards['content-security-policy']).toContain(rule);
    }
    expect((await guest.context.request.get('/')).headers()['cache-control']).toContain('no-store');
  });

  tell('narrows the search in the sheet of filters and clears it again', async ({ visit }) => {
    const guest = await visit();
    await guest.open('/explore');
    await guest.press(/^Filters \(0\)$/);
    const sheet = guest.page.getByRole('dialog');
    await guest.press('Blond', sheet.getByRole('group', { name: 'Hair' }));
    await guest.look('explore-sheet');
    await guest.press('Show performers', sheet);
    await guest.page.waitForURL(/hair=/);
    await guest.press(/^Clear all/);
    await guest.page.waitForURL((address) => address.search === '');
  });

  tell('writes to the site and may write again after a minute', async ({ site, size, visit }) => {
    await setSettings(site.world, { contactEmail: 'people@example.com' });
    const guest = await visit();
    await guest.open('/contact');
    await guest.arrive('Contact');
    await guest.write('Name', 'Gerda');
    await guest.write('E-mail', `gerda-${size}@example.com`);
    await guest.write('Message', 'too short');
    await guest.press('Send message');
    await guest.read(/Write at least 20 characters/);
    await guest.look('contact-refused');
    await guest.write('Message', 'How can I change the name on my page? Thank you.');
    await guest.press('Send message');
    await guest.read('Message sent');
    await guest.look('contact-sent');
    expect(await guest.page.getByRole('button', { name: 'Send message' }).isDisabled()).toBe(true);
    expect(await mailsTo(site.world, 'people@example.com', 'contact')).toHaveLength(size === 'phone' ? 1 : 2);
  });

  tell('is told with a number when a page does not exist', async ({ visit }) => {
    const guest = await visit();
    guest.provoke(404);
    await guest.open('/nobody-has-this-name');
    await guest.arrive(/./);
    await guest.look('not-found');
  });
});
