/**
 * An operator closes the site for maintenance and opens it again; in between only operators have access, whatever address is
 * claimed.
 */
import { journey } from '../../kit/browser/journey';
import { signUpFan, signUpOperator } from '../../kit/people/people';

journey('Maintenance', (story) => {
  story('closes the site to guests and fans from their next page on, and operators turn it off', async ({ site, size, visit }) => {
    const operator = await signUpOperator(site.testHost, `olga-${size}`);
    const fan = await signUpFan(site.testHost, `felix-${size}`);
    const [operatorVisitor, guest, fanVisitor, signedOutVisitor] = [
      await visit({ token: operator.token }),
      await visit(),
      await visit({ token: fan.token }),
      await visit(),
    ];
    for (const visitor of [guest, fanVisitor]) visitor.expectStatuses(503);
    signedOutVisitor.expectStatuses(503, 422);
    await guest.open('/');
    await fanVisitor.open('/home');

    await operatorVisitor.open('/admin/settings/maintenance');
    await operatorVisitor.check('admin-maintenance');
    await operatorVisitor.fill('Message to visitors', 'We are painting the stage.');
    operatorVisitor.limitActivations(2);
    await operatorVisitor.press('Switch maintenance on');
    const dialog = operatorVisitor.page.getByRole('alertdialog');
    await dialog.getByText('We are painting the stage.').waitFor();
    await operatorVisitor.check('admin-maintenance-asking');
    await operatorVisitor.press('Switch on', dialog);
    await operatorVisitor.waitForText('Maintenance is on');
    operatorVisitor.stopCounting();
    await operatorVisitor.check('admin-maintenance-on');

    await guest.press('Explore performers');
    await guest.waitForScreen('Footlight will be back soon');
    await guest.waitForText('We are painting the stage.');
    const page = await guest.page.goto('/explore');
    expect([page?.status(), Number(page?.headers()['retry-after']) > 0]).toEqual([503, true]);
    await guest.check('maintenance');
    await fanVisitor.page.goto('/user/account');
    await fanVisitor.waitForScreen('Footlight will be back soon');
    const rejected = await site.testHost.call('GET /performers/top', {}, { token: fan.token });
    expect([rejected.status, rejected.refusal.error, Number(rejected.headers.get('retry-after')) > 0]).toEqual([503, 'maintenance', true]);

    await signedOutVisitor.page.goto('/auth/login');
    await signedOutVisitor.page.getByText('Team sign-in').click();
    await signedOutVisitor.check('maintenance-team');
    await signedOutVisitor.fill('Username or e-mail', `felix-${size}`);
    await signedOutVisitor.fill('Password', 'correct horse battery');
    await signedOutVisitor.press('Log in');
    await signedOutVisitor.page
      .getByRole('alert')
      .or(signedOutVisitor.page.getByText(/back soon|being worked on/))
      .first()
      .waitFor();
    await signedOutVisitor.fill('Username or e-mail', `olga-${size}`);
    await signedOutVisitor.fill('Password', 'correct horse battery');
    await signedOutVisitor.press('Log in');
    await signedOutVisitor.page.waitForURL('**/home');
    await signedOutVisitor.waitForText('Maintenance is on');
    await signedOutVisitor.check('home-in-maintenance');
    signedOutVisitor.limitActivations(1);
    await signedOutVisitor.press('Switch off');
    await signedOutVisitor.page.getByText('Maintenance is on').waitFor({ state: 'detached' });
    expect((await guest.page.goto('/explore'))?.status()).toBe(200);
    await guest.waitForScreen('Explore');
  });
});

const countries = new Map([
  ['127.0.0.1', 'DE'],
  ['8.8.8.8', 'US'],
]);
const geo = { countryOf: (address: string) => Promise.resolve(countries.get(address) ?? null) };

journey(
  'A country that is blocked',
  (story) => {
    story('gets an error page only, whatever address its visitors claim, until it is unblocked', async ({ site, size, visit }) => {
      const operator = await signUpOperator(site.testHost, `oda-${size}`);
      const [operatorVisitor, visitor] = [await visit({ token: operator.token }), await visit()];
      const forgingVisitor = await visit({ extraHTTPHeaders: { 'x-forwarded-for': '8.8.8.8', 'x-client-ip': '8.8.8.8' } });
      for (const blocked of [visitor, forgingVisitor]) blocked.expectStatuses(451, 403, 503);

      await operatorVisitor.open('/admin/countries');
      await operatorVisitor.check('admin-countries-none');
      await operatorVisitor.press('Block country');
      await operatorVisitor.chooseEntry('Country', 'Germany');
      const dialog = operatorVisitor.page.getByRole('alertdialog');
      await operatorVisitor.press('Block', dialog);
      await operatorVisitor.waitForText('Type DE to confirm that you want to block your own country.');
      await operatorVisitor.check('admin-countries-own');
      await operatorVisitor.fill('Type DE to confirm', 'DE');
      await operatorVisitor.press('Block', dialog);
      await operatorVisitor.page.getByRole('list', { name: 'Blocked countries' }).getByText('Germany').waitFor();
      await operatorVisitor.check('admin-countries');

      for (const blocked of [visitor, forgingVisitor]) {
        for (const path of ['/', '/explore', '/auth/login']) {
          expect((await blocked.page.goto(path))?.status()).toBe(451);
          await blocked.waitForScreen('Not available in your country');
        }
      }
      await visitor.check('country-blocked');
      expect(await visitor.page.getByRole('link').count()).toBe(0);
      const forged = { 'x-forwarded-for': '8.8.8.8', 'x-client-ip': '8.8.8.8', 'x-client-proof': 'f'.repeat(64) };
      expect((await site.testHost.call('GET /performers/top', {}, { headers: forged })).refusal.error).toBe('country_blocked');

      await site.testHost.call(
        'PUT /admin/settings/:key',
        { params: { key: 'maintenanceMode' }, body: { value: true } },
        { token: operator.token },
      );
      expect((await visitor.page.goto('/'))?.status()).toBe(503);
      await visitor.waitForScreen('Footlight will be back soon');
      await site.testHost.call(
        'PUT /admin/settings/:key',
        { params: { key: 'maintenanceMode' }, body: { value: false } },
        { token: operator.token },
      );

      await operatorVisitor.press('Unblock Germany');
      await operatorVisitor.waitForText('Germany is open again');
      expect((await visitor.page.goto('/'))?.status()).toBe(200);
    });
  },
  {},
  { geo: geo },
);

journey(
  'Behind a proxy of the operator',
  (story) => {
    story('visitors from the blocked country are locked out, and others are not', async ({ site, size, visit }) => {
      const operator = await signUpOperator(site.testHost, `ole-${size}`);
      await site.testHost.call('PUT /admin/blocked-countries', { body: { countryCodes: ['US'] } }, { token: operator.token });
      const [allowedVisitor, blockedVisitor] = [
        await visit({ extraHTTPHeaders: { 'x-forwarded-for': '193.99.144.80' } }),
        await visit({ extraHTTPHeaders: { 'x-forwarded-for': '8.8.8.8' } }),
      ];
      blockedVisitor.expectStatuses(451, 403);
      expect((await allowedVisitor.page.goto('/explore'))?.status()).toBe(200);
      await allowedVisitor.waitForScreen('Explore');
      expect((await blockedVisitor.page.goto('/explore'))?.status()).toBe(451);
      await blockedVisitor.waitForText(/United States/);
    });
  },
  { TRUSTED_PROXIES: 'loopback' },
);
