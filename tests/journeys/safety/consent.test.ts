/**
 * Consent: a creator names another creator and a person with a signed release; they agree, the post is published, and one of them
 * withdraws.
 */
import { journey } from '../../kit/browser/journey';
import { signUpOperator, signUpPerformer } from '../../kit/people/people';
import { imageFile } from '../../kit/files/images';
import type { Visitor } from '../../kit/browser/visitor';

const addRelease = async (ada: Visitor, name: string): Promise<void> => {
  await ada.open('/creator/consent?tab=releases');
  await ada.waitForText('No releases yet');
  await ada.check('consent-releases-none');
  await ada.press('Add release');
  const sheet = ada.page.getByRole('dialog', { name: 'Add release' });
  await sheet.getByLabel('Full name').fill(name);
  await sheet.getByLabel('Date of birth').fill('1990-05-01');
  await sheet.getByLabel('Signed on').fill('2026-01-10');
  const scan = await imageFile('paper.jpg', '#446688');
  for (const label of [/^Choose the signed form/, /^Choose a photo of their ID/]) await sheet.getByLabel(label).setInputFiles([scan]);
  await ada.check('consent-release');
  await ada.press('Add release', sheet);
  await ada.waitForText(/Release added/);
  await ada.waitForText('In review');
  await ada.check('consent-releases');
};

journey('With consent,', (story) => {
  story('everyone shown agrees before a post is published, and one of them withdraws', async ({ site, size, visit }) => {
    const { testHost } = site;
    const [owner, partner] = [await signUpPerformer(testHost, `ada-${size}`), await signUpPerformer(testHost, `bruno-${size}`)];
    const ada = await visit({ token: owner.token });
    await addRelease(ada, 'Mina Roth');

    await ada.open('/creator/posts/new');
    await ada.fill('Text', `The three of us ${size}`);
    await ada.page.getByLabel(/^Find a creator/).fill(partner.username);
    await ada.press(new RegExp(`^Add ${partner.username}`));
    await ada.press('Add someone without an account');
    await ada.page.getByLabel('People without an account', { exact: true }).selectOption('Mina Roth');
    await ada.check('consent-naming');
    await ada.press('Publish');
    await ada.waitForText('Will be published once everyone in it agrees');
    await ada.waitForText('Waiting for consent');
    await ada.check('consent-waiting');

    const operatorVisitor = await visit({ token: (await signUpOperator(testHost, `oda-${size}`)).token });
    await operatorVisitor.open('/admin/releases?status=waiting');
    await operatorVisitor.check('consent-console');
    await operatorVisitor.press('Review');
    await operatorVisitor.check('consent-review');
    await operatorVisitor.press('Approve');
    await operatorVisitor.press('Approve release');
    await operatorVisitor.waitForText('Release approved');

    const bruno = await visit({ token: partner.token });
    await bruno.open('/notifications');
    await bruno.activate(bruno.page.getByRole('link', { name: /asked for your consent to be shown/ }));
    await bruno.waitForScreen('Consent');
    await bruno.check('consent-asked');
    await bruno.press('Agree');
    await bruno.waitForText('You agreed to be shown');
    const guest = await visit();
    await guest.open(`/${owner.username}`);
    await guest.waitForText(`The three of us ${size}`);

    await bruno.press('Withdraw consent');
    await bruno.check('consent-withdraw');
    await bruno.press('Withdraw consent', bruno.page.getByRole('alertdialog'));
    await bruno.waitForText('It’s no longer visible');
    await bruno.check('consent-withdrawn');
    const { data: feeds } = await testHost.call('GET /user/feeds', { query: { performerId: owner.id } });
    expect(feeds.data).toEqual([]);
    await guest.open(`/${owner.username}`);
    await guest.waitForText('No posts yet');
    await ada.open(`/${owner.username}?tab=content&kind=feeds`);
    await ada.waitForText('Consent refused');

    await operatorVisitor.open('/admin/content/feeds');
    await operatorVisitor.activate(operatorVisitor.page.getByRole('link', { name: 'Record' }).first());
    await operatorVisitor.waitForScreen('Record sheet');
    await operatorVisitor.waitForText('Mina Roth');
    await operatorVisitor.check('consent-record');
  });
});
