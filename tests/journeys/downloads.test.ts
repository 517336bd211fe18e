/** What a guest's browser has to download before a first page works, and how it begins to. */
import { downloadOf, firstPages, slicesOf } from '../kit/browser/downloads';
import { showPosts } from '../support/on-show';
import { openSite } from '../kit/browser/site';
import type { Site } from '../kit/browser/site';
import { signUpPerformer } from '../kit/people/people';

let site: Site;
beforeAll(async () => {
  site = await openSite();
  // More than one page of them: a list that fetched ahead of a first look would bring the HTTP client along.
  for (let count = 1; count < 14; count += 1) await signUpPerformer(site.world, `other-${String(count)}`);
  await showPosts(site.world, await signUpPerformer(site.world, 'weighed'));
});
afterAll(() => site.close());

it.each(firstPages('/weighed'))("a guest's first page stays small: $name", async ({ path, most_kB }) => {
  const { bytes, scripts } = await downloadOf(site.browser, site.url + path);
  expect(scripts.length).toBeGreaterThan(0);
  expect(bytes / 1000).toBeLessThanOrEqual(most_kB);
});

it('a page takes over in slices, between which it answers a finger', async () => {
  expect(await slicesOf(site.browser, `${site.url}/weighed`)).toBeGreaterThan(5);
});
