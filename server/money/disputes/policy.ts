/** The site's published refund policy, from its pages. */
import { and, eq } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { sitePages } from '../../platform/db/schema/site';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

/** The plain text of sanitized HTML. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim();

/**
 * The sections of the published terms about refunds, with the URL of the page. Empty when there is no terms page or it is in another
 * language: then an operator writes the policy.
 */
export async function refundPolicy(ctx: Context): Promise<string> {
  const { slug, status, content } = sitePages;
  const [terms] = await ctx.db
    .select({ content })
    .from(sitePages)
    .where(and(eq(slug, 'terms'), eq(status, 'published')));
  const sections = (terms?.content ?? '').split(/(?=<h[1-6][\s>])/).filter((section) => /<h[1-6][^>]*>[^<]*refund/i.test(section));
  if (sections.length === 0) return '';
  return [`From the terms of use (${ctx.config.siteUrl}/page/terms):`, ...sections.map(textOf)].join('\n');
}
