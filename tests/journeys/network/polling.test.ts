/** A network whose proxy blocks WebSockets: chat messages still arrive without a reload. */
import type { Locator } from 'playwright-core';
import { openProxy, type HttpProxy } from '../../kit/processes/http-proxy';
import { signUpFan, signUpPerformer } from '../../kit/people/people';
import { freePort } from '../../kit/processes/ports';
import { openSite, type Site } from '../../kit/browser/site';
import { openVisitor, type Visitor } from '../../kit/browser/visitor';

const messageLog = ({ page }: Visitor): Locator => page.getByRole('log');

async function sendMessage(visitor: Visitor, text: string): Promise<void> {
  await visitor.fill('Message', text);
  await visitor.press('Send');
}

describe('behind a proxy that rejects Upgrade', () => {
  let proxy: HttpProxy;
  let site: Site;

  beforeAll(async () => {
    const apiPort = await freePort();
    const internalUrl = `http://127.0.0.1:${String(apiPort)}`;
    proxy = await openProxy(internalUrl, 'rejects');
    site = await openSite({ API_PORT: String(apiPort), API_URL: proxy.url, API_INTERNAL_URL: internalUrl });
  });
  afterAll(async () => {
    await site.close();
    await proxy.close();
  });

  it('two people chat by polling', async () => {
    const ada = await signUpPerformer(site.testHost, 'ada');
    const finn = await signUpFan(site.testHost, 'finn');
    const fan = await openVisitor(site, 'phone', { token: finn.token });
    const performer = await openVisitor(site, 'phone', { token: ada.token });
    await performer.open('/messages');
    await fan.open(`/${ada.username}`);
    await fan.press('Message');
    await fan.page.waitForURL(/\/messages\/[0-9a-f-]{36}$/);
    await sendMessage(fan, 'Good evening');
    await performer.page
      .getByRole('link', { name: new RegExp(finn.username) })
      .first()
      .click();
    await messageLog(performer).getByText('Good evening', { exact: true }).waitFor();
    await sendMessage(performer, 'Good evening to you');
    await messageLog(fan).getByText('Good evening to you', { exact: true }).waitFor();
    expect(proxy.forwardedPaths.filter((path) => path.includes('transport=polling')).length).toBeGreaterThan(4);
    await Promise.all([fan, performer].map(({ context }) => context.close()));
  });
});
