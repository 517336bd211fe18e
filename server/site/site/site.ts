/** What visitors read about the site itself, and the contact form. */
import { and, eq, inArray, or } from 'drizzle-orm';
import type { z } from 'zod';
import type { Parsed } from '@contract/kernel/endpoint';
import type { Post as PostSchema, PostWithContent as PostWithContentSchema } from '@contract/kernel/entities';
import { settingRules, type SettingKey } from '@contract/kernel/settings';
import { Id, type Page } from '@contract/kernel/shapes';
import type siteContract from '@contract/site/site';
import { inTransaction, type Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { contactMessages, sitePages } from '../../platform/db/schema/site';
import { fail } from '../../kernel/api-error';
import type { Client } from '../../platform/http/client';
import { sendMail } from '../../platform/mail/mail';
import { assertHuman } from '../../platform/captcha/captcha';
import { notifyOperators } from '../../people/notifications/notify';
import { contactAddresses } from '../../people/team/contact';
import { emitWebhook } from '../../platform/webhooks/emit';

export { ensureDefaultPages } from './default-pages';

type Contract = typeof siteContract;
type Post = z.output<typeof PostSchema>;
type PostWithContent = z.output<typeof PostWithContentSchema>;
type ContactMessage = Parsed<Contract['POST /contact']>['body'];

const isKeyed = (key: string): key is SettingKey =>
  Object.hasOwn(settingRules, key) && settingRules[key as SettingKey].visibility === 'keyed';

/** The values of the given keys that visitors may read; others are left out. */
export function settingsByKeys(ctx: Context, keys: string[]): Record<string, unknown> {
  const visible: Record<string, unknown> = ctx.settings.publicValues();
  const values = ctx.settings.values();
  return Object.fromEntries(
    keys.flatMap((key) => {
      if (Object.hasOwn(visible, key)) return [[key, visible[key]]];
      return isKeyed(key) ? [[key, values[key]]] : [];
    }),
  );
}

const summaryOf = ({ id, slug, type, title, shortDescription, ordering, createdAt, updatedAt }: typeof sitePages.$inferSelect): Post => ({
  _id: id,
  slug,
  type,
  title,
  shortDescription,
  ordering,
  createdAt,
  updatedAt,
});

const isPublished = eq(sitePages.status, 'published');

/** A page of published pages and posts. */
export function searchPosts(ctx: Context, query: Parsed<Contract['GET /posts/search']>['query']): Promise<Page<Post>> {
  const source = ctx.db
    .select({
      id: sitePages.id,
      createdAt: sitePages.createdAt,
      updatedAt: sitePages.updatedAt,
      ordering: sitePages.ordering,
      title: sitePages.title,
    })
    .from(sitePages)
    .where(
      and(
        isPublished,
        query.type === undefined ? undefined : eq(sitePages.type, query.type),
        query.q === undefined ? undefined : or(contains(sitePages.title, query.q), contains(sitePages.shortDescription, query.q)),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, async (ids) => {
    const rows = await ctx.db.select().from(sitePages).where(inArray(sitePages.id, ids));
    return new Map(rows.map((row) => [row.id, summaryOf(row)]));
  });
}

/** One published page or post by id or slug. Rejects with post_not_found. */
export async function readPost(ctx: Context, idOrSlug: string): Promise<PostWithContent> {
  const id = Id.safeParse(idOrSlug);
  const [row] = await ctx.db
    .select()
    .from(sitePages)
    .where(and(isPublished, id.success ? eq(sitePages.id, id.data) : eq(sitePages.slug, idOrSlug.toLowerCase())));
  return row ? { ...summaryOf(row), content: row.content } : fail('post_not_found');
}

/** Stores a visitor's message and mails it to the operators, who can reply to it. Rejects with captcha_failed. */
export async function sendContactMessage(
  ctx: Context,
  client: Client,
  { name, email, message, recaptchaToken }: ContactMessage,
): Promise<void> {
  await assertHuman(ctx, recaptchaToken);
  await inTransaction(ctx, async (tx) => {
    const id = tx.random.id();
    await tx.db.insert(contactMessages).values({ id, name, email, message, locale: client.language ?? null, createdAt: tx.clock.now() });
    await notifyOperators(tx, 'inbox.answer', {
      type: 'inbox',
      actorId: null,
      text: 'New message from the contact form.',
      link: '/admin/inbox?state=waiting',
      event: `contact:${id}`,
      group: 'contact',
    });
    await emitWebhook(tx, 'contact.received', { messageId: id });
    for (const address of await contactAddresses(tx)) await sendMail(tx, 'contact', address, { name, email, message }, { replyTo: email });
  });
}
