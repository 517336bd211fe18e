/** The session is ended elsewhere while somebody writes: she is sent to sign in, and then is back with what she had typed. */
import { eventually } from '../../kit/timing/eventually';
import { journey } from '../../kit/browser/journey';
import { signUpFan, signUpPerformer } from '../../kit/people/people';
import { pictureFile } from '../../kit/files/images';
import { publishPost } from '../../support/posts';
import { addProduct } from '../../kit/content/products';
import { logIn } from '../../kit/browser/sign-in';
import type { Site } from '../../kit/browser/site';
import { read, talkOf } from '../../support/talk';
import { fieldOf } from '../../support/visitor';

async function endAllSessions(site: Site, name: string): Promise<void> {
  const { data } = await site.world.call('POST /auth/login', {
    body: { username: name, password: 'correct horse battery', remember: false },
  });
  await site.world.call('DELETE /auth/sessions', {}, { token: data.token });
}

journey('A session that is ended elsewhere', (tell) => {
  tell('sends the next call to sign-in, and the typed bio comes back', async ({ site, size, visit }) => {
    const name = `bea-${size}`;
    const { token } = await signUpPerformer(site.world, name);
    const performer = await visit({ token });
    await performer.open(`/${name}`);
    await performer.press('Edit bio');
    await performer.write('Bio', 'I sing on Fridays, and I');
    performer.provoke(401);
    await endAllSessions(site, name);
    // Her socket hears of it, or else the next call does: either way she is asked to sign in.
    await performer.isTaken(/\/auth\/login\?next=/);
    await performer.arrive('Log in');
    await performer.read('Forbidden in the action!');
    await performer.look('login-after-end');
    await logIn(performer, name);
    await performer.page.waitForURL(`**/${name}`);
    await performer.press('Edit bio');
    expect(await fieldOf(performer.page, 'Bio').inputValue()).toBe('I sing on Fridays, and I');
    await performer.press('Save bio');
    await performer.read('Changes saved');
    await performer.read('I sing on Fridays, and I');
  });

  tell('keeps a message and its photo until she is back, who sends it once with three taps', async ({ site, size, visit }) => {
    const name = `cleo-${size}`;
    const [performer, fan] = [await signUpPerformer(site.world, name), await signUpFan(site.world, `hal-${size}`)];
    const id = await talkOf(site.world, fan, performer);
    const herself = await visit({ token: performer.token });
    const field = herself.page.getByRole('textbox', { name: 'Message', exact: true });
    const photo = herself.page.getByRole('list', { name: 'Files of the message' }).getByRole('listitem');
    await herself.open(`/messages/${id}`);
    await field.waitFor();
    await herself.chooseFiles('Attach photos or videos', await pictureFile('scene.jpg', '#336699'));
    await herself.page.getByRole('button', { name: 'Send', exact: true }).and(herself.page.locator(':enabled')).waitFor();
    await herself.write('Message', 'Look at this');
    await photo.waitFor();
    herself.provoke(401);
    await endAllSessions(site, name);
    await herself.isTaken(/\/auth\/login\?next=/);
    await herself.read('Forbidden in the action!');
    herself.counts(3);
    await logIn(herself, name);
    await herself.page.waitForURL(`**/messages/${id}`);
    await field.waitFor();
    expect(await field.inputValue()).toBe('Look at this');
    await photo.waitFor();
    expect((await read(site.world, fan, id)).total).toBe(0);
    await herself.press('Send');
    await herself.page.getByRole('log').getByText('Look at this').waitFor();
    await eventually(async () => {
      const { data, total } = await read(site.world, fan, id);
      expect([total, data[0]?.text, data[0]?.files.length]).toEqual([1, 'Look at this', 1]);
    });
  });

  tell('keeps a form of several fields for the same person, and shows it to nobody else', async ({ site, size, visit }) => {
    const name = `ben-${size}`;
    await signUpFan(site.world, name);
    await signUpFan(site.world, `eve-${size}`);
    const fan = await visit();
    await fan.open('/auth/login?next=/user/account?section=profile');
    await logIn(fan, name);
    await fan.page.waitForURL('**/user/account?section=profile');
    await fan.write('First name', 'Benjamin');
    await fan.write('Last name', 'Half-typed');
    fan.provoke(401);
    await endAllSessions(site, name);
    await fan.isTaken(/\/auth\/login\?next=/);
    await fan.read('Forbidden in the action!');

    await logIn(fan, `eve-${size}`);
    await fan.page.waitForURL('**/user/account?section=profile');
    await fan.arrive('Profile');
    expect(await fieldOf(fan.page, 'Last name').inputValue()).toBe('');
    await endAllSessions(site, `eve-${size}`);
    await fan.isTaken(/\/auth\/login\?next=/);
    await logIn(fan, name);
    await fan.page.waitForURL('**/user/account?section=profile');
    await fan.arrive('Profile');
    expect(await fieldOf(fan.page, 'First name').inputValue()).toBe('Benjamin');
    expect(await fieldOf(fan.page, 'Last name').inputValue()).toBe('Half-typed');
  });

  tell('keeps a comment, and what was written at checkout', async ({ site, size, visit }) => {
    const { world } = site;
    const name = `cyd-${size}`;
    const performer = await signUpPerformer(world, `dot-${size}`);
    const [post, print] = [await publishPost(world, performer), await addProduct(world, performer, { name: 'A print' })];
    await signUpFan(world, name);
    const fan = await visit();
    await fan.open(`/auth/login?next=/post/${post.slug}`);
    await logIn(fan, name);
    await fan.page.waitForURL(`**/post/${post.slug}`);
    await fan.write('Write a comment', 'I could not look');
    fan.provoke(401);
    await endAllSessions(site, name);
    await fan.isTaken(/\/auth\/login\?next=/);
    await logIn(fan, name);
    await fan.page.waitForURL(`**/post/${post.slug}`);
    await eventually(async () => expect(await fieldOf(fan.page, 'Write a comment').inputValue()).toBe('I could not look'));
    await fan.press('Post comment');
    await fan.page.getByRole('heading', { name: '1 comment' }).waitFor();

    await fan.open(`/product/${print.slug}`);
    await fan.press('Buy now');
    await fan.arrive('Checkout');
    await fan.write('Note for the seller', 'For my sister');
    await endAllSessions(site, name);
    await fan.isTaken(/\/auth\/login\?next=/);
    await logIn(fan, name);
    await fan.arrive('Checkout');
    await fan.read('A print');
    await eventually(async () => expect(await fieldOf(fan.page, 'Note for the seller').inputValue()).toBe('For my sister'));
  });
});
