/** What search engines read: robots.txt and sitemaps from the site's own server, with a real API server behind it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NextPageContext } from 'next';
import { prepareRender } from '@web/shell/server/server-render';
import robotsPage from '../../pages/robots.txt';
import sitemapPage from '../../pages/sitemap.xml';
import { publicKinds } from '@contract/kernel/values/content';
import { signUpPerformer } from '../kit/people/people';
import { addProduct } from '../kit/content/products';
import { publishItem } from '../kit/content/published-item';
import { openTestHost, type TestHost } from '../kit/host/test-host';

let testHost: TestHost;
let site: Server;
let siteUrl: string;

beforeAll(async () => {
  testHost = await openTestHost();
  site = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://site.test');
    const context = { req, res, asPath: req.url ?? '/', pathname: url.pathname, query: Object.fromEntries(url.searchParams) };
    prepareRender(context as unknown as NextPageContext, url.pathname === '/robots.txt' ? robotsPage : sitemapPage).then(
      () => {
        if (!res.writableEnded) res.end('page');
      },
      () => res.destroy(),
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', () => resolve()));
  siteUrl = `http://127.0.0.1:${String((site.address() as AddressInfo).port)}`;
  process.env['API_INTERNAL_URL'] = testHost.url;
  process.env['API_URL'] = testHost.url;
  process.env['SITE_URL'] = siteUrl;
});
afterAll(async () => {
  site.close();
  site.closeAllConnections();
  await testHost.close();
});

const read = async (path: string) => {
  const response = await fetch(siteUrl + path);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};
const locations = (text: string): string[] => [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? '');

test('robots.txt excludes pages of signed-in people, but not usernames with the same prefix', async () => {
  const { status, type, text } = await read('/robots.txt');
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
  const lines = text.split('\n');
  expect(lines).toEqual(
    expect.arrayContaining(['User-agent: *', 'Allow: /', 'Disallow: /admin/', 'Disallow: /user$', `Sitemap: ${siteUrl}/sitemap.xml`]),
  );
  expect(lines.filter((line) => line.startsWith('Disallow:')).every((line) => /[$/?]$/.test(line))).toBe(true);
});

test("the sitemap index lists the sitemaps, and these list what guests can open, under the site's own address", async () => {
  const performer = await signUpPerformer(testHost, 'sky.high');
  const index = await read('/sitemap.xml');
  expect([index.status, index.type]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(locations(index.text)).toEqual(['page', ...publicKinds].map((kind) => `${siteUrl}/sitemap.xml?of=${kind}`));
  await publishItem(testHost, performer, 'feed', { audience: 'public' }, 'Tom & Jerry’s <day>');
  await publishItem(testHost, performer, 'video', { audience: 'subscribers' }, 'For some');
  expect(locations((await read('/sitemap.xml?of=performer')).text)).toEqual([`${siteUrl}/sky.high`]);
  const posts = (await read('/sitemap.xml?of=feed')).text;
  expect(locations(posts)).toEqual([expect.stringMatching(new RegExp(`^${siteUrl}/post/tom-jerry-s-day-[0-9a-f]{8}$`))]);
  expect(posts).toMatch(/<lastmod>\d{4}-\d\d-\d\dT[^<]+Z<\/lastmod>/);
  expect(locations((await read('/sitemap.xml?of=video')).text)).toEqual([]);
  await addProduct(testHost, performer, { name: 'A signed print' });
  const products = locations((await read('/sitemap.xml?of=product')).text);
  expect(products).toEqual([expect.stringMatching(new RegExp(`^${siteUrl}/product/a-signed-print-[0-9a-f]{8}$`))]);
  expect(locations((await read('/sitemap.xml?of=page')).text)).toContain(`${siteUrl}/explore`);
  expect((await read('/sitemap.xml?of=nothing')).status).toBe(404);
});
