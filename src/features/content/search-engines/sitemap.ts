/** The sitemap and robots.txt. All URLs are absolute, with the site's own origin. */
import * as limits from '@contract/kernel/limits';
import { publicKinds, type PublicKind } from '@contract/kernel/values/content';
import { itemPath, profilePath } from '@web/lib/paths';
import type { ResponseOf } from '@web/services/call';
import type { Services } from '@web/services/services';

type Address = ResponseOf<'GET /search/addresses'>['data'][number];

/** A document that is served instead of a page. */
export interface TextDocument {
  /** The media type. */
  type: string;
  text: string;
}

/** Pages that always exist. */
const staticPaths = ['/', '/explore', '/contact'];
/** First path segments of private pages. A bare prefix would also match every username that starts with it. */
const privateSegments =
  'admin bookmarks cart checkout creator following messages notifications orders payment purchases subscriptions user wallet'.split(' ');

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&apos;');
const xml = (root: string, entries: string[]): TextDocument => ({
  type: 'application/xml; charset=utf-8',
  text: `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`,
});

const pathOf = (kind: PublicKind, name: string): string =>
  kind === 'performer' ? profilePath({ id: name }) : itemPath({ kind, _id: name, slug: name });

/** The newest items of a kind, up to the sitemap's limit. */
async function addressesOf({ search }: Services, kind: PublicKind): Promise<Address[]> {
  const found: Address[] = [];
  let cursor: string | undefined;
  do {
    const page = await search['GET /search/addresses']({ query: cursor === undefined ? { kind } : { kind, cursor } });
    found.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && found.length < limits.sitemapUrlsMax);
  return found.slice(0, limits.sitemapUrlsMax);
}

/** The sitemap of one kind, or without a kind the sitemap index with the static pages. */
export async function sitemap(services: Services, siteUrl: string, requestedKind: string | undefined): Promise<TextDocument | null> {
  if (requestedKind === undefined) {
    const sitemaps = ['page', ...publicKinds].map(
      (kind) => `<sitemap><loc>${escapeXml(`${siteUrl}/sitemap.xml?of=${kind}`)}</loc></sitemap>`,
    );
    return xml('sitemapindex', sitemaps);
  }
  if (requestedKind === 'page') {
    return xml(
      'urlset',
      staticPaths.map((path) => `<url><loc>${escapeXml(siteUrl + path)}</loc></url>`),
    );
  }
  const kind = publicKinds.find((known) => known === requestedKind);
  if (kind === undefined) return null;
  const addresses = await addressesOf(services, kind);
  return xml(
    'urlset',
    addresses.map(
      ({ name, updatedAt }) => `<url><loc>${escapeXml(siteUrl + pathOf(kind, name))}</loc><lastmod>${updatedAt}</lastmod></url>`,
    ),
  );
}

/** robots.txt: disallowed paths, and the sitemap's URL. */
export function robots(siteUrl: string): TextDocument {
  const rules = privateSegments.flatMap((segment) => [`Disallow: /${segment}$`, `Disallow: /${segment}/`, `Disallow: /${segment}?`]);
  /** For machines, so it is never translated. */
  const text = ['User-agent: *', 'Allow: /', ...rules, '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n');
  return { type: 'text/plain; charset=utf-8', text };
}
