/** Tabs in URLs are untrusted: unknown tabs, even names of Object.prototype, open the first tab. */
import type { Name } from '@contract/api';
import { usersRequest } from '@web/features/console/parts/requests';
import explore from '../../../pages/explore';
import profile from '../../../pages/[profileId]';
import type { LoadContext } from '@web/services/load-context';

const unknownValues = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'nothing'];

/** The endpoints that a page's `load` calls. */
async function requestedEndpoints(page: typeof explore, query: Record<string, string>): Promise<Name[]> {
  const names: Name[] = [];
  const read = (name: Name) => {
    names.push(name);
    return Promise.resolve({ _id: 'p-1', username: 'ada' });
  };
  await page.definition.load?.({ read, readShared: read, query, viewer: null } as unknown as LoadContext);
  return names;
}

it.each(unknownValues)('the explore page reads performers for the unknown tab %s', async (tab) => {
  expect(await requestedEndpoints(explore, { tab })).toEqual(['GET /performers/user/search']);
});

it.each(unknownValues)('a profile page reads only the profile for the unknown tab %s', async (tab) => {
  expect(await requestedEndpoints(profile, { profileId: 'ada', tab })).toEqual(['GET /performers/:id']);
});

it('the explore and profile pages read the data of a known tab', async () => {
  expect(await requestedEndpoints(explore, { tab: 'videos' })).toEqual(['GET /performer-assets/videos/search']);
  expect(await requestedEndpoints(profile, { profileId: 'ada', tab: 'videos' })).toEqual([
    'GET /performers/:id',
    'GET /performer-assets/videos/search',
  ]);
  expect(await requestedEndpoints(profile, { profileId: 'ada' })).toEqual(['GET /performers/:id', 'GET /user/feeds']);
});

it.each(unknownValues)('the list of accounts ignores the unknown filter value %s', (confirmed) => {
  expect(usersRequest({ confirmed }).query.isEmailVerified).toBeUndefined();
  expect(usersRequest({ confirmed: 'yes' }).query.isEmailVerified).toBe(true);
  expect(usersRequest({ confirmed: 'no' }).query.isEmailVerified).toBe(false);
});
