/** A show for followers and a private show for two, with real video in two browsers. */
import { journey } from '../../kit/browser/journey';
import { devices, expectMovingVideo, stageVideo } from '../../kit/browser/live-video';
import { fillWallet, violatedInvariants } from '../../kit/money/ledger';
import { signUpFan, signUpPerformer } from '../../kit/people/people';

const videoOf = ({ username }: { username: string }): string => `video[aria-label="Video of ${username}"]`;

journey(
  'A live show',
  (story) => {
    story(
      'for followers opens to a fan who follows on its page, and tells guests how to get access',
      async ({ site: { testHost }, size, visit }) => {
        const bea = await signUpPerformer(testHost, `bea-${size}`);
        const hugo = await signUpFan(testHost, `hugo-${size}`);
        const performer = await visit({ token: bea.token });
        await performer.context.grantPermissions(devices);
        await performer.open('/creator/live');
        await performer.waitForText('Your connection works');
        await performer.fill('Title', 'Songs for my circle');
        await performer.page.getByRole('radio', { name: /^Followers/ }).check();
        await performer.check('studio-for-followers');
        await performer.press('Go live');
        await performer.page.getByText('LIVE', { exact: true }).waitFor();

        const guest = await visit();
        await guest.open(`/live/${bea.username}`);
        await guest.waitForText(`This stream is for followers of ${bea.username}. Following is free.`);
        await guest.check('show-as-guest');

        const fan = await visit({ token: hugo.token });
        await fan.open(`/live/${bea.username}`);
        await fan.check('show-for-followers');
        fan.limitActivations(1);
        await fan.press('Follow to watch');
        fan.stopCounting();
        await expectMovingVideo(fan, stageVideo);

        await performer.press('End stream');
        await performer.press('End stream', performer.page.getByRole('alertdialog'));
        await performer.waitForText('Your stream has ended');
        await fan.waitForScreen('The stream has ended');
      },
    );

    story('for two begins when both see each other, and each started minute is paid', async ({ site: { testHost }, size, visit }) => {
      const cleo = await signUpPerformer(testHost, `cleo-${size}`);
      const settings = { privateEnabled: true, privateMinutePrice: 3, privateMinimumMinutes: 3 };
      expect((await testHost.call('PUT /streaming/update', { body: settings }, { token: cleo.token })).status).toBe(200);
      const gina = await signUpFan(testHost, `gina-${size}`);
      await fillWallet(testHost, gina.id, 2000n);
      const performer = await visit({ token: cleo.token });
      const fan = await visit({ token: gina.token });
      for (const { context } of [performer, fan]) await context.grantPermissions(devices);
      await performer.open('/home');

      await fan.open(`/${cleo.username}`);
      fan.limitActivations(2);
      await fan.press('Private show · 3.00 tokens/min');
      const requestDialog = fan.page.getByRole('dialog');
      await requestDialog.getByText('9 tokens').waitFor();
      await fan.check('ask-private');
      await fan.press('Send request', requestDialog);
      await fan.waitForText(/has one minute to answer/);
      fan.stopCounting();
      await fan.check('ask-waiting');
      const card = performer.page.getByRole('article', { name: `${gina.username} requested a private show` });
      await card.waitFor();
      // The request dialog opens on any page.
      await performer.waitForNavigation(/\/home/);
      await performer.check('private-request');
      performer.limitActivations(1);
      await performer.press('Accept', card);
      performer.stopCounting();
      for (const person of [performer, fan]) await person.waitForNavigation(/\/show\//);
      await Promise.all([expectMovingVideo(fan, videoOf(cleo)), expectMovingVideo(performer, videoOf(gina))]);
      await fan.waitForText('Spent 3 tokens');
      await performer.waitForText('Paid 3 tokens');
      await fan.waitForNavigation(/\/show\//);
      await fan.check('private-show');
      await performer.waitForNavigation(/\/show\//);
      await performer.check('private-show-performer');

      fan.limitActivations(2);
      await fan.press('End private show');
      await fan.press('End private show', fan.page.getByRole('alertdialog'));
      fan.stopCounting();
      await fan.waitForText('You pay 3 · ' + cleo.username + ' receives 2.40 · site keeps 0.60');
      await performer.waitForText(gina.username + ' pays 3 · you receive 2.40 · site keeps 0.60');
      await performer.waitForNavigation(/\/show\//);
      for (const person of [fan, performer]) await person.check(`private-receipt-${person === fan ? 'fan' : 'performer'}`);
      expect(await violatedInvariants(testHost)).toEqual([]);
    });
  },
  {},
  { hasLive: true },
);
