/** A performer describes a photo, chooses its audience, moves it into a gallery and undoes that. */
import { journey } from '../../kit/browser/journey';
import { chooseAudience, itemRow } from '../../kit/browser/own-content';
import { fieldOf } from '../../kit/browser/visitor';
import { sampleImage, signUpPerformer } from '../../kit/people/people';

journey('A photo', (story) => {
  story('is described, shown to followers, moved into a gallery, and moved back', async ({ site, size, visit }) => {
    const { testHost } = site;
    const { token, username } = await signUpPerformer(testHost, `gesa-${size}`);
    await testHost.call('POST /performer/performer-assets/galleries', { body: { title: 'Autumn', audience: 'public' } }, { token });
    const photo = await sampleImage(400, 500);
    await testHost.call('POST /performer/performer-assets/photos/upload', { files: { photo }, body: { title: 'Lantern' } }, { token });
    const performer = await visit({ token });
    await performer.open(`/${username}?tab=content&kind=photos`);
    const source = await (await performer.context.request.get(`/${username}?tab=content&kind=photos`)).text();
    expect(source).toContain('Lantern');
    await performer.check('content-photos');
    await performer.press('Actions for Lantern');
    await performer.press('Edit');
    await performer.fill('Description', 'A lantern in the wings');
    await chooseAudience(performer, /^Followers/);
    await performer.check('photo-editor');
    await performer.press('Save photo');
    await performer.waitForText('Changes saved');
    await itemRow(performer, 'Lantern').getByText('Followers').waitFor();
    await performer.press('Actions for Lantern');
    await performer.press('Edit');
    await fieldOf(performer.page, 'Gallery').selectOption('Autumn');
    await performer.press('Save photo');
    await performer.waitForText('Photo moved');
    await itemRow(performer, 'Lantern').getByText('Cover').waitFor();
    await performer.press('Undo');
    await itemRow(performer, 'Lantern').getByText('None').waitFor();
  });
});
