/** An operator blocks and unblocks a country; its visitors have no access, whatever IP address their headers claim. */
import { request } from 'node:http';
import { journey } from '../../kit/browser/journey';
import { signUpOperator } from '../../kit/people/people';
import type { Site } from '../../kit/browser/site';

/** Requests from this loopback address count as coming from another country. */
const foreignAddress = '127.0.0.2';
const countryOf = (address: string) => Promise.resolve(address === foreignAddress ? 'FR' : 'DE');

/** Requests `url` from a loopback address; returns the status and the body. */
const fetchFrom = (localAddress: string, url: string, headers: Record<string, string> = {}): Promise<[status: number, body: string]> =>
  new Promise((resolve, reject) => {
    const clientRequest = request(url, { localAddress, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('end', () => resolve([response.statusCode ?? 0, text]));
    });
    clientRequest.on('error', reject);
    clientRequest.end();
  });

const routes = ['/', '/explore', '/auth/login', '/contact'];
const statuses = ({ url }: Site, sourceAddress: string, headers?: Record<string, string>) =>
  Promise.all(routes.map(async (path) => (await fetchFrom(sourceAddress, url + path, headers))[0]));
const allRoutes = (status: number): number[] => routes.map(() => status);

journey(
  'Blocking and unblocking a country',
  (story) => {
    story('takes three taps, and affects its visitors on every page and in the API, and no one else', async ({ site, size, visit }) => {
      const operator = await signUpOperator(site.testHost, `olga-${size}`);
      const [operatorVisitor, guest] = [await visit({ token: operator.token }), await visit()];
      guest.expectStatuses(451, 403);
      await operatorVisitor.open('/admin/countries');
      await operatorVisitor.check('admin-countries-none');

      operatorVisitor.limitActivations(2);
      await operatorVisitor.press('Block country');
      await operatorVisitor.chooseEntry('Country', 'France');
      const dialog = operatorVisitor.page.getByRole('alertdialog');
      await operatorVisitor.check('admin-countries-asking');
      await operatorVisitor.press('Block', dialog);
      await operatorVisitor.page.getByRole('button', { name: 'Unblock France' }).waitFor();
      operatorVisitor.stopCounting();
      expect(await statuses(site, foreignAddress)).toEqual(allRoutes(451));
      expect(await statuses(site, '127.0.0.1')).toEqual(allRoutes(200));
      // Forwarding headers of visitors change nothing: no proxy is trusted.
      expect(await statuses(site, '127.0.0.1', { 'x-forwarded-for': foreignAddress, 'x-client-ip': foreignAddress })).toEqual(
        allRoutes(200),
      );
      expect(await statuses(site, foreignAddress, { 'x-forwarded-for': '127.0.0.1', 'x-client-ip': '127.0.0.1' })).toEqual(allRoutes(451));
      const [status, text] = await fetchFrom(foreignAddress, `${site.testHost.url}/performers/top`);
      expect([status, (JSON.parse(text) as { error: string }).error]).toEqual([403, 'country_blocked']);

      await operatorVisitor.press('Block country');
      await operatorVisitor.chooseEntry('Country', 'Germany');
      await operatorVisitor.waitForText('This is your own country');
      await operatorVisitor.press('Block', dialog);
      await operatorVisitor.waitForText('Type DE to block your own country.');
      await operatorVisitor.fill('Type DE to confirm', 'de');
      await operatorVisitor.check('admin-countries-own');
      await operatorVisitor.press('Block', dialog);
      await operatorVisitor.page.getByRole('button', { name: 'Unblock Germany' }).waitFor();
      expect((await guest.page.goto('/explore'))?.status()).toBe(451);
      await guest.check('country-blocked');

      // In a new browser the offline page is not cached yet, and it is fetched without an account: it is blocked too.
      const newBrowser = await visit({ token: operator.token });
      newBrowser.expectStatuses(451);
      await newBrowser.open('/admin/countries');
      await newBrowser.page.getByRole('button', { name: 'Unblock Germany' }).waitFor();

      operatorVisitor.expectStatuses(451);
      await operatorVisitor.open('/admin/countries');
      await operatorVisitor.page
        .getByText(/visits? blocked in the last 30 days/)
        .first()
        .waitFor();
      await operatorVisitor.check('admin-countries');
      await operatorVisitor.press('Unblock Germany');
      // Until its row is gone, the row below may move up under a finger.
      await operatorVisitor.page.getByRole('button', { name: 'Unblock Germany' }).waitFor({ state: 'detached' });
      operatorVisitor.limitActivations(1);
      await operatorVisitor.press('Unblock France');
      await operatorVisitor.waitForText('Available worldwide');
      expect((await guest.page.goto('/explore'))?.status()).toBe(200);
      expect(await statuses(site, foreignAddress)).toEqual(allRoutes(200));
    });
  },
  {},
  { geo: { countryOf } },
);
