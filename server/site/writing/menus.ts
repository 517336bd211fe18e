/** The menus of the site: replaced as a whole, in force at once on every host, and asked whether their links lead anywhere. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type adminSite from '@contract/site/admin-site';
import type { Parsed } from '@contract/endpoint';
import type { AdminMenu as AdminMenuSchema } from '@contract/kernel/entities';
import { errors } from '@contract/kernel/errors';
import { reservedSegments } from '@contract/kernel/reserved';
import { kindOfLink, menuSections } from '@contract/values';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { notify } from '../../platform/db/listen';
import { accounts, menus, posts } from '../../platform/db/schema/schema';
import { takeTurn } from '../../platform/db/advisory-lock';
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
const screens = new Set<string>(reservedSegments.pages);

/** The paths among `rows` that lead nowhere on this site. Other sites are not asked. Two queries, however many there are. */
async function brokenPaths(ctx: Context, rows: readonly Row[]): Promise<Set<string>> {
  const inside = rows.filter((row) => row.isInternal).map(({ path }) => ({ path, segments: segmentsOf(path) }));
  const slugs = inside.flatMap(({ segments: [first, slug] }) => (first === 'page' && slug !== undefined ? [slug] : []));
  const names = inside.flatMap(({ segments: [first] }) => (first === undefined || screens.has(first) ? [] : [first]));
  const published = await ctx.db
    .select({ slug: posts.slug })
    .from(posts)
    .where(and(eq(posts.status, 'published'), inArray(posts.slug, ['', ...slugs])));
  const people = await ctx.db
    .select({ username: accounts.username })
    .from(accounts)
    .where(and(eq(accounts.status, 'active'), inArray(accounts.username, ['', ...names])));
  const pages = new Set(published.map(({ slug }) => slug));
  const known = new Set(people.map(({ username }) => username));
  const leads = ([first, second]: string[]): boolean => {
    if (first === undefined) return true;
    if (first === 'page') return second !== undefined && pages.has(second);
    return screens.has(first) || known.has(first);
  };
  return new Set(inside.filter(({ segments }) => !leads(segments)).map(({ path }) => path));
}

async function shown(ctx: Context, rows: readonly Row[]): Promise<AdminMenu[]> {
  const broken = await brokenPaths(ctx, rows);
  return rows.map(({ id, ...row }) => ({ _id: id, ...row, isBroken: broken.has(row.path) }));
}

const inOrder = (ctx: Context): Promise<Row[]> => ctx.db.select().from(menus).orderBy(asc(menus.section), asc(menus.ordering));

/** The entries of all menus, section by section in their order. */
export const listMenus = async (ctx: Context): Promise<AdminMenu[]> => shown(ctx, await inOrder(ctx));

/** Checks the links. Refuses with menu_link_invalid and the entries meant. */
function checked(entries: readonly Entry[]): (Entry & Pick<Row, 'isInternal'>)[] {
  const kinds = entries.map(({ path }) => kindOfLink(path));
  const issues = kinds.flatMap((kind, index) =>
    kind === null ? [{ path: `menus.${String(index)}.path`, message: errors.menu_link_invalid[1] }] : [],
  );
  if (issues.length > 0) return fail('menu_link_invalid', { issues });
  return entries.map((entry, index) => ({ ...entry, isInternal: kinds[index] === 'inside' }));
}

/** The rows of entries, section by section; an entry that was there before keeps its id. */
function rowsOf(ctx: Context, entries: ReturnType<typeof checked>, before: readonly Row[]): Row[] {
  const kept = new Set(before.map(({ id }) => id));
  const idOf = (id: string | undefined): string => (id !== undefined && kept.delete(id) ? id : ctx.chance.id());
  return menuSections.flatMap((section) =>
    entries.filter((entry) => entry.section === section).map(({ _id, ...entry }, ordering) => ({ ...entry, id: idOf(_id), ordering })),
  );
}

const told = (rows: readonly Row[]) => ({
  menus: rows.map(({ title, path, section, isNewTab, help }) => ({ title, path, section, isNewTab, help })),
});

/** Replaces all menus; they hold on this host before they are answered. Refuses with menu_link_invalid and the entries meant. */
export async function replaceMenus(ctx: Context, operator: Actor, client: Client, entries: readonly Entry[]): Promise<AdminMenu[]> {
  const links = checked(entries);
  await inTransaction(ctx, async (tx) => {
    // The lock of the settings: menus are told together with them.
    await takeTurn(tx.db, 'settings');
    const before = await inOrder(tx);
    const rows = rowsOf(tx, links, before);
    await tx.db.delete(menus);
    if (rows.length > 0) await tx.db.insert(menus).values(rows);
    await audit(tx, operator, client, {
      action: 'menus.change',
      targetType: 'site',
      targetId: 'menus',
      before: told(before),
      after: told(rows),
    });
    await publish(tx, 'settings/changed', ['site'], (await readSettings(tx.db, tx.config)).visible);
    await notify(tx.db, 'settings');
  });
  await ctx.settings.reload();
  return listMenus(ctx);
}
