/** A message to many: written once with a picture for a price, found in each fan's inbox, and taken back from those who have not bought it. */
import { journey } from '../../kit/browser/journey';
import { signUpFan, signUpPerformer } from '../../kit/people/people';
import { pictureFile } from '../../kit/files/images';

jest.setTimeout(180_000);

journey('A message to many', (tell) => {
  tell('reaches the followers locked, and is gone once it is unsent', async ({ site: { world }, size, visit }) => {
    const ada = await signUpPerformer(world, `ada-${size}`);
    const finn = await signUpFan(world, `finn-${size}`);
    await world.call('POST /follows/:id', { params: { id: ada.id } }, { token: finn.token });
    const fan = await visit({ token: finn.token });
    await fan.open('/messages');
    await fan.read('No messages yet');

    const performer = await visit({ token: ada.token });
    await performer.open('/messages');
    await performer.press('Mass message');
    await performer.arrive('Mass messages');
    await performer.press('New mass message');
    await performer.arrive('New mass message');
    await performer.press(/^Followers/, performer.page.getByRole('group', { name: 'Send to' }));
    await performer.read('1 fan gets it.');
    await performer.write('Text', 'The view from the wings');
    await performer.page.getByLabel('Add photos').setInputFiles(await pictureFile('wings.jpg', '#336699'));
    await performer.page.getByText('Done').first().waitFor();
    await performer.write('Price', '5');
    await performer.read('You receive');
    await performer.look('mass-editor-filled');
    await performer.press('Send to 1 fan');
    await performer.arrive('Mass messages');
    await performer.read('The view from the wings');
    await performer.page.getByText('Sent', { exact: true }).filter({ visible: true }).first().waitFor();
    await performer.look('mass-sent');

    await fan.press(new RegExp(`^${ada.username}|${ada.username}`), fan.page.getByRole('navigation', { name: 'Conversations' }));
    await fan.arrive(ada.username);
    await fan.read('The view from the wings');
    await fan.page.getByRole('button', { name: 'Unlock for 5.00' }).waitFor();
    await fan.look('mass-locked');

    await performer.press('Unsend “The view from the wings”');
    const dialog = performer.page.getByRole('alertdialog');
    await dialog.getByText('It is taken out of the conversations of 1 fan.').waitFor();
    await performer.look('mass-unsending');
    await performer.press('Unsend message', dialog);
    await performer.read('Message unsent');
    const log = fan.page.getByRole('log');
    await log.getByText('Message deleted!').waitFor();
    expect(await log.getByText('The view from the wings').count()).toBe(0);
    expect(await log.getByRole('button', { name: /^Unlock/ }).count()).toBe(0);
    await performer.look('mass-unsent');
    await fan.look('mass-deleted');
  });
});
