/** A session ends elsewhere while its owner types: they are redirected to the sign-in page, and then return to what they had typed. */
import { eventually } from '../../kit/timing/eventually';
import { journey } from '../../kit/browser/journey';
import { signUpFan, signUpPerformer } from '../../kit/people/people';
import { imageFile } from '../../kit/files/images';
import { publishPost } from '../../kit/content/posts';
import { addProduct } from '../../kit/content/products';
import { logIn } from '../../kit/browser/sign-in';
import type { Site } from '../../kit/browser/site';
import { readMessages, openConversation } from '../../kit/talk/conversations';
import { fieldOf } from '../../kit/browser/visitor';

async function endAllSessions(site: Site, name: string): Promise<void> {
  const { data } = await site.testHost.call('POST /auth/login', {
    body: { username: name, password: 'correct horse battery', remember: false },
  });
  await site.testHost.call('DELETE /auth/sessions', {}, { token: data.token });
}

journey('A session that is ended elsewhere', (story) => {
  story('redirects to the sign-in page, and restores the typed bio', async ({ site, size, visit }) => {
    const name = `bea-${size}`;
    const { token } = await signUpPerformer(site.testHost, name);
    const performer = await visit({ token });
    await performer.open(`/${name}`);
    await performer.press('Edit bio');
    await performer.fill('Bio', 'I sing on Fridays, and I');
    performer.expectStatuses(401);
    await endAllSessions(site, name);
    // The socket event or the next request reports the end: both redirect to the sign-in page.
    await performer.waitForNavigation(/\/auth\/login\?next=/);
    await performer.waitForScreen('Log in');
    await performer.waitForText('Forbidden in the action!');
    await performer.check('login-after-end');
    await logIn(performer, name);
    await performer.page.waitForURL(`**/${name}`);
    await performer.press('Edit bio');
    expect(await fieldOf(performer.page, 'Bio').inputValue()).toBe('I sing on Fridays, and I');
    await performer.press('Save bio');
    await performer.waitForText('Changes saved');
    await performer.waitForText('I sing on Fridays, and I');
  });

  story('keeps a message and its photo, which the performer sends once with three taps after signing in', async ({ site, size, visit }) => {
    const name = `cleo-${size}`;
    const [performer, fan] = [await signUpPerformer(site.testHost, name), await signUpFan(site.testHost, `hal-${size}`)];
    const id = await openConversation(site.testHost, fan, performer);
    const visitor = await visit({ token: performer.token });
    const field = visitor.page.getByRole('textbox', { name: 'Message', exact: true });
    const photo = visitor.page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
    await visitor.open(`/messages/${id}`);
    await field.waitFor();
    await visitor.chooseFiles('Attach photos or videos', await imageFile('scene.jpg', '#336699'));
    await visitor.page.getByRole('button', { name: 'Send', exact: true }).and(visitor.page.locator(':enabled')).waitFor();
    await visitor.fill('Message', 'Look at this');
    await photo.waitFor();
    visitor.expectStatuses(401);
    await endAllSessions(site, name);
    await visitor.waitForNavigation(/\/auth\/login\?next=/);
    await visitor.waitForText('Forbidden in the action!');
    visitor.limitActivations(3);
    await logIn(visitor, name);
    await visitor.page.waitForURL(`**/messages/${id}`);
    await field.waitFor();
    expect(await field.inputValue()).toBe('Look at this');
    await photo.waitFor();
    expect((await readMessages(site.testHost, fan, id)).total).toBe(0);
    await visitor.press('Send');
    await visitor.page.getByRole('log').getByText('Look at this').waitFor();
    await eventually(async () => {
      const { data, total } = await readMessages(site.testHost, fan, id);
      expect([total, data[0]?.text, data[0]?.files.length]).toEqual([1, 'Look at this', 1]);
    });
  });

  story('keeps a form of several fields for the same person, and shows it to no one else', async ({ site, size, visit }) => {
    const name = `ben-${size}`;
    await signUpFan(site.testHost, name);
    await signUpFan(site.testHost, `eve-${size}`);
    const fan = await visit();
    await fan.open('/auth/login?next=/user/account?section=profile');
    await logIn(fan, name);
    await fan.page.waitForURL('**/user/account?section=profile');
    await fan.fill('First name', 'Benjamin');
    await fan.fill('Last name', 'Half-typed');
    fan.expectStatuses(401);
    await endAllSessions(site, name);
    await fan.waitForNavigation(/\/auth\/login\?next=/);
    await fan.waitForText('Forbidden in the action!');

    await logIn(fan, `eve-${size}`);
    await fan.page.waitForURL('**/user/account?section=profile');
    await fan.waitForScreen('Profile');
    expect(await fieldOf(fan.page, 'Last name').inputValue()).toBe('');
    await endAllSessions(site, `eve-${size}`);
    await fan.waitForNavigation(/\/auth\/login\?next=/);
    await logIn(fan, name);
    await fan.page.waitForURL('**/user/account?section=profile');
    await fan.waitForScreen('Profile');
    expect(await fieldOf(fan.page, 'First name').inputValue()).toBe('Benjamin');
    expect(await fieldOf(fan.page, 'Last name').inputValue()).toBe('Half-typed');
  });

  story('keeps a comment, and the fields of the checkout', async ({ site, size, visit }) => {
    const { testHost } = site;
    const name = `cyd-${size}`;
    const performer = await signUpPerformer(testHost, `dot-${size}`);
    const [post, print] = [await publishPost(testHost, performer), await addProduct(testHost, performer, { name: 'A print' })];
    await signUpFan(testHost, name);
    const fan = await visit();
    await fan.open(`/auth/login?next=/post/${post.slug}`);
    await logIn(fan, name);
    await fan.page.waitForURL(`**/post/${post.slug}`);
    await fan.fill('Write a comment', 'I could not look');
    fan.expectStatuses(401);
    await endAllSessions(site, name);
    await fan.waitForNavigation(/\/auth\/login\?next=/);
    await logIn(fan, name);
    await fan.page.waitForURL(`**/post/${post.slug}`);
    await eventually(async () => expect(await fieldOf(fan.page, 'Write a comment').inputValue()).toBe('I could not look'));
    await fan.press('Post comment');
    await fan.page.getByRole('heading', { name: '1 comment' }).waitFor();

    await fan.open(`/product/${print.slug}`);
    await fan.press('Buy now');
    await fan.waitForScreen('Checkout');
    await fan.fill('Note to the seller', 'For my sister');
    await endAllSessions(site, name);
    await fan.waitForNavigation(/\/auth\/login\?next=/);
    await logIn(fan, name);
    await fan.waitForScreen('Checkout');
    await fan.waitForText('A print');
    await eventually(async () => expect(await fieldOf(fan.page, 'Note to the seller').inputValue()).toBe('For my sister'));
  });
});
