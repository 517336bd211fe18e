/** What search engines are told: which addresses there are, and where they should not look. Whole addresses, under the site's own name. */
import * as limits from '@contract/kernel/limits';
import { publicKinds, type PublicKind } from '@contract/values';
import { itemPath, profilePath } from '@web/lib/paths';
import type { AnswerOf } from '@web/services/call';
import type { Services } from '@web/services/services';

type Address = AnswerOf<'GET /search/addresses'>['data'][number];

/** An answer that is a document of its own instead of a page. */
export interface TextDocument {
  type: string;
  text: string;
}

/** The pages that are always there. */
const standing = ['/', '/explore', '/contact'];
/** First segments of what belongs to signed-in people. A bare prefix would also mean every username that begins so. */
const closed =
  'admin bookmarks cart checkout creator following messages notifications orders payment purchases subscriptions user wallet'.split(' ');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&apos;');
const xml = (root: string, entries: string[]): TextDocument => ({
  type: 'application/xml; charset=utf-8',
  text: `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`,
});

const pathOf = (kind: PublicKind, name: string): string =>
  kind === 'performer' ? profilePath({ id: name }) : itemPath({ kind, _id: name, slug: name });

/** All there is of a kind, the newest first, as far as one list may hold. */
async function addressesOf({ search }: Services, kind: PublicKind): Promise<Address[]> {
  const found: Address[] = [];
  let cursor: string | undefined;
  do {
    const page = await search['GET /search/addresses']({ query: cursor === undefined ? { kind } : { kind, cursor } });
    found.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && found.length < limits.addressesMax);
  return found.slice(0, limits.addressesMax);
}

/** The list of one kind of address, or without a kind the list of those lists and the pages that are always there. */
export async function sitemap(services: Services, siteUrl: string, asked: string | undefined): Promise<TextDocument | null> {
  if (asked === undefined) {
    const lists = ['page', ...publicKinds].map((kind) => `<sitemap><loc>${escaped(`${siteUrl}/sitemap.xml?of=${kind}`)}</loc></sitemap>`);
    return xml('sitemapindex', lists);
  }
  if (asked === 'page') {
    return xml(
      'urlset',
      standing.map((path) => `<url><loc>${escaped(siteUrl + path)}</loc></url>`),
    );
  }
  const kind = publicKinds.find((known) => known === asked);
  if (kind === undefined) return null;
  const addresses = await addressesOf(services, kind);
  return xml(
    'urlset',
    addresses.map(({ name, updatedAt }) => `<url><loc>${escaped(siteUrl + pathOf(kind, name))}</loc><lastmod>${updatedAt}</lastmod></url>`),
  );
}

/** Where robots should not look, and where the list of addresses is. */
export function robots(siteUrl: string): TextDocument {
  const rules = closed.flatMap((segment) => [`Disallow: /${segment}$`, `Disallow: /${segment}/`, `Disallow: /${segment}?`]);
  /** For machines; never translated. */
  const text = ['User-agent: *', 'Allow: /', ...rules, '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n');
  return { type: 'text/plain; charset=utf-8', text };
}
