/** Private messages: two browsers chat, pay, block and come back from a lost line, and both show the same. */
import type { Locator } from 'playwright-core';
import { fillWallet } from '../../support/books';
import { videoFile } from '../../kit/files/media-clips';
import { eventually } from '../../kit/timing/eventually';
import { journey } from '../../kit/browser/journey';
import { signUpFan, signUpPerformer } from '../../kit/people/people';
import { pictureFile } from '../../kit/files/images';
import { read, talkOf } from '../../support/talk';
import type { Visitor } from '../../support/visitor';

jest.setTimeout(240_000);

const composer = (visitor: Visitor): Locator => visitor.page.getByRole('textbox', { name: 'Message', exact: true });
const log = (visitor: Visitor): Locator => visitor.page.getByRole('log');

async function say(visitor: Visitor, text: string): Promise<void> {
  await visitor.write('Message', text);
  await visitor.press('Send');
  await log(visitor).getByText(text, { exact: true }).waitFor();
}

async function attach(visitor: Visitor, path: string): Promise<void> {
  await visitor.page.getByLabel('Choose photos and videos').setInputFiles(path);
}

/** What stands in the thread, from above to below. */
const shown = (visitor: Visitor, pattern: RegExp): Promise<string[]> =>
  log(visitor)
    .getByText(pattern)
    .evaluateAll((nodes) => nodes.map((node) => node.textContent));

