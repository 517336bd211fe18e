/** Addresses are anybody's to write: a tab that does not exist opens the first one, whatever it is called. */
import type { Name } from '@contract/api';
import { usersRead } from '@web/features/console/reads';
import explore from '../../pages/explore';
import profile from '../../pages/[profileId]';
import type { LoadContext } from './define-page';

const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'nothing'];

/** What the server part of a page asks the host. */
async function asked(page: typeof explore, query: Record<string, string>): Promise<Name[]> {
  const heard: Name[] = [];
  const read = (name: Name) => {
    heard.push(name);
    return Promise.resolve({ _id: 'p-1', username: 'ada' });
  };
  await page.definition.load?.({ read, readAlike: read, query, viewer: null } as unknown as LoadContext);
  return heard;
}

it.each(names)('explore shows performers at the tab %s', async (tab) => {
  expect(await asked(explore, { tab })).toEqual(['GET /performers/user/search']);
});

it.each(names)('a profile reads nothing more at the tab %s', async (tab) => {
  expect(await asked(profile, { profileId: 'ada', tab })).toEqual(['GET /performers/:id']);
});

it('both read what an existing tab shows', async () => {
  expect(await asked(explore, { tab: 'videos' })).toEqual(['GET /performer-assets/videos/search']);
  expect(await asked(profile, { profileId: 'ada', tab: 'videos' })).toEqual(['GET /performers/:id', 'GET /performer-assets/videos/search']);
  expect(await asked(profile, { profileId: 'ada' })).toEqual(['GET /performers/:id', 'GET /user/feeds']);
});

it.each(names)('the list of accounts is not narrowed by whether they are confirmed when that is %s', (confirmed) => {
  expect(usersRead({ confirmed }).query.isEmailVerified).toBeUndefined();
  expect(usersRead({ confirmed: 'yes' }).query.isEmailVerified).toBe(true);
  expect(usersRead({ confirmed: 'no' }).query.isEmailVerified).toBe(false);
});
