/** The operator closes the site to a country and opens it again; whoever is there finds a closed door, whatever address she claims. */
import { request } from 'node:http';
import { journey } from '../kit/browser/journey';
import { signUpOperator } from '../kit/people/people';
import type { Site } from '../kit/browser/site';

/** Of the addresses of this machine one is in another country. */
const abroad = '127.0.0.2';
const countryOf = (address: string) => Promise.resolve(address === abroad ? 'FR' : 'DE');

/** What somebody gets who visits from one of these addresses. */
const visitFrom = (localAddress: string, url: string, headers: Record<string, string> = {}): Promise<[status: number, text: string]> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { localAddress, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => (text += part));
      answer.on('end', () => resolve([answer.statusCode ?? 0, text]));
    });
    asked.on('error', reject);
    asked.end();
  });

const routes = ['/', '/explore', '/auth/login', '/contact'];
const statuses = ({ url }: Site, from: string, headers?: Record<string, string>) =>
  Promise.all(routes.map(async (path) => (await visitFrom(from, url + path, headers))[0]));
const everywhere = (status: number): number[] => routes.map(() => status);

journey(
  'Closed countries',
  (tell) => {
    tell('close every page and the API to whoever is there and to nobody else, in three taps', async ({ site, size, visit }) => {
      const operator = await signUpOperator(site.world, `olga-${size}`);
      const [team, guest] = [await visit({ token: operator.token }), await visit()];
      guest.provoke(451, 403);
      await team.open('/admin/countries');
      await team.look('admin-countries-none');

      team.counts(2);
      await team.press('Block country');
      await team.choose('Country', 'France');
      const dialog = team.page.getByRole('alertdialog');
      await team.look('admin-countries-asking');
      await team.press('Block', dialog);
      await team.page.getByRole('button', { name: 'Unblock France' }).waitFor();
      team.hasCome();
      expect(await statuses(site, abroad)).toEqual(everywhere(451));
      expect(await statuses(site, '127.0.0.1')).toEqual(everywhere(200));
      // Nobody comes or stays by claiming another address.
      expect(await statuses(site, '127.0.0.1', { 'x-forwarded-for': abroad, 'x-client-ip': abroad })).toEqual(everywhere(200));
      expect(await statuses(site, abroad, { 'x-forwarded-for': '127.0.0.1', 'x-client-ip': '127.0.0.1' })).toEqual(everywhere(451));
      const [status, text] = await visitFrom(abroad, `${site.world.url}/performers/top`);
      expect([status, (JSON.parse(text) as { error: string }).error]).toEqual([403, 'country_blocked']);

      await team.press('Block country');
      await team.choose('Country', 'Germany');
      await team.read('This is your own country');
      await team.press('Block', dialog);
      await team.read('Type DE to confirm that you want to block your own country.');
      await team.write('Type DE to confirm', 'de');
      await team.look('admin-countries-own');
      await team.press('Block', dialog);
      await team.page.getByRole('button', { name: 'Unblock Germany' }).waitFor();
      expect((await guest.page.goto('/explore'))?.status()).toBe(451);
      await guest.look('country-blocked');

      await team.open('/admin/countries');
      await team.page
        .getByText(/visits? refused in 30 days/)
        .first()
        .waitFor();
      await team.look('admin-countries');
      await team.press('Unblock Germany');
      team.counts(1);
      await team.press('Unblock France');
      await team.read('Open to the whole world');
      expect((await guest.page.goto('/explore'))?.status()).toBe(200);
      expect(await statuses(site, abroad)).toEqual(everywhere(200));
    });
  },
  {},
  { geo: { countryOf } },
);
