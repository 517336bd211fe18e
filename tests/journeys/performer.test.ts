/** A performer registers with her papers, an operator looks at them and decides, and her page opens or she learns why not. */
import { journey } from '../kit/browser/journey';
import { password, signUpOperator } from '../kit/people/people';
import { pictureFile } from '../kit/files/images';
import { logIn } from '../kit/browser/sign-in';
import type { Visitor } from '../support/visitor';

const attach = async (visitor: Visitor, label: string, file: string): Promise<void> => {
  await visitor.page.getByLabel(label).setInputFiles(file);
};

/** Through all four steps; ends on her own page. `born` are the days of birth that she tries, and `look` looks at each step. */
async function register(visitor: Visitor, name: string, born: string[], look = visitor.look): Promise<void> {
  await visitor.open('/auth/register');
  await visitor.press('Continue as performer');
  await visitor.arrive('Become a performer');
  await look('register-performer-account');
  await visitor.write('Name', 'Vera');
  await visitor.write('Username', name);
  await visitor.write('E-mail', `${name}@example.com`);
  await visitor.write('Password', password);
  await visitor.press('Continue');
  await visitor.select('Gender', 'female');
  await visitor.choose('Country', 'Portugal');
  for (const [index, day] of born.entries()) {
    if (index > 0) {
      await visitor.read('Performers must be 18 or older.');
      await look('register-performer-about');
    }
    await visitor.write('Date of birth', day);
    await visitor.press('Continue');
  }
  await visitor.read('You with your ID');
  await attach(visitor, 'Choose a picture of your ID', await pictureFile('passport.jpg', '#446688'));
  await attach(visitor, 'Choose a picture of you holding your ID', await pictureFile('me-with-passport.jpg', '#886644'));
  await look('register-performer-documents');
  await visitor.press('Send for review');
  await visitor.arrive('In review');
  await look('register-performer-done');
  await visitor.press('Go to my page');
  await visitor.page.waitForURL(`**/${name}`);
  await visitor.read('Your documents are in review');
  await look('profile-in-review');
}

/** Publishes what everybody may see, with two photos and a question. */
async function publish(visitor: Visitor, words: string): Promise<void> {
  await visitor.press('Create');
  await visitor.press('Post', visitor.page.getByRole('dialog', { name: 'Create' }));
  await visitor.arrive('New post');
  await visitor.write('Text', words);
  await visitor.chooseFiles('Add photos', [await pictureFile('one.jpg', '#884422'), await pictureFile('two.jpg', '#224488')]);
  await visitor.page.getByRole('list', { name: 'Files of the post' }).getByText('Done').nth(1).waitFor();
  await visitor.press('Add poll');
  await visitor.write('Question', 'Which light?');
  await visitor.write('Answer 1', 'Candles');
  await visitor.write('Answer 2', 'Footlights');
  await visitor.activate(visitor.page.getByRole('radio', { name: /^Everyone/ }));
  await visitor.press('Publish');
  await visitor.isTaken(/\/post\//);
  await visitor.read(words);
}

journey('A performer', (tell) => {
  tell(
    'registers with two papers, is approved by an operator, publishes at once, and guests find her page',
    async ({ site, size, visit }) => {
      const name = `vera-${size}`;
      const operator = await signUpOperator(site.world, `olive-${size}`);
      const [performer, team, guest] = [await visit(), await visit(), await visit()];
      performer.counts(6);
      await register(performer, name, ['1994-03-02'], () => Promise.resolve());
      await performer.press('Create');
      await performer.read(/You can publish as soon as they are approved/);
      performer.hasCome();
      await performer.look('create-closed');
      await performer.page.keyboard.press('Escape');
      await team.open('/auth/login?next=/admin');
      await logIn(team, operator.username);
      guest.provoke(404);
      await guest.open(`/${name}`);
      await guest.arrive(/./);
      expect(await guest.page.getByText('Vera').count()).toBe(0);

      await team.arrive('Console');
      await team.look('admin-overview-waiting');
      team.counts(4);
      await team.press(/documents? waiting/);
      await team.page.waitForURL(/\/admin\/performers\?verification=pending/);
      await team.look('admin-performers-waiting');
      await team.press('Vera');
      await team.arrive('Vera');
      for (const title of ['ID', 'Holding the ID']) {
        const paper = team.page.getByRole('img', { name: new RegExp(`^${title}: `) });
        await paper.waitFor();
        expect(await paper.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBeGreaterThan(500);
      }
      await team.look('admin-performer');
      await team.press('Approve');
      const dialog = team.page.getByRole('alertdialog');
      await dialog.waitFor();
      await team.look('admin-performer-approving');
      await team.press('Approve performer', dialog);
      await team.read('Vera is approved');

      // She has her page open, and need not load it again.
      await performer.page.getByText('Your documents are in review').waitFor({ state: 'detached' });
      performer.counts(6);
      await publish(performer, 'My first evening');
      performer.hasCome();
      await guest.open(`/${name}`);
      await guest.arrive(/Vera/);
      await guest.read('My first evening');
      await guest.look('profile-approved');
    },
  );

  tell('is rejected with a reason, and reads it on her page', async ({ site, size, visit }) => {
    const name = `rita-${size}`;
    const operator = await signUpOperator(site.world, `otis-${size}`);
    const [performer, team] = [await visit(), await visit()];
    await register(performer, name, ['2015-01-01', '1994-03-02']);
    await team.open(`/auth/login?next=/admin/performers?q=${name}`);
    await logIn(team, operator.username);
    await team.press('Vera');
    await team.arrive('Vera');
    await team.press('Reject');
    const dialog = team.page.getByRole('alertdialog');
    await dialog.getByLabel('Reason').selectOption('The document has expired.');
    await team.look('admin-performer-rejecting');
    await team.press('Reject performer', dialog);
    await team.read('Vera is rejected');
    await team.look('admin-performer-rejected');

    await performer.open(`/${name}`);
    await performer.read('The document has expired.');
    await performer.look('profile-rejected');
    await performer.press('Replace documents');
    await performer.page.waitForURL('**/creator/account?section=documents');
    await performer.read('Not approved');
    await performer.look('documents-rejected');
    await attach(performer, 'Replace: Your ID', await pictureFile('new-passport.jpg', '#224422'));
    await performer.read('In review');
  });
});
