/** A guest looks around: from the first page over the filters to somebody's page and back, and writes to the site. */
import { eq } from 'drizzle-orm';
import { performers } from '@server/db/schema/schema';
import { journey } from '../support/journey';
import { mailsTo } from '../support/outbox';
import { signUpPerformer } from '../support/people';
import { setSettings } from '../support/site-settings';

journey('A guest', (tell) => {
  tell('finds a performer by a filter in the address and comes back to the same place', async ({ site, size, visit }) => {
    const name = `ina-${size}`;
    const { id } = await signUpPerformer(site.world, name);
    const { id: other } = await signUpPerformer(site.world, `otto-${size}`);
    await site.world.ctx.db.update(performers).set({ isFreeSubscription: true }).where(eq(performers.accountId, id));
    await site.world.ctx.db.update(performers).set({ isFreeSubscription: false }).where(eq(performers.accountId, other));
    const guest = await visit();

    await guest.open('/');
    await guest.arrive('Closer to the people you admire');
    await guest.look('landing');
    await guest.press('Explore performers');
    await guest.arrive('Explore');
    await guest.page.getByRole('link', { name: `otto-${size}` }).waitFor();

    await guest.press('Free', guest.page.getByRole('group', { name: 'Quick filters' }));
    await guest.page.waitForURL(/\/explore\?.*free/);
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
