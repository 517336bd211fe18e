/** A mass message: sent once with a photo for a price, received by each fan, and unsent for those who have not bought it. */
import { journey } from '../../kit/browser/journey';
import { signUpFan, signUpPerformer } from '../../kit/people/people';
import { imageFile } from '../../kit/files/images';

journey('A mass message', (story) => {
  story('reaches the followers locked, and is deleted once it is unsent', async ({ site: { testHost }, size, visit }) => {
    const ada = await signUpPerformer(testHost, `ada-${size}`);
    const finn = await signUpFan(testHost, `finn-${size}`);
    await testHost.call('POST /follows/:id', { params: { id: ada.id } }, { token: finn.token });
    const fan = await visit({ token: finn.token });
    await fan.open('/messages');
    await fan.waitForText('No messages yet');

    const performer = await visit({ token: ada.token });
    await performer.open('/messages');
    await performer.press('Mass message');
    await performer.waitForScreen('Mass messages');
    await performer.press('New mass message');
    await performer.waitForScreen('New mass message');
    await performer.press(/^Followers/, performer.page.getByRole('group', { name: 'Send to' }));
    await performer.waitForText('1 fan will get this message.');
    await performer.fill('Text', 'The view from the wings');
    await performer.page.getByLabel('Add photos').setInputFiles(await imageFile('wings.jpg', '#336699'));
    await performer.page.getByText('Done').first().waitFor();
    await performer.fill('Price', '5');
    await performer.waitForText('You receive');
    await performer.check('mass-editor-filled');
    await performer.press('Send to 1 fan');
    await performer.waitForScreen('Mass messages');
    await performer.waitForText('The view from the wings');
    await performer.page.getByText('Sent', { exact: true }).filter({ visible: true }).first().waitFor();
    await performer.check('mass-sent');

    await fan.press(new RegExp(`^${ada.username}|${ada.username}`), fan.page.getByRole('navigation', { name: 'Conversations' }));
    await fan.waitForScreen(ada.username);
    await fan.waitForText('The view from the wings');
    await fan.page.getByRole('button', { name: 'Unlock for 5.00' }).waitFor();
    await fan.check('mass-locked');

    await performer.press('Unsend “The view from the wings”');
    const dialog = performer.page.getByRole('alertdialog');
    await dialog.getByText('It will be removed from conversations with 1 fan.').waitFor();
    await performer.check('mass-unsending');
    await performer.press('Unsend message', dialog);
    await performer.waitForText('Message unsent');
    const messageLog = fan.page.getByRole('log');
    await messageLog.getByText('Message deleted!').waitFor();
    expect(await messageLog.getByText('The view from the wings').count()).toBe(0);
    expect(await messageLog.getByRole('button', { name: /^Unlock/ }).count()).toBe(0);
    await performer.check('mass-unsent');
    await fan.check('mass-deleted');
  });
});
