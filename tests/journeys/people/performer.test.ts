/**
 * A performer registers with identity documents, an operator reviews them and decides, and the page opens or the performer sees the
 * reason.
 */
import { journey } from '../../kit/browser/journey';
import { password, signUpOperator } from '../../kit/people/people';
import { imageFile } from '../../kit/files/images';
import { logIn } from '../../kit/browser/sign-in';
import type { Visitor } from '../../kit/browser/visitor';

const attach = async (visitor: Visitor, label: string, file: string): Promise<void> => {
  await visitor.page.getByLabel(label).setInputFiles(file);
};

/** All four steps; ends on the performer's page. `birthDates` are the dates of birth to try, and `checkStep` checks each step. */
async function register(visitor: Visitor, name: string, birthDates: string[], checkStep = visitor.check): Promise<void> {
  await visitor.open('/auth/register');
  await visitor.press('Continue as a creator');
  await visitor.waitForScreen('Become a creator');
  await checkStep('register-performer-account');
  await visitor.fill('Name', 'Vera');
  await visitor.fill('Username', name);
  await visitor.fill('Email', `${name}@example.com`);
  await visitor.fill('Password', password);
  await visitor.press('Continue');
  await visitor.select('Gender', 'female');
  await visitor.chooseEntry('Country', 'Portugal');
  for (const [index, day] of birthDates.entries()) {
    if (index > 0) {
      await visitor.waitForText(/^Creators must be 18 or older\.$/);
      await checkStep('register-performer-about');
    }
    await visitor.fill('Date of birth', day);
    await visitor.press('Continue');
  }
  await visitor.waitForText('You with your ID');
  await attach(visitor, 'Choose a photo of your ID', await imageFile('passport.jpg', '#446688'));
  await attach(visitor, 'Choose a photo of you holding your ID', await imageFile('me-with-passport.jpg', '#886644'));
  await checkStep('register-performer-documents');
  await visitor.press('Submit for review');
  await visitor.waitForScreen('In review');
  await checkStep('register-performer-done');
  await visitor.press('Go to my profile');
  await visitor.page.waitForURL(`**/${name}`);
  await visitor.waitForText('Your documents are in review');
  await checkStep('profile-in-review');
}

/** Publishes a public post with two photos and a poll. */
async function publish(visitor: Visitor, text: string): Promise<void> {
  await visitor.press('Create');
  await visitor.press('Post', visitor.page.getByRole('dialog', { name: 'Create' }));
  await visitor.waitForScreen('New post');
  await visitor.fill('Text', text);
  await visitor.chooseFiles('Add photos', [await imageFile('one.jpg', '#884422'), await imageFile('two.jpg', '#224488')]);
  await visitor.page.getByRole('list', { name: 'Files in this post' }).getByText('Done').nth(1).waitFor();
  await visitor.press('Add poll');
  await visitor.fill('Question', 'Which light?');
  await visitor.fill('Answer 1', 'Candles');
  await visitor.fill('Answer 2', 'Footlights');
  await visitor.activate(visitor.page.getByRole('radio', { name: /^Everyone/ }));
  await visitor.press('Publish');
  await visitor.waitForNavigation(/\/post\//);
  await visitor.waitForText(text);
}

journey('A performer', (story) => {
  story(
    'registers with two identity documents, is approved by an operator, publishes immediately, and guests find the page',
    async ({ site, size, visit }) => {
      const name = `vera-${size}`;
      const operator = await signUpOperator(site.testHost, `olive-${size}`);
      const [performer, operatorVisitor, guest] = [await visit(), await visit(), await visit()];
      performer.limitActivations(6);
      await register(performer, name, ['1994-03-02'], () => Promise.resolve());
      await performer.press('Create');
      await performer.waitForText(/Your ID documents are in review/);
      performer.stopCounting();
      await performer.check('create-closed');
      await performer.page.keyboard.press('Escape');
      await operatorVisitor.open('/auth/login?next=/admin');
      await logIn(operatorVisitor, operator.username);
      guest.expectStatuses(404);
      await guest.open(`/${name}`);
      await guest.waitForScreen(/./);
      expect(await guest.page.getByText('Vera').count()).toBe(0);

      await operatorVisitor.waitForScreen('Console');
      await operatorVisitor.check('admin-overview-waiting');
      operatorVisitor.limitActivations(4);
      await operatorVisitor.press(/creators? to verify/);
      await operatorVisitor.page.waitForURL(/\/admin\/performers\?verification=pending/);
      await operatorVisitor.check('admin-performers-waiting');
      await operatorVisitor.press('Vera');
      await operatorVisitor.waitForScreen('Vera');
      for (const title of ['ID', 'Selfie with ID']) {
        const document = operatorVisitor.page.getByRole('img', { name: new RegExp(`^${title}: `) });
        await document.waitFor();
        expect(await document.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBeGreaterThan(500);
      }
      await operatorVisitor.check('admin-performer');
      await operatorVisitor.press('Approve');
      const dialog = operatorVisitor.page.getByRole('alertdialog');
      await dialog.waitFor();
      await operatorVisitor.check('admin-performer-approving');
      await operatorVisitor.press('Approve creator', dialog);
      await operatorVisitor.waitForText('Vera is approved');

      // The open page updates without a reload.
      await performer.page.getByText('Your documents are in review').waitFor({ state: 'detached' });
      performer.limitActivations(6);
      await publish(performer, 'My first evening');
      performer.stopCounting();
      await guest.open(`/${name}`);
      await guest.waitForScreen(/Vera/);
      await guest.waitForText('My first evening');
      await guest.check('profile-approved');
    },
  );

  story('is rejected with a reason, and reads it on their page', async ({ site, size, visit }) => {
    const name = `rita-${size}`;
    const operator = await signUpOperator(site.testHost, `otis-${size}`);
    const [performer, operatorVisitor] = [await visit(), await visit()];
    await register(performer, name, ['2015-01-01', '1994-03-02']);
    await operatorVisitor.open(`/auth/login?next=/admin/performers?q=${name}`);
    await logIn(operatorVisitor, operator.username);
    await operatorVisitor.press('Vera');
    await operatorVisitor.waitForScreen('Vera');
    await operatorVisitor.press('Reject');
    const dialog = operatorVisitor.page.getByRole('alertdialog');
    await dialog.getByLabel('Reason').selectOption('The document has expired.');
    await operatorVisitor.check('admin-performer-rejecting');
    await operatorVisitor.press('Reject creator', dialog);
    await operatorVisitor.waitForText('Vera is rejected');
    await operatorVisitor.check('admin-performer-rejected');

    await performer.open(`/${name}`);
    await performer.waitForText('The document has expired.');
    await performer.check('profile-rejected');
    await performer.press('Replace documents');
    await performer.page.waitForURL('**/creator/account?section=documents');
    await performer.waitForText('Not approved');
    await performer.check('documents-rejected');
    await attach(performer, 'Replace: Your ID', await imageFile('new-passport.jpg', '#224422'));
    await performer.waitForText('In review');
  });
});
