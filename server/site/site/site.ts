/** What visitors read of the site itself, and how they write to its people. */
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Parsed } from '@contract/endpoint';
import type { Post as PostSchema, PostWithContent as PostWithContentSchema } from '@contract/kernel/entities';
import { settingRules, type SettingKey } from '@contract/kernel/settings';
import { Id, type Page } from '@contract/kernel/shapes';
import type siteContract from '@contract/site/site';
import { inTransaction, type Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { accounts, contactMessages, posts } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Client } from '../../platform/http/client';
import { sendMail } from '../../mail/mail';
import { assertHuman } from '../../platform/captcha/captcha';
import { notifyOperators } from '../../people/notifications/notifications';
import { holds } from '../../platform/rights';
import { raise } from '../../platform/webhooks/emit';

export { ensurePages } from './default-pages';

type Contract = typeof siteContract;
type Post = z.output<typeof PostSchema>;
type PostWithContent = z.output<typeof PostWithContentSchema>;
type ContactMessage = Parsed<Contract['POST /contact']>['body'];

/** A message goes to so many operators at the most, when no address is set for them. */
const operatorsToldMax = 20;

const isKeyed = (key: string): key is SettingKey =>
  Object.hasOwn(settingRules, key) && settingRules[key as SettingKey].visibility === 'keyed';

/** The values of those keys that visitors may know; the others are left out. */
export function settingsByKeys(ctx: Context, keys: string[]): Record<string, unknown> {
  const visible: Record<string, unknown> = ctx.settings.visible();
  const values = ctx.settings.values();
  return Object.fromEntries(
    keys.flatMap((key) => {
      if (Object.hasOwn(visible, key)) return [[key, visible[key]]];
      return isKeyed(key) ? [[key, values[key]]] : [];
    }),
  );
}

const listed = ({ id, slug, type, title, shortDescription, ordering, createdAt, updatedAt }: typeof posts.$inferSelect): Post => ({
  _id: id,
  slug,
  type,
  title,
  shortDescription,
  ordering,
  createdAt,
  updatedAt,
});

const isPublished = eq(posts.status, 'published');

/** Published pages and posts. */
export function searchPosts(ctx: Context, query: Parsed<Contract['GET /posts/search']>['query']): Promise<Page<Post>> {
  const source = ctx.db
    .select({ id: posts.id, createdAt: posts.createdAt, updatedAt: posts.updatedAt, ordering: posts.ordering, title: posts.title })
    .from(posts)
    .where(
      and(
        isPublished,
        query.type === undefined ? undefined : eq(posts.type, query.type),
        query.q === undefined ? undefined : or(contains(posts.title, query.q), contains(posts.shortDescription, query.q)),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, async (ids) => {
    const rows = await ctx.db.select().from(posts).where(inArray(posts.id, ids));
    return new Map(rows.map((row) => [row.id, listed(row)]));
  });
}

/** One published page or post by id or speaking name. Refuses with post_not_found. */
export async function readPost(ctx: Context, idOrSlug: string): Promise<PostWithContent> {
  const id = Id.safeParse(idOrSlug);
  const [row] = await ctx.db
    .select()
    .from(posts)
    .where(and(isPublished, id.success ? eq(posts.id, id.data) : eq(posts.slug, idOrSlug.toLowerCase())));
  return row ? { ...listed(row), content: row.content } : fail('post_not_found');
}

/** Where messages to the site arrive: at the address set for it, else at those of the operators who answer them. */
export async function contactAddresses(ctx: Context): Promise<string[]> {
  const { contactEmail } = ctx.settings.values();
  if (contactEmail) return [contactEmail];
  const rows = await ctx.db
    .select({ email: sql<string>`${accounts.email}` })
    .from(accounts)
    .where(and(eq(accounts.role, 'operator'), holds(accounts.id, 'inbox.answer'), eq(accounts.status, 'active'), isNotNull(accounts.email)))
    .orderBy(accounts.createdAt)
    .limit(operatorsToldMax);
  return rows.map(({ email }) => email);
}

/** Keeps a visitor's message and mails it to the people who run the site, who can answer it. Refuses with captcha_failed. */
export async function contact(ctx: Context, client: Client, { name, email, message, recaptchaToken }: ContactMessage): Promise<void> {
  await assertHuman(ctx, recaptchaToken);
  await inTransaction(ctx, async (tx) => {
    const id = tx.chance.id();
    await tx.db.insert(contactMessages).values({ id, name, email, message, locale: client.language ?? null, createdAt: tx.clock.now() });
    await notifyOperators(tx, 'inbox.answer', {
      type: 'inbox',
      actorId: null,
      text: 'Somebody wrote through the contact form.',
      link: '/admin/inbox?state=waiting',
      event: `contact:${id}`,
      group: 'contact',
    });
    await raise(tx, 'contact.received', { messageId: id });
    for (const address of await contactAddresses(tx)) await sendMail(tx, 'contact', address, { name, email, message }, { replyTo: email });
  });
}
