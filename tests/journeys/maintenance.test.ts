/** The operator closes the site for work and opens it again; meanwhile only operators get in, whatever address is claimed. */
import { journey } from '../kit/browser/journey';
import { signUpFan, signUpOperator } from '../kit/people/people';

journey('Maintenance', (tell) => {
  tell('closes the site to guests and fans from the next page on, and operators switch it off', async ({ site, size, visit }) => {
    const operator = await signUpOperator(site.world, `olga-${size}`);
    const fan = await signUpFan(site.world, `felix-${size}`);
    const [team, guest, member, late] = [
      await visit({ token: operator.token }),
      await visit(),
      await visit({ token: fan.token }),
      await visit(),
    ];
    for (const visitor of [guest, member]) visitor.provoke(503);
    late.provoke(503, 422);
    await guest.open('/');
    await member.open('/home');

    await team.open('/admin/settings/maintenance');
    await team.look('admin-maintenance');
    await team.write('Message to visitors', 'We are painting the stage.');
    team.counts(2);
    await team.press('Switch maintenance on');
    const dialog = team.page.getByRole('alertdialog');
    await dialog.getByText('We are painting the stage.').waitFor();
    await team.look('admin-maintenance-asking');
    await team.press('Switch on', dialog);
    await team.read('Maintenance is on');
    team.hasCome();
    await team.look('admin-maintenance-on');

    await guest.press('Explore performers');
    await guest.arrive('Footlight will be back soon');
    await guest.read('We are painting the stage.');
    const page = await guest.page.goto('/explore');
    expect([page?.status(), Number(page?.headers()['retry-after']) > 0]).toEqual([503, true]);
    await guest.look('maintenance');
    await member.page.goto('/user/account');
    await member.arrive('Footlight will be back soon');
    const refused = await site.world.call('GET /performers/top', {}, { token: fan.token });
    expect([refused.status, refused.refusal.error, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, 'maintenance', true]);

    await late.page.goto('/auth/login');
    await late.page.getByText('Team sign-in').click();
    await late.look('maintenance-team');
    await late.write('Username or e-mail', `felix-${size}`);
    await late.write('Password', 'correct horse battery');
    await late.press('Log in');
    await late.page
      .getByRole('alert')
      .or(late.page.getByText(/back soon|being worked on/))
      .first()
      .waitFor();
    await late.write('Username or e-mail', `olga-${size}`);
    await late.write('Password', 'correct horse battery');
    await late.press('Log in');
    await late.page.waitForURL('**/home');
    await late.read('Maintenance is on');
    await late.look('home-in-maintenance');
    late.counts(1);
    await late.press('Switch off');
    await late.page.getByText('Maintenance is on').waitFor({ state: 'detached' });
    expect((await guest.page.goto('/explore'))?.status()).toBe(200);
    await guest.arrive('Explore');
  });
});

const countries = new Map([
  ['127.0.0.1', 'DE'],
  ['8.8.8.8', 'US'],
]);
const here = { countryOf: (address: string) => Promise.resolve(countries.get(address) ?? null) };

journey(
  'A country that is blocked',
  (tell) => {
    tell(
      'sees one sentence and nothing else, whatever address its visitors claim, until it is open again',
      async ({ site, size, visit }) => {
        const operator = await signUpOperator(site.world, `oda-${size}`);
        const [team, visitor] = [await visit({ token: operator.token }), await visit()];
        const liar = await visit({ extraHTTPHeaders: { 'x-forwarded-for': '8.8.8.8', 'x-client-ip': '8.8.8.8' } });
        for (const outsider of [visitor, liar]) outsider.provoke(451, 403, 503);

        await team.open('/admin/countries');
        await team.look('admin-countries-none');
        await team.press('Block country');
        await team.choose('Country', 'Germany');
        const dialog = team.page.getByRole('alertdialog');
        await team.press('Block', dialog);
        await team.read('Type DE to confirm that you want to block your own country.');
        await team.look('admin-countries-own');
        await team.write('Type DE to confirm', 'DE');
        await team.press('Block', dialog);
        await team.page.getByRole('list', { name: 'Blocked countries' }).getByText('Germany').waitFor();
        await team.look('admin-countries');

        for (const outsider of [visitor, liar]) {
          for (const path of ['/', '/explore', '/auth/login']) {
            expect((await outsider.page.goto(path))?.status()).toBe(451);
            await outsider.arrive('Not available in your country');
          }
        }
        await visitor.look('country-blocked');
        expect(await visitor.page.getByRole('link').count()).toBe(0);
        const forged = { 'x-forwarded-for': '8.8.8.8', 'x-client-ip': '8.8.8.8', 'x-client-proof': 'f'.repeat(64) };
        expect((await site.world.call('GET /performers/top', {}, { headers: forged })).refusal.error).toBe('country_blocked');

        await site.world.call(
          'PUT /admin/settings/:key',
          { params: { key: 'maintenanceMode' }, body: { value: true } },
          { token: operator.token },
        );
        expect((await visitor.page.goto('/'))?.status()).toBe(503);
        await visitor.arrive('Footlight will be back soon');
        await site.world.call(
          'PUT /admin/settings/:key',
          { params: { key: 'maintenanceMode' }, body: { value: false } },
          { token: operator.token },
        );

        await team.press('Unblock Germany');
        await team.read('Germany is open again');
        expect((await visitor.page.goto('/'))?.status()).toBe(200);
      },
    );
  },
  {},
  { geo: here },
);

journey(
  'Behind a proxy of the operator',
  (tell) => {
    tell('the visitor from the blocked country is kept out and the one from elsewhere is not', async ({ site, size, visit }) => {
      const operator = await signUpOperator(site.world, `ole-${size}`);
      await site.world.call('PUT /admin/blocked-countries', { body: { countryCodes: ['US'] } }, { token: operator.token });
      const [inside, outside] = [
        await visit({ extraHTTPHeaders: { 'x-forwarded-for': '193.99.144.80' } }),
        await visit({ extraHTTPHeaders: { 'x-forwarded-for': '8.8.8.8' } }),
      ];
      outside.provoke(451, 403);
      expect((await inside.page.goto('/explore'))?.status()).toBe(200);
      await inside.arrive('Explore');
      expect((await outside.page.goto('/explore'))?.status()).toBe(451);
      await outside.read(/United States/);
    });
  },
  { TRUSTED_PROXIES: 'loopback' },
);
