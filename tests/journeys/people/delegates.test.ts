/** Delegates: a person is invited by mail, publishes for a performer from their own account, and loses access when removed. */
import { delegateTo } from '../../kit/people/delegation';
import { journey } from '../../kit/browser/journey';
import { signUpFan, signUpPerformer } from '../../kit/people/people';
import { imageFile } from '../../kit/files/images';
import { publishPost } from '../../kit/content/posts';
import { sendMessage, openConversation } from '../../kit/talk/conversations';
import type { StoryContext } from '../../kit/browser/journey';

journey('A delegate', (story) => {
  story('publishes for a performer, cannot see the earnings, and loses access immediately when removed', (context) =>
    // The complete story at one size, and its screens at the other.
    context.size === 'phone' ? completeStory(context) : inspectStoryScreens(context),
  );
});

async function completeStory({ site, visit }: StoryContext): Promise<void> {
  const email = 'ben@example.com';
  const ada = await visit({ token: (await signUpPerformer(site.testHost, 'ada')).token });
  await ada.open('/creator/account?section=helpers');
  await ada.waitForText('No managers yet');
  await ada.check('helpers-none');
  await ada.press('Invite manager');
  await ada.fill('Email address', email);
  await ada.activate(ada.page.getByRole('checkbox', { name: /^Content/ }));
  await ada.check('invite');
  await ada.press('Send invitation');
  await ada.waitForText(`Invitation sent to ${email}`);

  const ben = await visit({ token: (await signUpFan(site.testHost, 'ben')).token });
  await ben.open(await site.mailedLink(email, /invited you as a manager/i));
  await ben.waitForScreen('Profiles you manage');
  await ben.waitForText('ada invited you as a manager');
  await ben.check('invitation');
  await ben.press('Accept invitation');
  await ben.waitForText('You now manage ada’s profile');
  const tab = await ben.openTab();
  await tab.open('/bookmarks');
  await tab.waitForScreen('Bookmarks');
  await ben.press('Manage profile of ada');
  await ben.waitForScreen('Content');
  await ben.waitForText('You’re managing ada');
  // Other open tabs switch to the delegated session, too.
  await tab.waitForScreen('You don’t have access to this page');
  await tab.check('beyond');
  await tab.page.close();
  await ben.press('Create');
  await ben.press('Post', ben.page.getByRole('dialog', { name: 'Create' }));
  await ben.waitForScreen('New post');
  await ben.fill('Text', 'We are back on Friday');
  await ben.page.getByLabel('Add photos: choose files').setInputFiles([await imageFile('scene.jpg', '#884422')]);
  await ben.page.getByRole('list', { name: 'Files in this post' }).getByText('Done').waitFor();
  await ben.check('writing');
  await ben.press('Publish');
  await ben.waitForText('Post published');
  await ben.waitForScreen('Content');
  await ben.waitForText('by ben');
  await ben.check('content');
  await ben.open('/ada?tab=earnings');
  await ben.waitForScreen('You don’t have access to this page');
  await ben.open('/creator/content');

  await ada.open('/creator/account?section=helpers');
  await ada.waitForText(/Create a post/);
  await ada.check('helpers');
  await ada.press('Remove ben');
  await ada.press('Remove manager');
  await ada.waitForText('ben was removed');
  await ben.waitForScreen('Profiles you manage');
  await ben.waitForText('You’re back in your own account');
  await ben.check('over');
  await ben.open('/bookmarks');
  await ben.waitForScreen('Bookmarks');
  await ada.open('/ada?tab=content&kind=feeds');
  await ada.waitForText('We are back on Friday');
  await ada.waitForText('by ben');
}

async function inspectStoryScreens({ site, visit }: StoryContext): Promise<void> {
  const [performer, delegate] = [await signUpPerformer(site.testHost, 'eve'), await signUpFan(site.testHost, 'fay')];
  const { sessionToken: delegatedToken } = await delegateTo(site.testHost, performer, delegate, ['content', 'messages']);
  const fan = await signUpFan(site.testHost, 'gil');
  const conversationId = await openConversation(site.testHost, fan, performer);
  await sendMessage(site.testHost, fan, conversationId, { text: 'Will you be there on Friday?' });
  await publishPost(site.testHost, { ...performer, token: delegatedToken }, { text: 'We are back on Friday' });
  const eve = await visit({ token: performer.token });
  await eve.open('/creator/account?section=helpers');
  await eve.waitForText(/Create a post/);
  await eve.check('helpers');
  await eve.press('Remove fay');
  await eve.check('remove');
  const fay = await visit({ token: delegate.token });
  await fay.open('/helping');
  await fay.check('helping');
  await fay.press('Manage profile of eve');
  await fay.waitForScreen('Content');
  await fay.waitForText('by fay');
  await fay.check('content');
  await fay.open(`/messages/${conversationId}`);
  await fay.waitForText('Will you be there on Friday?');
  await fay.fill('Message', 'At eight!');
  await fay.press('Send');
  await fay.waitForText('by fay');
  await fay.check('answering');
  await eve.open(`/messages/${conversationId}`);
  await eve.waitForText('by fay');
  await fay.open('/wallet');
  await fay.waitForScreen('You don’t have access to this page');
  await fay.press('Stop');
  await fay.waitForScreen('Profiles you manage');
}
