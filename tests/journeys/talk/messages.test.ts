/** Private messages: two browsers chat, pay, block and reconnect, and both show the same messages. */
import type { Locator } from 'playwright-core';
import { fillWallet } from '../../kit/money/ledger';
import { videoFile } from '../../kit/files/media-clips';
import { eventually } from '../../kit/timing/eventually';
import { journey } from '../../kit/browser/journey';
import { expectNoLayoutShift } from '../../kit/browser/layout-shift';
import { signUpFan, signUpPerformer } from '../../kit/people/people';
import { imageFile } from '../../kit/files/images';
import { readMessages, openConversation } from '../../kit/talk/conversations';
import type { Visitor } from '../../kit/browser/visitor';

const composer = (visitor: Visitor): Locator => visitor.page.getByRole('textbox', { name: 'Message', exact: true });
const log = (visitor: Visitor): Locator => visitor.page.getByRole('log');

async function sendMessage(visitor: Visitor, text: string): Promise<void> {
  await visitor.fill('Message', text);
  await visitor.press('Send');
  await log(visitor).getByText(text, { exact: true }).waitFor();
}

async function attach(visitor: Visitor, path: string): Promise<void> {
  await visitor.page.getByLabel('Choose photos and videos').setInputFiles(path);
}

/** The matching texts in the thread, from top to bottom. */
const threadTexts = (visitor: Visitor, pattern: RegExp): Promise<string[]> =>
  log(visitor)
    .getByText(pattern)
    .evaluateAll((nodes) => nodes.map((node) => node.textContent));

