/** Pages and posts as operators manage them: written, published, unpublished and deleted. */
import { and, eq, getTableColumns, inArray, or } from 'drizzle-orm';
import type { z } from 'zod';
import type adminSite from '@contract/site/admin-site';
import type { Parsed } from '@contract/kernel/endpoint';
import type { AdminPost as AdminPostSchema, AdminPostWithContent as WithContentSchema } from '@contract/kernel/entities';
import { reservedSegments } from '@contract/kernel/reserved';
import { Id, type Page } from '@contract/kernel/shapes';
import { audit } from '../../platform/audit/audit';
import { changesOf } from '../../platform/audit/changes';
import { inTransaction, type Context } from '../../platform/context';
import { violatedUnique } from '../../platform/db/db';
import { contains, readPage } from '../../platform/db/paging';
import { sitePages } from '../../platform/db/schema/site';
import { fail, failAt } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';

type Contract = typeof adminSite;
type Row = typeof sitePages.$inferSelect;
type Fields = Parsed<Contract['POST /admin/posts']>['body'];
type AdminPost = z.output<typeof AdminPostSchema>;
type WithContent = z.output<typeof WithContentSchema>;

const summaryOf = ({
  id,
  slug,
  type,
  title,
  shortDescription,
  status,
  ordering,
  createdAt,
  updatedAt,
}: Omit<Row, 'content'>): AdminPost => ({
  _id: id,
  slug,
  type,
  title,
  shortDescription,
  status,
  ordering,
  createdAt,
  updatedAt,
});
const postOf = (row: Row): WithContent => ({ ...summaryOf(row), content: row.content });

const { id, slug, type, title, shortDescription, status, ordering, createdAt, updatedAt } = getTableColumns(sitePages);
const summaryColumns = { id, slug, type, title, shortDescription, status, ordering, createdAt, updatedAt };

/** All pages and posts, including drafts, without their text. */
export function searchAllPosts(ctx: Context, query: Parsed<Contract['GET /admin/posts/search']>['query']): Promise<Page<AdminPost>> {
  const source = ctx.db
    .select({ id, createdAt, updatedAt, ordering, title })
    .from(sitePages)
    .where(
      and(
        query.type === undefined ? undefined : eq(type, query.type),
        query.status === undefined ? undefined : eq(status, query.status),
        query.q === undefined ? undefined : or(contains(title, query.q), contains(slug, query.q)),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, async (ids) => {
    const rows = await ctx.db.select(summaryColumns).from(sitePages).where(inArray(id, ids));
    return new Map(rows.map((row) => [row.id, summaryOf(row)]));
  });
}

/** One page with its text, even a draft. Rejects with post_not_found. */
export async function readAnyPost(ctx: Context, id: string): Promise<WithContent> {
  const [row] = await ctx.db.select().from(sitePages).where(eq(sitePages.id, id));
  return row ? postOf(row) : fail('post_not_found');
}

/** Paths of the site's own screens, which a page's slug must not equal; names that are only reserved for people may be slugs. */
const reserved = new Set<string>([...reservedSegments.pages, ...reservedSegments.api, ...reservedSegments.system]);

function assertSlug(slug: string): void {
  // A page is also found by its id, so a slug must not look like one.
  if (reserved.has(slug) || Id.safeParse(slug).success) failAt('slug', 'slug_reserved');
}

/** Runs a change of pages. Rejects with slug_taken if two of them would have the same slug. */
async function changePages<T>(ctx: Context, change: (tx: Context) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(ctx, change);
  } catch (thrown) {
    if (violatedUnique(thrown) === 'posts_slug') return failAt('slug', 'slug_taken');
    throw thrown;
  }
}

async function columnsOf(fields: Fields) {
  const { cleanHtml } = await import('./clean-html');
  return { ...fields, content: cleanHtml(fields.content) };
}

/** Creates a page. Rejects with slug_taken and slug_reserved. */
export async function createPost(ctx: Context, operator: Actor, client: Client, fields: Fields): Promise<WithContent> {
  assertSlug(fields.slug);
  const columns = await columnsOf(fields);
  return changePages(ctx, async (tx) => {
    const now = tx.clock.now();
    const row: Row = { id: tx.random.id(), ...columns, createdAt: now, updatedAt: now };
    await tx.db.insert(sitePages).values(row);
    await audit(tx, operator, client, { action: 'page.create', targetType: 'page', targetId: row.id, ...changesOf({}, row) });
    return postOf(row);
  });
}

async function lockPost(tx: Context, id: string): Promise<Row> {
  const [row] = await tx.db.select().from(sitePages).where(eq(sitePages.id, id)).for('no key update');
  return row ?? fail('post_not_found');
}

/** Changes a page in any state. Rejects with post_not_found, slug_taken and slug_reserved. */
export async function changePost(ctx: Context, operator: Actor, client: Client, id: string, fields: Fields): Promise<WithContent> {
  const columns = await columnsOf(fields);
  return changePages(ctx, async (tx) => {
    const before = await lockPost(tx, id);
    // A page keeps a slug that the site has since reserved.
    if (fields.slug !== before.slug) assertSlug(fields.slug);
    const row: Row = { ...before, ...columns, updatedAt: tx.clock.now() };
    await tx.db.update(sitePages).set(row).where(eq(sitePages.id, id));
    await audit(tx, operator, client, { action: 'page.change', targetType: 'page', targetId: id, ...changesOf(before, row) });
    return postOf(row);
  });
}

/** Deletes a page; the audit log keeps its content. Rejects with post_not_found. */
export async function deletePost(ctx: Context, operator: Actor, client: Client, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const before = await lockPost(tx, id);
    await tx.db.delete(sitePages).where(eq(sitePages.id, id));
    await audit(tx, operator, client, { action: 'page.delete', targetType: 'page', targetId: id, before: changesOf({}, before).after });
  });
}
