/** Private messages: two browsers chat, pay, delete and block, and both show the same messages. */
import { fillWallet } from '../../kit/money/ledger';
import { videoFile } from '../../kit/files/media-clips';
import { eventually } from '../../kit/timing/eventually';
import { journey } from '../../kit/browser/journey';
import { expectNoLayoutShift } from '../../kit/browser/layout-shift';
import { signUpFan, signUpPerformer } from '../../kit/people/people';
import { imageFile } from '../../kit/files/images';
import { readMessages, openConversation } from '../../kit/talk/conversations';
import { composer, log, sendMessage } from '../../kit/browser/thread';
import type { Visitor } from '../../kit/browser/visitor';

async function attach(visitor: Visitor, path: string): Promise<void> {
  await visitor.page.getByLabel('Choose photos and videos').setInputFiles(path);
}

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

    await fan.page
      .getByRole('button', { name: /^Actions for message from you/ })
      .last()
      .click();
    await fan.press('Edit');
    await fan.fill('Message text', 'Hello there, I like your lighthouse a lot');
    await fan.check('message-edit');
    await fan.press('Save');
    await log(performer).getByText('your lighthouse').waitFor();
    await log(performer).getByText('Edited').waitFor();
    await fan.page
      .getByRole('button', { name: /^Actions for message from ada/ })
      .last()
      .click();
    await fan.check('message-actions');
    await fan.page.getByRole('group', { name: 'React' }).getByRole('button', { name: '👍' }).click();
    await log(performer).getByRole('button', { name: '👍: 1 reaction' }).click();
    await log(fan).getByRole('button', { name: '👍: 2 reactions' }).waitFor();
    await fan.check('thread-reactions');

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
    await expectUnlocked(fan, testHost, finn.token, 15);

    await attach(fan, await videoFile());
    await fan.page.getByRole('button', { name: 'Send', exact: true }).and(fan.page.locator(':enabled')).waitFor();
    await fan.press('Send');
    await log(performer).locator('video, [aria-label*="Play"]').first().waitFor();

    await sendMessage(fan, 'A secret that slipped out');
    await log(performer).getByText('A secret that slipped out').waitFor();
    await fan.page
      .getByRole('button', { name: /^Actions for message from you/ })
      .last()
      .click();
    await fan.press('Delete');
    await fan.press('Delete message');
    await log(performer).getByText('Message deleted!').waitFor();
    const id = fan.page.url().split('/').at(-1) ?? '';
    for (const account of [ada, finn])
      expect(JSON.stringify(await readMessages(testHost, account, id, { limit: 100 }))).not.toContain('slipped');

    await performer.press('More', performer.page.getByRole('main'));
    await performer.press(`Block ${finn.username}`);
    await performer.press(`Block ${finn.username}`, performer.page.getByRole('alertdialog'));
    await performer.waitForText(`You’ve blocked ${finn.username}. Neither of you can send messages here.`);
    await fan.waitForText(/doesn’t accept messages from you/);
    await fan.check('thread-blocked');
    await performer.press(`Unblock ${finn.username}`);
    await composer(performer).waitFor();
    await composer(fan).waitFor();
    await sendMessage(fan, 'Still here');
    await log(performer).getByText('Still here').waitFor();
    await performer.check('thread-healed');
  });

  story('get a conversation page with a server-rendered title, and 404 for an unknown conversation', async ({ site, size, visit }) => {
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
});

/** Waits until the fan has paid for the message, and sees its text. */
async function expectUnlocked(
  visitor: Visitor,
  testHost: Parameters<typeof readMessages>[0],
  token: string,
  balance: number,
): Promise<void> {
  await eventually(async () => {
    expect((await testHost.call('GET /users/me', {}, { token })).data.balance).toBe(balance);
  });
  await log(visitor).getByText('Only for you').waitFor();
}
