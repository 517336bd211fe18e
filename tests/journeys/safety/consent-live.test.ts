/** Consent in a live show: requested in the studio, given on another device, shown to viewers, and withdrawn during the show. */
import { journey } from '../../kit/browser/journey';
import { signUpFan, signUpPerformer } from '../../kit/people/people';
import { addSubscription } from '../../kit/content/posts';
import { expectMovingVideo } from '../../kit/browser/live-video';

const ownVideo = 'video[aria-label="Your video"]';

journey(
  'With consent for a live show,',
  (story) => {
    story('everyone named agrees before it starts, and one of them withdraws during the show', async ({ site, size, visit }) => {
      const { testHost } = site;
      const [owner, partner] = [await signUpPerformer(testHost, `ada-${size}`), await signUpPerformer(testHost, `bruno-${size}`)];
      const viewer = await signUpFan(testHost, `finn-${size}`);
      await addSubscription(testHost, viewer, owner);

      const ada = await visit({ token: owner.token });
      await ada.context.grantPermissions(['camera', 'microphone']);
      // The start is rejected until everyone has agreed.
      ada.expectStatuses(409);
      await ada.open('/creator/live');
      await expectMovingVideo(ada, ownVideo);
      await ada.page.getByLabel(/^Find a creator/).fill(partner.username);
      await ada.press(new RegExp(`^Add ${partner.username}`));
      await ada.waitForText('Not answered yet');
      await ada.fill('Title', 'Two of us');
      await ada.check('studio-people-asked');
      await ada.press('Go live');
      await ada.waitForText(/Someone in your stream hasn’t agreed to be shown/);

      const bruno = await visit({ token: partner.token });
      await bruno.open('/notifications');
      await bruno.activate(bruno.page.getByRole('link', { name: /asked for your consent to appear in a live stream/ }));
      await bruno.waitForScreen('Consent');
      await bruno.waitForText('Next live stream');
      await bruno.check('consent-live-asked');
      await bruno.press('Agree');
      await bruno.waitForText('You agreed to be shown');

      await ada.page.getByText('Agreed', { exact: true }).waitFor();
      await ada.press('Go live');
      await ada.page.getByText('LIVE', { exact: true }).waitFor();
      const fan = await visit({ token: viewer.token });
      await fan.open(`/live/${owner.username}`);
      const name = fan.page.getByRole('link', { name: partner.username });
      await name.waitFor();
      await fan.check('watch-with');

      await bruno.open('/creator/consent');
      await bruno.press('Withdraw consent');
      await bruno.press('Withdraw consent', bruno.page.getByRole('alertdialog'));
      await bruno.waitForText('You withdrew your consent');
      await ada.page.getByRole('alert').filter({ hasText: 'doesn’t agree to be shown' }).waitFor();
      await ada.check('studio-people-withdrawn');
      await name.waitFor({ state: 'detached' });
      const { data } = await testHost.call('GET /performers/:id', { params: { id: owner.id } }, { token: viewer.token });
      expect(data.stream?.status).toBe('live');
    });
  },
  {},
  { hasLive: true },
);
