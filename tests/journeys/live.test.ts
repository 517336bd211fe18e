/** Live shows: two browsers with real pictures and sound between them, money in them, and the ways that they end. */
import { brokenLaws, fillWallet } from '../support/books';
import { eventually } from '../kit/timing/eventually';
import { journey } from '../kit/browser/journey';
import { signUpFan, signUpPerformer } from '../kit/people/people';
import { hearsTone, seesMoving } from '../kit/browser/live-video';
import { subscribed } from '../support/subscriptions';
import type { Visitor } from '../support/visitor';

jest.setTimeout(240_000);

const devices = ['camera', 'microphone'];
const stage = '[aria-label^="Live picture of"] video';
const own = 'video[aria-label="Your own picture"]';
const pictureOf = ({ username }: { username: string }): string => `video[aria-label="Picture of ${username}"]`;
const chat = (visitor: Visitor) => visitor.page.getByRole('log', { name: 'Messages of the chat' });
const goal = (visitor: Visitor) => visitor.page.getByRole('progressbar');

journey(
  'A live show',
  (tell) => {
    tell('runs with a goal: pictures, sound, chat, a tip, reloads of both, and its end', async ({ site, size, visit }) => {
      const { world } = site;
      const ada = await signUpPerformer(world, `ada-${size}`);
      const finn = await signUpFan(world, `finn-${size}`);
      await fillWallet(world, finn.id, 20_000n);
      await subscribed(world, finn, ada, { source: 'wallet' });
      const fan = await visit({ token: finn.token });
      await fan.open('/home');

      const performer = await visit({ token: ada.token });
      await performer.context.grantPermissions(devices);
      await performer.open(`/${ada.username}`);
      performer.counts(3);
      await performer.press('Create');
      await performer.press('Go live', performer.page.getByRole('dialog'));
      await performer.arrive('Studio');
      await performer.read('Connection looks good');
      await seesMoving(performer, own);
      await performer.write('Title', 'Evening songs');
      await performer.write('Tip goal', '100');
      await performer.page.getByRole('switch', { name: 'Record this show' }).check();
      await performer.look('studio-check');
      await performer.press('Start');
      await performer.page.getByText('LIVE', { exact: true }).waitFor();
      // Start stands below the form: its own picture is in sight again.
      expect(await performer.page.evaluate(() => window.scrollY)).toBe(0);
      performer.hasCome();
      await performer.look('studio-live');
      // Wherever else she looks meanwhile, a bar leads back.
      const elsewhere = await performer.beside();
      await elsewhere.open('/notifications');
      await elsewhere.page.getByRole('complementary', { name: 'Your show' }).getByRole('link', { name: 'Open studio' }).waitFor();
      await elsewhere.inspect('show-bar');
      await elsewhere.page.close();

      await fan.page.getByRole('link', { name: 'Notifications, 1 unread' }).filter({ visible: true }).first().waitFor();
      fan.counts(5);
      await fan.press('Watch');
      await fan.arrive('Evening songs');
      await seesMoving(fan, stage);
      await fan.press('Sound on');
      await hearsTone(fan, stage);
      await fan.write('Message', 'Good evening');
      await fan.page.keyboard.press('Enter');
      for (const one of [fan, performer]) await chat(one).getByText('Good evening').waitFor();
      await fan.look('watch');
      // The same page as the server draws it.
      await fan.open(`/live/${ada.username}`);
      await seesMoving(fan, stage);
      await chat(fan).getByText('Good evening').waitFor();

      await fan.press('Tip');
      await fan.press('50');
      await fan.press('Send 50 tokens');
      await fan.read('You sent 50 tokens');
      fan.hasCome();
      for (const one of [fan, performer]) {
        await chat(one).getByText(/50/).waitFor();
        await eventually(async () => expect(await goal(one).getAttribute('aria-valuenow')).toBe('50'), 1000);
      }
      await fan.press('Done');
      await performer.look('studio-tipped');

      await performer.page.goto('about:blank');
      await fan.read(`${ada.username} is reconnecting…`);
      await fan.look('watch-reconnecting');
      await performer.open('/creator/live');
      await fan.page.getByText(`${ada.username} is reconnecting…`).waitFor({ state: 'hidden' });
      await seesMoving(fan, stage);

      // The engine's process dies and is started again, as `npm start` does: nobody loads a page for it.
      await fan.press('Sound on');
      // The new one does not know the connections that are taken leave of, and while there is none the host says so.
      for (const one of [fan, performer]) one.provoke(401, 503);
      await site.engine.kill();
      await site.engine.start();
      await fan.page
        .getByText(/econnecting…/)
        .first()
        .waitFor();
      await fan.page.getByText(/econnecting…/).waitFor({ state: 'hidden', timeout: 60_000 });
      await seesMoving(fan, stage);
      await hearsTone(fan, stage);

      await performer.press('End stream');
      await performer.press('End stream', performer.page.getByRole('alertdialog'));
      await performer.read('Your show has ended');
      await performer.read('50 tokens');
      await fan.arrive('The show has ended');
      // Another screen came in the place of the show, and nobody pressed anything.
      await fan.isTaken(/\/live\//);
      await fan.look('show-ended');
      await performer.page.getByText('Your recording is ready').waitFor({ timeout: 60_000 });
      await performer.look('studio-ended');
    });

    tell('for two begins when both see each other, and each begun minute is paid', async ({ site: { world }, size, visit }) => {
      const cleo = await signUpPerformer(world, `cleo-${size}`);
      const terms = { privateEnabled: true, privateMinutePrice: 3, privateMinimumMinutes: 3 };
      expect((await world.call('PUT /streaming/update', { body: terms }, { token: cleo.token })).status).toBe(200);
      const finn = await signUpFan(world, `gina-${size}`);
      await fillWallet(world, finn.id, 2000n);
      const performer = await visit({ token: cleo.token });
      const fan = await visit({ token: finn.token });
      for (const { context } of [performer, fan]) await context.grantPermissions(devices);
      await performer.open('/home');

      await fan.open(`/${cleo.username}`);
      fan.counts(2);
      await fan.press('Private show · 3.00 a minute');
      const ask = fan.page.getByRole('dialog');
      await ask.getByText('9 tokens').waitFor();
      await fan.look('ask-private');
      await fan.press('Ask', ask);
      await fan.read(/was asked and has a minute to answer/);
      fan.hasCome();
      await fan.look('ask-waiting');
      const card = performer.page.getByRole('article', { name: `${finn.username} asks for a private show` });
      await card.waitFor();
      // It comes over whatever she looks at.
      await performer.isTaken(/\/home/);
      await performer.look('private-request');
      performer.counts(1);
      await performer.press('Accept', card);
      performer.hasCome();
      for (const one of [performer, fan]) await one.isTaken(/\/show\//);
      await Promise.all([seesMoving(fan, pictureOf(cleo)), seesMoving(performer, pictureOf(finn))]);
      await fan.read('Spent 3 tokens');
      await performer.read('Paid 3 tokens');
      await fan.isTaken(/\/show\//);
      await fan.look('private-show');
      await performer.isTaken(/\/show\//);
      await performer.look('private-show-hers');

      fan.counts(2);
      await fan.press('End show');
      await fan.press('End', fan.page.getByRole('alertdialog'));
      fan.hasCome();
      await fan.read('You pay 3 · ' + cleo.username + ' receives 2.40 · site keeps 0.60');
      await performer.read(finn.username + ' pays 3 · you receive 2.40 · site keeps 0.60');
      await performer.isTaken(/\/show\//);
      for (const one of [fan, performer]) await one.look(`private-receipt-${one === fan ? 'fan' : 'performer'}`);
      expect(await brokenLaws(world)).toEqual([]);
    });
  },
  {},
  { hasLive: true },
);
