/** A network that blocks UDP: creators see it before a show, viewers are told why there is no video, and the chat works. */
import type { BrowserContext } from 'playwright-core';
import { journey } from '../../kit/browser/journey';
import { signUpFan, signUpPerformer } from '../../kit/people/people';
import { subscribeOrFail } from '../../kit/money/subscriptions';
import { fillWallet } from '../../kit/money/ledger';

declare global {
  interface Window {
    isUdpAllowed?: boolean;
  }
}

/**
 * Simulates a firewall for pages opened from now on: offers and answers arrive, but the media server's UDP candidates point to a closed
 * port until the page's `isUdpAllowed` is set.
 */
const blockUdp = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    window.RTCPeerConnection = class extends RTCPeerConnection {
      override setRemoteDescription(description: RTCSessionDescriptionInit): Promise<void> {
        const { type, sdp = '' } = description;
        const closed = sdp.replaceAll(/(candidate:\S+ \d udp \d+ \S+) \d+ typ/gi, '$1 9 typ');
        return super.setRemoteDescription(window.isUdpAllowed ? description : { type, sdp: closed });
      }
    };
  });

journey(
  'Without UDP',
  (story) => {
    story('the studio tells a creator that UDP is blocked, and the next test passes once it is not', async ({ site, size, visit }) => {
      const { token } = await signUpPerformer(site.testHost, `nora-${size}`);
      const performer = await visit({ token });
      await performer.context.grantPermissions(['camera', 'microphone']);
      await blockUdp(performer.context);
      await performer.open('/creator/live');
      await performer.waitForText('Your network blocks UDP');
      await performer.check('studio-no-udp');
      await performer.page.evaluate(() => {
        window.isUdpAllowed = true;
      });
      await performer.press('Test again');
      await performer.waitForText('Your connection works');
    });

    story('a viewer sees why there is no video and what to do, and can use the chat', async ({ site, size, visit }) => {
      const { testHost } = site;
      const [vera, felix] = [await signUpPerformer(testHost, `vera-${size}`), await signUpFan(testHost, `felix-${size}`)];
      await fillWallet(testHost, felix.id, 20_000n);
      await subscribeOrFail(testHost, felix, vera, { source: 'wallet' });
      const performer = await visit({ token: vera.token });
      await performer.context.grantPermissions(['camera', 'microphone']);
      await performer.open('/creator/live');
      await performer.fill('Title', 'Evening songs');
      await performer.press('Go live');
      await performer.page.getByText('LIVE', { exact: true }).waitFor();

      const fan = await visit({ token: felix.token });
      await blockUdp(fan.context);
      await fan.open(`/live/${vera.username}`);
      await fan.waitForText(/^Your network blocks live video/);
      await fan.check('watch-no-udp');
      await fan.fill('Message', 'I hear nothing');
      await fan.page.keyboard.press('Enter');
      await performer.page.getByRole('log', { name: 'Chat history' }).getByText('I hear nothing').waitFor();
    });
  },
  {},
  { hasLive: true },
);
