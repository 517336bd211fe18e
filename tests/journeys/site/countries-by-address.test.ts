/** A blocked country: for visitors whose headers claim another IP address, during maintenance, and behind a trusted proxy. */
import { journey } from '../../kit/browser/journey';
import { signUpOperator } from '../../kit/people/people';

const countries = new Map([
  ['127.0.0.1', 'DE'],
  ['8.8.8.8', 'US'],
]);
const geo = { countryOf: (address: string) => Promise.resolve(countries.get(address) ?? null) };

journey(
  'A blocked country',
  (story) => {
    story('shows its visitors only an error page, whatever IP address they claim, until it is unblocked', async ({ site, size, visit }) => {
      const operator = await signUpOperator(site.testHost, `oda-${size}`);
      const [operatorVisitor, visitor] = [await visit({ token: operator.token }), await visit()];
      const spoofingVisitor = await visit({ extraHTTPHeaders: { 'x-forwarded-for': '8.8.8.8', 'x-client-ip': '8.8.8.8' } });
      for (const blocked of [visitor, spoofingVisitor]) blocked.expectStatuses(451, 403, 503);

      await operatorVisitor.open('/admin/countries');
      await operatorVisitor.check('admin-countries-none');
      await operatorVisitor.press('Block country');
      await operatorVisitor.chooseEntry('Country', 'Germany');
      const dialog = operatorVisitor.page.getByRole('alertdialog');
      await operatorVisitor.press('Block', dialog);
      await operatorVisitor.waitForText('Type DE to block your own country.');
      await operatorVisitor.check('admin-countries-own');
      await operatorVisitor.fill('Type DE to confirm', 'DE');
      await operatorVisitor.press('Block', dialog);
      await operatorVisitor.page.getByRole('list', { name: 'Blocked countries' }).getByText('Germany').waitFor();
      await operatorVisitor.check('admin-countries');

      for (const blocked of [visitor, spoofingVisitor]) {
        for (const path of ['/', '/explore', '/auth/login']) {
          expect((await blocked.page.goto(path))?.status()).toBe(451);
          await blocked.waitForScreen('Not available in your country');
        }
      }
      await visitor.check('country-blocked');
      expect(await visitor.page.getByRole('link').count()).toBe(0);
      const spoofedHeaders = { 'x-forwarded-for': '8.8.8.8', 'x-client-ip': '8.8.8.8', 'x-client-proof': 'f'.repeat(64) };
      expect((await site.testHost.call('GET /performers/top', {}, { headers: spoofedHeaders })).errorBody.error).toBe('country_blocked');

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
      await operatorVisitor.waitForText('Germany unblocked');
      expect((await visitor.page.goto('/'))?.status()).toBe(200);
    });
  },
  {},
  { geo },
);

journey(
  'Behind a trusted proxy',
  (story) => {
    story('visitors are blocked by the country of their forwarded address', async ({ site, size, visit }) => {
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
