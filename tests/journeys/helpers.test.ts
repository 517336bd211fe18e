/** Helpers: somebody is invited by mail, publishes for a performer with an account of her own, and is out when she is removed. */
import { letHelp } from '../support/helping';
import { journey } from '../kit/browser/journey';
import { signUpFan, signUpPerformer } from '../kit/people/people';
import { pictureFile } from '../kit/files/images';
import { publishPost } from '../support/posts';
import { say, talkOf } from '../support/talk';
import type { Story } from '../kit/browser/journey';

journey('Helpers', (tell) => {
  tell('one publishes for a performer, sees nothing of her money, and is out at once', (story) =>
    // The whole way once; at the other size its screens.
    story.size === 'phone' ? wholeWay(story) : screens(story),
  );
});

async function wholeWay({ site, visit }: Story): Promise<void> {
  const email = 'ben@example.com';
  const ada = await visit({ token: (await signUpPerformer(site.world, 'ada')).token });
  await ada.open('/creator/account?section=helpers');
  await ada.read('Nobody helps you yet');
  await ada.look('helpers-none');
  await ada.press('Invite a helper');
  await ada.write('E-mail address', email);
  await ada.activate(ada.page.getByRole('checkbox', { name: /^Content/ }));
  await ada.look('invite');
  await ada.press('Send invitation');
  await ada.read(`Invitation sent to ${email}`);

  const ben = await visit({ token: (await signUpFan(site.world, 'ben')).token });
  await ben.open(await site.linkMailed(email, /^Help ada/i));
  await ben.arrive('Helping others');
  await ben.read('ada would like your help');
  await ben.look('invitation');
  await ben.press('Take the invitation');
  await ben.read('You help ada from now on');
  const tab = await ben.beside();
  await tab.open('/bookmarks');
  await tab.arrive('Bookmarks');
  await ben.press('Work for ada');
  await ben.arrive('Content');
  await ben.read('You work for ada');
  // What is open elsewhere is not his own any more either.
  await tab.arrive('This is not part of your work here');
  await tab.look('beyond');
  await tab.page.close();
  await ben.press('Create');
  await ben.press('Post', ben.page.getByRole('dialog', { name: 'Create' }));
  await ben.arrive('New post');
  await ben.write('Text', 'We are back on Friday');
  await ben.page.getByLabel('Add photos: choose files').setInputFiles([await pictureFile('scene.jpg', '#884422')]);
  await ben.page.getByRole('list', { name: 'Files of the post' }).getByText('Done').waitFor();
  await ben.look('writing');
  await ben.press('Publish');
  await ben.read('Post published');
  await ben.arrive('Content');
  await ben.read('by ben');
  await ben.look('content');
  await ben.open('/ada?tab=earnings');
  await ben.arrive('This is not part of your work here');
  await ben.open('/creator/content');

  await ada.open('/creator/account?section=helpers');
  await ada.read(/Publish a post/);
  await ada.look('helpers');
  await ada.press('Remove ben');
  await ada.press('Remove helper');
  await ada.read('ben was removed');
  await ben.arrive('Helping others');
  await ben.read('This is your own account again');
  await ben.look('over');
  await ben.open('/bookmarks');
  await ben.arrive('Bookmarks');
  await ada.open('/ada?tab=content&kind=feeds');
  await ada.read('We are back on Friday');
  await ada.read('by ben');
}

async function screens({ site, visit }: Story): Promise<void> {
  const [performer, helper] = [await signUpPerformer(site.world, 'eve'), await signUpFan(site.world, 'fay')];
  const { work } = await letHelp(site.world, performer, helper, ['content', 'messages']);
  const fan = await signUpFan(site.world, 'gil');
  const talk = await talkOf(site.world, fan, performer);
  await say(site.world, fan, talk, { text: 'Will you be there on Friday?' });
  await publishPost(site.world, { ...performer, token: work }, { text: 'We are back on Friday' });
  const eve = await visit({ token: performer.token });
  await eve.open('/creator/account?section=helpers');
  await eve.read(/Publish a post/);
  await eve.look('helpers');
  await eve.press('Remove fay');
  await eve.look('remove');
  const fay = await visit({ token: helper.token });
  await fay.open('/helping');
  await fay.look('helping');
  await fay.press('Work for eve');
  await fay.arrive('Content');
  await fay.read('by fay');
  await fay.look('content');
  await fay.open(`/messages/${talk}`);
  await fay.read('Will you be there on Friday?');
  await fay.write('Message', 'At eight!');
  await fay.press('Send');
  await fay.read('by fay');
  await fay.look('answering');
  await eve.open(`/messages/${talk}`);
  await eve.read('by fay');
  await fay.open('/wallet');
  await fay.arrive('This is not part of your work here');
  await fay.press('Stop');
  await fay.arrive('Helping others');
}
