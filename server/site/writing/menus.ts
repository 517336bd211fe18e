/** The menus of the site: replaced as a whole, with immediate effect on every API server; broken links are marked. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type adminSite from '@contract/site/admin-site';
import type { Parsed } from '@contract/kernel/endpoint';
import type { AdminMenu as AdminMenuSchema } from '@contract/kernel/entities';
import { errors } from '@contract/kernel/errors';
import { reservedSegments } from '@contract/kernel/reserved';
import { linkKind } from '@contract/kernel/values/promos';
import { menuSections } from '@contract/kernel/values/site';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { notifyProcesses } from '../../platform/db/listen';
import { accounts } from '../../platform/db/schema/accounts';
import { menus, sitePages } from '../../platform/db/schema/site';
import { takeAdvisoryLock } from '../../platform/db/advisory-lock';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { publish } from '../../platform/outbox/publish';
import { readSettings } from '../../platform/settings/settings';

type Row = typeof menus.$inferSelect;
type AdminMenu = z.output<typeof AdminMenuSchema>;
type Entry = Parsed<(typeof adminSite)['PUT /admin/menus']>['body']['menus'][number];

const segmentsOf = (path: string): string[] => {
  const { pathname } = new URL(path, 'https://site.invalid');
  return pathname.split('/').filter(Boolean);
};
const appSegments = new Set<string>(reservedSegments.pages);

/** Paths of `rows` that lead nowhere on this site. External links are not checked. Two queries, for any number of rows. */
async function brokenPaths(ctx: Context, rows: readonly Row[]): Promise<Set<string>> {
  const internalLinks = rows.filter((row) => row.isInternal).map(({ path }) => ({ path, segments: segmentsOf(path) }));
  const slugs = internalLinks.flatMap(({ segments: [first, slug] }) => (first === 'page' && slug !== undefined ? [slug] : []));
  const names = internalLinks.flatMap(({ segments: [first] }) => (first === undefined || appSegments.has(first) ? [] : [first]));
  const published = await ctx.db
    .select({ slug: sitePages.slug })
    .from(sitePages)
    .where(and(eq(sitePages.status, 'published'), inArray(sitePages.slug, ['', ...slugs])));
  const people = await ctx.db
    .select({ username: accounts.username })
    .from(accounts)
    .where(and(eq(accounts.status, 'active'), inArray(accounts.username, ['', ...names])));
  const pages = new Set(published.map(({ slug }) => slug));
  const usernames = new Set(people.map(({ username }) => username));
  const isReachable = ([first, second]: string[]): boolean => {
    if (first === undefined) return true;
    if (first === 'page') return second !== undefined && pages.has(second);
    return appSegments.has(first) || usernames.has(first);
  };
  return new Set(internalLinks.filter(({ segments }) => !isReachable(segments)).map(({ path }) => path));
}

async function adminMenusOf(ctx: Context, rows: readonly Row[]): Promise<AdminMenu[]> {
  const broken = await brokenPaths(ctx, rows);
  return rows.map(({ id, ...row }) => ({ _id: id, ...row, isBroken: broken.has(row.path) }));
}

const orderedRows = (ctx: Context): Promise<Row[]> => ctx.db.select().from(menus).orderBy(asc(menus.section), asc(menus.ordering));

/** The entries of all menus, by section and order. */
export const listMenus = async (ctx: Context): Promise<AdminMenu[]> => adminMenusOf(ctx, await orderedRows(ctx));

/** Validates the links. Rejects with menu_link_invalid and the invalid entries. */
function validateEntries(entries: readonly Entry[]): (Entry & Pick<Row, 'isInternal'>)[] {
  const kinds = entries.map(({ path }) => linkKind(path));
  const issues = kinds.flatMap((kind, index) =>
    kind === null ? [{ path: `menus.${String(index)}.path`, message: errors.menu_link_invalid[1] }] : [],
  );
  if (issues.length > 0) return fail('menu_link_invalid', { issues });
  return entries.map((entry, index) => ({ ...entry, isInternal: kinds[index] === 'inside' }));
}

/** The rows of entries, by section; an existing entry keeps its id. */
function rowsOf(ctx: Context, entries: ReturnType<typeof validateEntries>, before: readonly Row[]): Row[] {
  const existingIds = new Set(before.map(({ id }) => id));
  const idOf = (id: string | undefined): string => (id !== undefined && existingIds.delete(id) ? id : ctx.random.id());
  return menuSections.flatMap((section) =>
    entries.filter((entry) => entry.section === section).map(({ _id, ...entry }, ordering) => ({ ...entry, id: idOf(_id), ordering })),
  );
}

const auditFieldsOf = (rows: readonly Row[]) => ({
  menus: rows.map(({ title, path, section, isNewTab, help }) => ({ title, path, section, isNewTab, help })),
});

/** Replaces all menus; they apply in this process before the response is sent. Rejects with menu_link_invalid and the invalid entries. */
export async function replaceMenus(ctx: Context, operator: Actor, client: Client, entries: readonly Entry[]): Promise<AdminMenu[]> {
  const links = validateEntries(entries);
  await inTransaction(ctx, async (tx) => {
    // The settings' lock: menus are published together with them.
    await takeAdvisoryLock(tx.db, 'settings');
    const before = await orderedRows(tx);
    const rows = rowsOf(tx, links, before);
    await tx.db.delete(menus);
    if (rows.length > 0) await tx.db.insert(menus).values(rows);
    await audit(tx, operator, client, {
      action: 'menus.change',
      targetType: 'site',
      targetId: 'menus',
      before: auditFieldsOf(before),
      after: auditFieldsOf(rows),
    });
    await publish(tx, 'settings/changed', ['site'], (await readSettings(tx.db, tx.config)).visible);
    await notifyProcesses(tx.db, 'settings');
  });
  await ctx.settings.reload();
  return listMenus(ctx);
}