journey('Two people', (story) => {
  story('write, send photos, pay for one, delete, and block', async ({ site: { testHost }, size, visit }) => {
    const ada = await signUpPerformer(testHost, `ada-${size}`);
    const finn = await signUpFan(testHost, `finn-${size}`);
    await fillWallet(testHost, finn.id, 2000n);
    const fan = await visit({ token: finn.token });

    await fan.open(`/${ada.username}`);
    await fan.press('Message');
    await fan.page.waitForURL(/\/messages\/[0-9a-f-]{36}$/);
    await fan.waitForScreen(ada.username);
    await fan.check('thread-empty');
    await fan.fill('Message', 'Hello there, I like https://example.com/lighthouse a lot');
    await fan.press('Send');
    await log(fan).getByRole('link', { name: 'https://example.com/lighthouse' }).waitFor();
    await fan.waitForText('Sent');

    const performer = await visit({ token: ada.token });
    await performer.open('/messages');
    await performer.waitForScreen('Messages');
    await performer.check('inbox');
    await performer.page
      .getByRole('link', { name: new RegExp(finn.username) })
      .first()
      .click();
    await performer.waitForScreen(finn.username);
    await fan.waitForText('Seen');
    await performer.check('thread');

    await composer(performer).pressSequentially('Than');
    await fan.waitForText(`${ada.username} is typing…`);
    await sendMessage(performer, 'Thank you!');
    await log(fan).getByText('Thank you!', { exact: true }).waitFor();

    const expectStill = await expectNoLayoutShift(performer.page);
    await attach(performer, await imageFile('free.jpg', '#336699'));
    await performer.page.getByRole('button', { name: 'Send', exact: true }).and(performer.page.locator(':enabled')).waitFor();
    await expectStill();
    await performer.press('Send');
    await log(fan).getByRole('img').first().waitFor();

    await fan.open('/home');
    performer.limitActivations(3);
    await performer.chooseFiles('Attach photos or videos', await imageFile('sold.jpg', '#993366'));
    await performer.press('Set price');
    await performer.page.getByLabel('Price in tokens').fill('5');
    await performer.waitForText('You receive 4 · site keeps 1');
    await performer.fill('Message', 'Only for you');
    await performer.check('composer-priced');
    await performer.page.getByRole('button', { name: 'Send', exact: true }).and(performer.page.locator(':enabled')).waitFor();
    await performer.press('Send');
    await performer.waitForText('Sent, not bought');
    performer.stopCounting();
    fan.limitActivations(4);
    await fan.press('Messages, 1 unread');
    await fan.waitForScreen('Messages');
    await fan.activate(fan.page.getByRole('link', { name: new RegExp(ada.username) }).first());
    await fan.waitForScreen(ada.username);
    await fan.page.getByRole('button', { name: 'Unlock for 5.00' }).waitFor();
    await fan.check('thread-locked');
    await fan.press('Unlock for 5.00');
    const dialog = fan.page.getByRole('dialog');
    await dialog.waitFor();
    await fan.check('unlock-message');
    await fan.press(/^Unlock/, dialog);
    await performer.waitForText('Bought');
    fan.stopCounting();
    await expectBalance(fan, testHost, finn.token, 15);

    await attach(fan, await videoFile());
    await fan.page.getByRole('button', { name: 'Send', exact: true }).and(fan.page.locator(':enabled')).waitFor();
    await fan.press('Send');
    await log(performer).locator('video, [aria-label*="Play"]').first().waitFor();

    await sendMessage(fan, 'A secret that slipped out');
    await log(performer).getByText('A secret that slipped out').waitFor();
    await fan.page
      .getByRole('button', { name: /^More for the message of yours/ })
      .last()
      .click();
    await fan.press('Delete');
    await fan.press('Delete message');
    await log(performer).getByText('Message deleted!').waitFor();
    const id = fan.page.url().split('/').at(-1) ?? '';
    for (const account of [ada, finn])
      expect(JSON.stringify(await readMessages(testHost, account, id, { limit: 100 }))).not.toContain('slipped');

    await performer.press('More');
    await performer.press(`Block ${finn.username}`);
    await performer.press(`Block ${finn.username}`, performer.page.getByRole('alertdialog'));
    await performer.waitForText(`You have blocked ${finn.username}. Neither of you can write here.`);
    await fan.waitForText(/takes no messages from you/);
    await fan.check('thread-blocked');
    await performer.press(`Unblock ${finn.username}`);
    await composer(performer).waitFor();
    await composer(fan).waitFor();
    await sendMessage(fan, 'Still here');
    await log(performer).getByText('Still here').waitFor();
    await performer.check('thread-healed');
  });

  story('have a page for their conversation that names it without scripts, and none for an unknown one', async ({ site, size, visit }) => {
    const ada = await signUpPerformer(site.testHost, `dot-${size}`);
    const finn = await signUpFan(site.testHost, `jon-${size}`);
    const id = await openConversation(site.testHost, finn, ada);
    const { context } = await visit({ token: finn.token });
    const page = await context.request.get(`${site.url}/messages/${id}`);
    expect(page.status()).toBe(200);
    expect(await page.text()).toMatch(new RegExp(`<title[^>]*>Messages with ${ada.username}.*<h1[^>]*>${ada.username}</h1>`, 's'));
    const unknown = await context.request.get(`${site.url}/messages/${finn.id}`);
    expect(unknown.status()).toBe(404);
    expect((await (await visit({ token: ada.token })).context.request.get(`${site.url}/creator/products/${finn.id}`)).status()).toBe(404);
    const fanResponse = await context.request.get(`${site.url}/creator/content`, { maxRedirects: 0 });
    expect(fanResponse.headers()['location']).toContain('/auth/login?');
  });

  story(
    'see the same messages in the same order after a lost connection and a restart of the host',
    async ({ site: { testHost }, size, visit }) => {
      const ada = await signUpPerformer(testHost, `bea-${size}`);
      const finn = await signUpFan(testHost, `gus-${size}`);
      const id = await openConversation(testHost, finn, ada);
      const [fan, performer] = [await visit({ token: finn.token }), await visit({ token: ada.token })];
      for (const person of [fan, performer]) {
        person.expectConnectionLoss();
        person.expectStatuses(503);
      }
      await fan.open(`/messages/${id}`);
      await sendMessage(fan, 'Line 000 of gus');
      await performer.open(`/messages/${id}`);
      await log(performer).getByText('Line 000 of gus').waitFor();

      const writeLines = async (visitor: Visitor, name: string, from: number, to: number): Promise<void> => {
        for (let line = from; line <= to; line += 1) await sendMessage(visitor, `Line ${String(line).padStart(3, '0')} of ${name}`);
      };
      await fan.context.setOffline(true);
      await Promise.all([writeLines(fan, 'gus', 1, 60), writeLines(performer, 'bea', 1, 60)]);
      // The offline notice moves the content below it without a press.
      await fan.waitForNavigation(/\/messages\//);
      await fan.check('thread-offline');
      await fan.context.setOffline(false);
      await log(performer).getByText('Line 060 of gus').waitFor();
      await Promise.all([testHost.restart(), writeLines(fan, 'gus', 61, 100), writeLines(performer, 'bea', 61, 99)]);
      await eventually(async () => {
        expect((await readMessages(testHost, finn, id, { limit: 1 })).total).toBe(200);
      });

      const pages = [
        await readMessages(testHost, finn, id, { limit: 100 }),
        await readMessages(testHost, finn, id, { limit: 100, offset: 100 }),
      ];
      const order = pages.flatMap(({ data }) => data.map(({ text }) => text)).reverse();
      expect(new Set(order).size).toBe(200);
      for (const name of ['gus', 'bea']) {
        const senderLines = order.filter((text) => text.endsWith(name));
        expect(senderLines).toEqual([...senderLines].sort());
      }
      for (const person of [fan, performer])
        await eventually(async () => {
          expect(await threadTexts(person, /^Line \d+ of/)).toEqual(order);
        });
    },
  );

  story('are found, read and written to by keyboard only', async ({ site: { testHost }, size, visit }) => {
    const ada = await signUpPerformer(testHost, `cleo-${size}`);
    const finn = await signUpFan(testHost, `hal-${size}`);
    const id = await openConversation(testHost, finn, ada);
    await testHost.call('POST /messages/conversations/:id', { params: { id }, body: { text: 'Are you there?' } }, { token: finn.token });
    const performer = await visit({ token: ada.token });
    const { keyboard } = performer.page;
    await performer.open('/messages');
    const row = performer.page.getByRole('link', { name: new RegExp(finn.username) }).first();
    await row.waitFor();
    await tabTo(performer, row);
    await keyboard.press('Enter');
    await performer.waitForScreen(finn.username);
    await composer(performer).waitFor();
    await tabTo(performer, composer(performer));
    await keyboard.type('Here I am');
    await tabTo(performer, performer.page.getByRole('button', { name: 'Send', exact: true }));
    await keyboard.press('Enter');
    await log(performer).getByText('Here I am').waitFor();
    await eventually(async () => {
      expect((await readMessages(testHost, finn, id)).data[0]?.text).toBe('Here I am');
    });
  });
});

/** Tabs until the target has the focus. */
async function tabTo({ page }: Visitor, target: Locator): Promise<void> {
  for (let steps = 0; steps < 120; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the key never led there');
}

async function expectBalance(visitor: Visitor, testHost: Parameters<typeof readMessages>[0], token: string, tokens: number): Promise<void> {
  await eventually(async () => {
    expect((await testHost.call('GET /users/me', {}, { token })).data.balance).toBe(tokens);
  });
  await log(visitor).getByText('Only for you').waitFor();
}