journey('Two people', (tell) => {
  tell('write, show pictures, pay for one, delete, and part', async ({ site: { world }, size, visit }) => {
    const ada = await signUpPerformer(world, `ada-${size}`);
    const finn = await signUpFan(world, `finn-${size}`);
    await fillWallet(world, finn.id, 2000n);
    const fan = await visit({ token: finn.token });

    await fan.open(`/${ada.username}`);
    await fan.press('Message');
    await fan.page.waitForURL(/\/messages\/[0-9a-f-]{36}$/);
    await fan.arrive(ada.username);
    await fan.look('thread-empty');
    await fan.write('Message', 'Hello there, I like https://example.com/lighthouse a lot');
    await fan.press('Send');
    await log(fan).getByRole('link', { name: 'https://example.com/lighthouse' }).waitFor();
    await fan.read('Sent');

    const performer = await visit({ token: ada.token });
    await performer.open('/messages');
    await performer.arrive('Messages');
    await performer.look('inbox');
    await performer.page
      .getByRole('link', { name: new RegExp(finn.username) })
      .first()
      .click();
    await performer.arrive(finn.username);
    await fan.read('Seen');
    await performer.look('thread');

    await composer(performer).pressSequentially('Than');
    await fan.read(`${ada.username} is typing…`);
    await say(performer, 'Thank you!');
    await log(fan).getByText('Thank you!', { exact: true }).waitFor();

    await attach(performer, await pictureFile('free.jpg', '#336699'));
    await performer.page.getByRole('button', { name: 'Send', exact: true }).and(performer.page.locator(':enabled')).waitFor();
    await performer.press('Send');
    await log(fan).getByRole('img').first().waitFor();

    await fan.open('/home');
    performer.counts(3);
    await performer.chooseFiles('Attach photos or videos', await pictureFile('sold.jpg', '#993366'));
    await performer.press('Set price');
    await performer.page.getByLabel('Price in tokens').fill('5');
    await performer.read('You receive 4 · site keeps 1');
    await performer.write('Message', 'Only for you');
    await performer.look('composer-priced');
    await performer.page.getByRole('button', { name: 'Send', exact: true }).and(performer.page.locator(':enabled')).waitFor();
    await performer.press('Send');
    await performer.read('Sent, not bought');
    performer.hasCome();
    fan.counts(4);
    await fan.press('Messages, 1 unread');
    await fan.arrive('Messages');
    await fan.activate(fan.page.getByRole('link', { name: new RegExp(ada.username) }).first());
    await fan.arrive(ada.username);
    await fan.page.getByRole('button', { name: 'Unlock for 5.00' }).waitFor();
    await fan.look('thread-locked');
    await fan.press('Unlock for 5.00');
    const dialog = fan.page.getByRole('dialog');
    await dialog.waitFor();
    await fan.look('unlock-message');
    await fan.press(/^Unlock/, dialog);
    await performer.read('Bought');
    fan.hasCome();
    await expectBalance(fan, world, finn.token, 15);

    await attach(fan, await videoFile());
    await fan.page.getByRole('button', { name: 'Send', exact: true }).and(fan.page.locator(':enabled')).waitFor();
    await fan.press('Send');
    await log(performer).locator('video, [aria-label*="Play"]').first().waitFor({ timeout: 60_000 });

    await say(fan, 'A secret that slipped out');
    await log(performer).getByText('A secret that slipped out').waitFor();
    await fan.page
      .getByRole('button', { name: /^More for the message of yours/ })
      .last()
      .click();
    await fan.press('Delete');
    await fan.press('Delete message');
    await log(performer).getByText('Message deleted!').waitFor();
    const id = fan.page.url().split('/').at(-1) ?? '';
    for (const who of [ada, finn]) expect(JSON.stringify(await read(world, who, id, { limit: 100 }))).not.toContain('slipped');

    await performer.press('More');
    await performer.press(`Block ${finn.username}`);
    await performer.press(`Block ${finn.username}`, performer.page.getByRole('alertdialog'));
    await performer.read(`You have blocked ${finn.username}. Neither of you can write here.`);
    await fan.read(/takes no messages from you/);
    await fan.look('thread-blocked');
    await performer.press(`Unblock ${finn.username}`);
    await composer(performer).waitFor();
    await composer(fan).waitFor();
    await say(fan, 'Still here');
    await log(performer).getByText('Still here').waitFor();
    await performer.look('thread-healed');
  });

  tell('have a page for their conversation that names it without scripts, and none for an unknown one', async ({ site, size, visit }) => {
    const ada = await signUpPerformer(site.world, `dot-${size}`);
    const finn = await signUpFan(site.world, `jon-${size}`);
    const id = await talkOf(site.world, finn, ada);
    const { context } = await visit({ token: finn.token });
    const page = await context.request.get(`${site.url}/messages/${id}`);
    expect(page.status()).toBe(200);
    expect(await page.text()).toMatch(new RegExp(`<title[^>]*>Messages with ${ada.username}.*<h1[^>]*>${ada.username}</h1>`, 's'));
    const unknown = await context.request.get(`${site.url}/messages/${finn.id}`);
    expect(unknown.status()).toBe(404);
    expect((await (await visit({ token: ada.token })).context.request.get(`${site.url}/creator/products/${finn.id}`)).status()).toBe(404);
    const fans = await context.request.get(`${site.url}/creator/content`, { maxRedirects: 0 });
    expect(fans.headers()['location']).toContain('/auth/login?');
  });

  tell('show the same messages in one order after a lost line and a new start of the host', async ({ site: { world }, size, visit }) => {
    const ada = await signUpPerformer(world, `bea-${size}`);
    const finn = await signUpFan(world, `gus-${size}`);
    const id = await talkOf(world, finn, ada);
    const [fan, performer] = [await visit({ token: finn.token }), await visit({ token: ada.token })];
    for (const one of [fan, performer]) {
      one.losesLine();
      one.provoke(503);
    }
    await fan.open(`/messages/${id}`);
    await say(fan, 'Line 000 of gus');
    await performer.open(`/messages/${id}`);
    await log(performer).getByText('Line 000 of gus').waitFor();

    const write = async (visitor: Visitor, name: string, from: number, to: number): Promise<void> => {
      for (let line = from; line <= to; line += 1) await say(visitor, `Line ${String(line).padStart(3, '0')} of ${name}`);
    };
    await fan.context.setOffline(true);
    await Promise.all([write(fan, 'gus', 1, 60), write(performer, 'bea', 1, 60)]);
    // That the site says it is offline moves what stands below, and nobody pressed anything.
    await fan.isTaken(/\/messages\//);
    await fan.look('thread-offline');
    await fan.context.setOffline(false);
    await log(performer).getByText('Line 060 of gus').waitFor({ timeout: 60_000 });
    await Promise.all([world.restart(), write(fan, 'gus', 61, 100), write(performer, 'bea', 61, 99)]);
    await eventually(async () => {
      expect((await read(world, finn, id, { limit: 1 })).total).toBe(200);
    }, 60_000);

    const pages = [await read(world, finn, id, { limit: 100 }), await read(world, finn, id, { limit: 100, offset: 100 })];
    const order = pages.flatMap(({ data }) => data.map(({ text }) => text)).reverse();
    expect(new Set(order).size).toBe(200);
    for (const name of ['gus', 'bea']) {
      const own = order.filter((text) => text.endsWith(name));
      expect(own).toEqual([...own].sort());
    }
    for (const one of [fan, performer])
      await eventually(async () => {
        expect(await shown(one, /^Line \d+ of/)).toEqual(order);
      }, 30_000);
  });

  tell('are found, read and written to with the keyboard alone', async ({ site: { world }, size, visit }) => {
    const ada = await signUpPerformer(world, `cleo-${size}`);
    const finn = await signUpFan(world, `hal-${size}`);
    const id = await talkOf(world, finn, ada);
    await world.call('POST /messages/conversations/:id', { params: { id }, body: { text: 'Are you there?' } }, { token: finn.token });
    const performer = await visit({ token: ada.token });
    const { keyboard } = performer.page;
    await performer.open('/messages');
    const row = performer.page.getByRole('link', { name: new RegExp(finn.username) }).first();
    await row.waitFor();
    await tabTo(performer, row);
    await keyboard.press('Enter');
    await performer.arrive(finn.username);
    await composer(performer).waitFor();
    await tabTo(performer, composer(performer));
    await keyboard.type('Here I am');
    await tabTo(performer, performer.page.getByRole('button', { name: 'Send', exact: true }));
    await keyboard.press('Enter');
    await log(performer).getByText('Here I am').waitFor();
    await eventually(async () => {
      expect((await read(world, finn, id)).data[0]?.text).toBe('Here I am');
    });
  });
});

/** Goes on with the key until it is there. */
async function tabTo({ page }: Visitor, target: Locator): Promise<void> {
  for (let steps = 0; steps < 120; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the key never led there');
}

async function expectBalance(visitor: Visitor, world: Parameters<typeof read>[0], token: string, tokens: number): Promise<void> {
  await eventually(async () => {
    expect((await world.call('GET /users/me', {}, { token })).data.balance).toBe(tokens);
  });
  await log(visitor).getByText('Only for you').waitFor();
}
