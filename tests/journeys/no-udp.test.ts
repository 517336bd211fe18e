/** A viewer whose network lets no UDP through: a sentence that says so in time, and a chat that goes on. */
import { journey } from '../kit/browser/journey';
import { signUpFan, signUpPerformer } from '../kit/people/people';
import { subscribed } from '../support/subscriptions';
import { fillWallet } from '../support/books';

journey(
  'A viewer without UDP',
  (tell) => {
    tell('reads why there is no picture and what to do, and writes in the chat', async ({ site, size, visit }) => {
      const { world } = site;
      const [ada, finn] = [await signUpPerformer(world, `vera-${size}`), await signUpFan(world, `felix-${size}`)];
      await fillWallet(world, finn.id, 20_000n);
      await subscribed(world, finn, ada, { source: 'wallet' });
      const performer = await visit({ token: ada.token });
      await performer.context.grantPermissions(['camera', 'microphone']);
      await performer.open('/creator/live');
      await performer.write('Title', 'Evening songs');
      await performer.press('Start');
      await performer.page.getByText('LIVE', { exact: true }).waitFor();

      const fan = await visit({ token: finn.token });
      // As behind a firewall: the engine is let in by HTTP, and where it waits for packets nothing arrives.
      await fan.context.route(/\/streaming\/whep\//, async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        const response = await route.fetch();
        const body = (await response.text()).replaceAll(/(candidate:\S+ \d udp \d+ \S+) \d+ typ/gi, '$1 9 typ');
        return route.fulfill({ response, body });
      });
      await fan.open(`/live/${ada.username}`);
      await fan.read(/^Your network lets no live pictures through/);
      await fan.look('watch-no-udp');
      await fan.write('Message', 'I hear nothing');
      await fan.page.keyboard.press('Enter');
      await performer.page.getByRole('log', { name: 'Messages of the chat' }).getByText('I hear nothing').waitFor();
    });
  },
  {},
  { hasLive: true },
);
