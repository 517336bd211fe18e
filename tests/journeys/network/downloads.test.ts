/** How much a guest's browser downloads before the first page works, and how the page hydrates. */
import { measureDownload, firstPages, itemPageLimit_kB, hydrationYields } from '../../kit/browser/downloads';
import { publishVideo, publishPostsOfEachKind } from '../../kit/content/published-media';
import { openSite } from '../../kit/browser/site';
import type { Site } from '../../kit/browser/site';
import { signUpFan, signUpPerformer, sampleImage } from '../../kit/people/people';
import { publishPost } from '../../kit/content/posts';
import { addProduct } from '../../kit/content/products';

let site: Site;
/** Paths of shared items, each with a comment. */
const itemPaths: Record<string, string> = {};
beforeAll(async () => {
  site = await openSite();
  // More than one page of performers: a list that prefetched the next page would load the HTTP client.
  for (let count = 1; count < 14; count += 1) await signUpPerformer(site.testHost, `other-${String(count)}`);
  const performer = await signUpPerformer(site.testHost, 'weighed');
  await publishPostsOfEachKind(site.testHost, performer);
  const fan = await signUpFan(site.testHost, 'says');
  const createdItems = [
    ['feed', 'post', (await publishPost(site.testHost, performer, { text: 'Weighed' }))._id],
    [
      'product',
      'product',
      (await addProduct(site.testHost, performer, { name: 'Mug', price: 5, stock: 1 }, { image: await sampleImage() }))._id,
    ],
    ['video', 'video', await publishVideo(site.testHost, performer, { title: 'Film', audience: 'public' })],
  ] as const;
  for (const [objectType, kind, objectId] of createdItems) {
    itemPaths[kind] = `/${kind}/${objectId}`;
    await site.testHost.call('POST /comments', { body: { objectType, objectId, content: 'Bravo' } }, { token: fan.token });
  }
});
afterAll(() => site.close());

it.each(firstPages('/weighed'))('the first page of a guest is below its limit: $name', async ({ path, limit_kB }) => {
  const { bytes, scripts } = await measureDownload(site.browser, site.url + path);
  expect(scripts.length).toBeGreaterThan(0);
  expect(bytes / 1000).toBeLessThanOrEqual(limit_kB);
});

it.each(['post', 'product', 'video'])('the page of a shared %s is below its limit for a guest, including comments', async (kind) => {
  const { bytes } = await measureDownload(site.browser, site.url + String(itemPaths[kind]));
  expect(bytes / 1000).toBeLessThanOrEqual(itemPageLimit_kB);
});

it('a page hydrates in slices and responds to input between them', async () => {
  expect(await hydrationYields(site.browser, `${site.url}/weighed`)).toBeGreaterThan(5);
});
