/** Live shows: two browsers with real pictures and sound between them, money in them, and the ways that they end. */
import { fillWallet } from '../support/books';
import { eventually } from '../support/eventually';
import { journey } from '../support/journey';
import { signUpFan, signUpPerformer } from '../support/people';
import { hearsTone, seesMoving } from '../support/seen';
import { subscribed } from '../support/subscriptions';
import type { Visitor } from '../support/visitor';

jest.setTimeout(240_000);

const devices = ['camera', 'microphone'];
const stage = '[aria-label^="Live picture of"]';
const chat = (visitor: Visitor) => visitor.page.getByRole('log', { name: 'Messages of the chat' });
const goal = (visitor: Visitor) => visitor.page.getByRole('progressbar');

journey(
  'A live show',
  (tell) => {
    tell('runs with a goal: pictures, sound, chat, a tip, a reload of hers, and its end', async ({ site: { world }, size, visit }) => {
      const ada = await signUpPerformer(world, `ada-${size}`);
      const finn = await signUpFan(world, `finn-${size}`);
      await fillWallet(world, finn.id, 20_000n);
      await subscribed(world, finn, ada, { source: 'wallet' });
      const fan = await visit({ token: finn.token });
      await fan.open('/home');

      const performer = await visit({ token: ada.token });
      await performer.context.grantPermissions(devices);
      await performer.open(`/${ada.username}`);
      await performer.press('Create');
      await performer.press('Go live', performer.page.getByRole('dialog'));
      await performer.arrive('Studio');
      await performer.read('Connection looks good');
      await seesMoving(performer, '[aria-label="Camera, microphone and connection"]');
      await performer.write('Title', 'Evening songs');
      await performer.write('Tip goal', '100');
      await performer.page.getByRole('switch', { name: 'Record this show' }).check();
      await performer.look('studio-check');
      await performer.press('Start');
      await performer.page.getByText('LIVE', { exact: true }).waitFor();
      await performer.look('studio-live');

      await fan.page.getByRole('link', { name: 'Notifications, 1 unread' }).filter({ visible: true }).first().waitFor();
      await fan.open('/notifications');
      await fan.page
        .getByRole('link', { name: new RegExp(`${ada.username}.*live`) })
        .first()
        .click();
      await fan.arrive('Evening songs');
      await seesMoving(fan, stage);
      await fan.press('Sound on');
      await hearsTone(fan, stage);
      await fan.write('Message', 'Good evening');
      await fan.page.keyboard.press('Enter');
      for (const one of [fan, performer]) await chat(one).getByText('Good evening').waitFor();
      await fan.look('watch');

      await fan.press('Tip');
      await fan.press('50');
      await fan.press('Send 50 tokens');
      for (const one of [fan, performer]) {
        await chat(one).getByText(/50/).waitFor();
        await eventually(async () => expect(await goal(one).getAttribute('aria-valuenow')).toBe('50'), 1000);
      }
      await performer.look('studio-tipped');

      await performer.page.goto('about:blank');
      await fan.read(`${ada.username} is reconnecting…`);
      await fan.look('watch-reconnecting');
      await performer.open('/creator/live');
      await fan.page.getByText(`${ada.username} is reconnecting…`).waitFor({ state: 'hidden' });
      await seesMoving(fan, stage);

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
  },
  {},
  { hasLive: true },
);
