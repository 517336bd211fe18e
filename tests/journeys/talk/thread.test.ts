/** A thread after a lost connection and a restart of the API server, and by keyboard only. */
import type { Locator } from 'playwright-core';
import { journey } from '../../kit/browser/journey';
import { composer, log, sendMessage, threadTexts } from '../../kit/browser/thread';
import type { Visitor } from '../../kit/browser/visitor';
import { signUpFan, signUpPerformer } from '../../kit/people/people';
import { openConversation, readMessages } from '../../kit/talk/conversations';
import { eventually } from '../../kit/timing/eventually';

/** Tabs until the target has the focus. */
async function tabTo({ page }: Visitor, target: Locator): Promise<void> {
  for (let steps = 0; steps < 120; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab never reached the element');
}

journey('Two people', (story) => {
  story(
    'see the same messages in the same order after a lost connection and a restart of the API server',
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

      const sendLines = async (visitor: Visitor, name: string, from: number, to: number): Promise<void> => {
        for (let line = from; line <= to; line += 1) await sendMessage(visitor, `Line ${String(line).padStart(3, '0')} of ${name}`);
      };
      await fan.context.setOffline(true);
      await Promise.all([sendLines(fan, 'gus', 1, 60), sendLines(performer, 'bea', 1, 60)]);
      // The offline notice appears without an input, and moves the content below it.
      await fan.waitForNavigation(/\/messages\//);
      await fan.check('thread-offline');
      await fan.context.setOffline(false);
      await log(performer).getByText('Line 060 of gus').waitFor();
      await Promise.all([testHost.restart(), sendLines(fan, 'gus', 61, 100), sendLines(performer, 'bea', 61, 99)]);
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

  story('can find, read and answer a message by keyboard only', async ({ site: { testHost }, size, visit }) => {
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
