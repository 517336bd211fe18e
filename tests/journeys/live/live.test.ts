/** A live show: two browsers with real video and sound between them, a tip, lost connections, and the end of the show. */
import { fillWallet } from '../../kit/money/ledger';
import { eventually } from '../../kit/timing/eventually';
import { journey } from '../../kit/browser/journey';
import { signUpFan, signUpPerformer } from '../../kit/people/people';
import { devices, expectTone, expectMovingVideo, stageVideo } from '../../kit/browser/live-video';
import { subscribeOrFail } from '../../kit/money/subscriptions';
import type { Visitor } from '../../kit/browser/visitor';

const ownVideo = 'video[aria-label="Your video"]';
const chat = (visitor: Visitor) => visitor.page.getByRole('log', { name: 'Chat history' });
const goal = (visitor: Visitor) => visitor.page.getByRole('progressbar');

journey(
  'A live show',
  (story) => {
    story('runs with a goal: video, sound, chat, a tip, reloads of both pages, and its end', async ({ site, size, visit }) => {
      const { testHost } = site;
      const ada = await signUpPerformer(testHost, `ada-${size}`);
      const finn = await signUpFan(testHost, `finn-${size}`);
      await fillWallet(testHost, finn.id, 20_000n);
      await subscribeOrFail(testHost, finn, ada, { source: 'wallet' });
      const fan = await visit({ token: finn.token });
      await fan.open('/home');

      const performer = await visit({ token: ada.token });
      await performer.context.grantPermissions(devices);
      await performer.open(`/${ada.username}`);
      performer.limitActivations(3);
      await performer.press('Create');
      await performer.press('Go live', performer.page.getByRole('dialog'));
      await performer.waitForScreen('Studio');
      await performer.waitForText('Your connection works');
      await performer.waitForText(/^We received a test video at \d+ kbit\/s/);
      await expectMovingVideo(performer, ownVideo);
      await performer.fill('Title', 'Evening songs');
      await performer.fill('Tip goal', '100');
      await performer.page.getByRole('switch', { name: 'Record this stream' }).check();
      await performer.check('studio-check');
      fan.limitActivations(5);
      // At the same time: the toast with the link closes after ten seconds, which the performer's page may take to say LIVE.
      await Promise.all([fan.press('Watch'), performer.press('Go live')]);
      await performer.page.getByText('LIVE', { exact: true }).waitFor();
      await fan.waitForScreen('Evening songs');
      // The Start button is below the form: after the press the page scrolls back to the preview.
      expect(await performer.page.evaluate(() => window.scrollY)).toBe(0);
      performer.stopCounting();
      await performer.check('studio-live');
      // On all other pages, a bar links back to the studio.
      const otherTab = await performer.openTab();
      await otherTab.open('/notifications');
      await otherTab.page.getByRole('complementary', { name: 'Your stream' }).getByRole('link', { name: 'Open studio' }).waitFor();
      await otherTab.inspect('show-bar');
      await otherTab.page.close();
      await expectMovingVideo(fan, stageVideo);
      await fan.press('Turn sound on');
      await expectTone(fan, stageVideo);
      await fan.fill('Message', 'Good evening');
      await fan.page.keyboard.press('Enter');
      for (const person of [fan, performer]) await chat(person).getByText('Good evening').waitFor();
      await fan.check('watch');
      // The same page, rendered by the server.
      await fan.open(`/live/${ada.username}`);
      await expectMovingVideo(fan, stageVideo);
      await chat(fan).getByText('Good evening').waitFor();

      await fan.press('Tip');
      await fan.press('50');
      await fan.press('Send 50 tokens');
      await fan.waitForText('You sent 50 tokens');
      fan.stopCounting();
      for (const person of [fan, performer]) {
        await chat(person).getByText(/50/).waitFor();
        await eventually(async () => expect(await goal(person).getAttribute('aria-valuenow')).toBe('50'));
      }
      await fan.press('Done');
      await performer.check('studio-tipped');

      await performer.page.goto('about:blank');
      await fan.waitForText(`${ada.username} is reconnecting…`);
      await fan.check('watch-reconnecting');
      await performer.open('/creator/live');
      await fan.page.getByText(`${ada.username} is reconnecting…`).waitFor({ state: 'hidden' });
      await expectMovingVideo(fan, stageVideo);

      // The engine's process crashes and is restarted, as `npm start` does: no one reloads a page.
      await fan.press('Turn sound on');
      // The new engine rejects the old connections with 401, and while it is down the API server responds 503.
      for (const person of [fan, performer]) person.expectStatuses(401, 503);
      await site.engine.kill();
      await site.engine.start();
      await fan.page
        .getByText(/econnecting…/)
        .first()
        .waitFor();
      await fan.page.getByText(/econnecting…/).waitFor({ state: 'hidden' });
      await expectMovingVideo(fan, stageVideo);
      await expectTone(fan, stageVideo);

      await performer.press('End stream');
      await performer.press('End stream', performer.page.getByRole('alertdialog'));
      await performer.waitForText('Your stream has ended');
      await performer.waitForText('50 tokens');
      await fan.waitForScreen('The stream has ended');
      // The screen changed because the show ended, not because of a press.
      await fan.waitForNavigation(/\/live\//);
      await fan.check('show-ended');
      await performer.page.getByText('Your recording is ready').waitFor();
      await performer.check('studio-ended');
    });
  },
  {},
  { hasLive: true },
);
