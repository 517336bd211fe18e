/**
 * Sending mail: inserts a row in the transaction of the change that causes it, in the recipient's language. A job delivers it after
 * the commit. Without a mail server the rows are the outbox for operators; with one, their content is cleared after delivery.
 */
import { and, eq, gt, inArray } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { day_ms } from '@contract/kernel/units';
import type { Context } from '../context';
import { accounts } from '../db/schema/accounts';
import { mails } from '../db/schema/site';
import type { Language } from '../languages/languages';
import type { Site } from './layout';
import { MailNotSent, MailUnconfirmed } from './mailer';
import { storeBounceReport, firstUndeliverable } from './bounces';
import { render, type TemplateName, type TemplateValues } from './templates';

interface MailOptions {
  replyTo?: string | null;
  /** The recipient's language, if it is not that of the address's account; null: English. */
  locale?: string | null;
  /** As in `OutgoingMail`. */
  unsubscribe?: string | null;
}

/** Templates with low priority: they go to many people at the same time, and must not delay links and receipts. */
const bulkTemplates = new Set<TemplateName>(['unseen', 'price-raised', 'renewal-notice', 'subscription-expired']);

/** Templates that are sent even to addresses that bounce: for access to the account, its security, or replies to people. */
const essentialTemplates: ReadonlySet<string> = new Set<TemplateName>([
  ...(['verify-email', 'reset-password', 'account-exists', 'team-invited', 'helper-invited'] as const),
  ...(['password-changed', 'email-changing', 'email-changed', 'new-sign-in', 'second-step-changed', 'payout-details-changed'] as const),
  ...(['account-suspended', 'account-deletion', 'contact-answer'] as const),
]);

/** The language of the account with this email address; English if there is none. */
export async function languageOfRecipient(ctx: Context, address: string): Promise<Language> {
  const [account] = await ctx.db.select({ locale: accounts.locale }).from(accounts).where(eq(accounts.email, address));
  return ctx.languages.of(account?.locale);
}

/** The site's name and URL in mails. */
export const mailSite = (ctx: Context): Site => ({ name: ctx.settings.values().siteName, url: ctx.config.siteUrl });

/** Queues a mail, in the transaction of `ctx` if there is one. */
export async function sendMail<T extends TemplateName>(
  ctx: Context,
  template: T,
  to: string,
  values: TemplateValues[T],
  { replyTo = null, locale, unsubscribe = null }: MailOptions = {},
): Promise<void> {
  const now = ctx.clock.now();
  const id = ctx.random.id();
  const language = locale === undefined ? await languageOfRecipient(ctx, to) : ctx.languages.of(locale);
  const { subject, html, text } = render(template, values, mailSite(ctx), language);
  const written = { template, subject, html, text };
  await ctx.db.insert(mails).values({ id, to, replyTo, unsubscribe, ...written, status: 'queued', createdAt: now, updatedAt: now });
  await ctx.jobs.enqueue(ctx.db, bulkTemplates.has(template) ? 'mail/deliver-bulk' : 'mail/deliver', { mailId: id });
}

type MailRow = typeof mails.$inferSelect;

/** Whether a mail is held back: its address bounces, and its template is not essential or too many were sent today. */
async function isHeldBack(ctx: Context, { to, template }: MailRow): Promise<boolean> {
  if ((await firstUndeliverable(ctx, [to])) === null) return false;
  if (!essentialTemplates.has(template)) return true;
  const dayAgo = new Date(ctx.clock.now().getTime() - day_ms);
  const recentAttempts = and(eq(mails.to, to), inArray(mails.status, ['sent', 'failed']), gt(mails.updatedAt, dayAgo));
  return (await ctx.db.$count(mails, recentAttempts)) >= limits.undeliverableTriesMax;
}

/** The change that clears a finished mail's content, if there is a mail server. */
const clearedContent = (ctx: Context) => (ctx.mailer.kind === 'smtp' ? { text: '', html: '', unsubscribe: null } : {});

/** Delivers a queued mail, or holds it back. Throws if a retry may help, so that the job is repeated. */
export async function deliverMail(ctx: Context, mailId: string): Promise<void> {
  const [mail] = await ctx.db
    .select()
    .from(mails)
    .where(and(eq(mails.id, mailId), eq(mails.status, 'queued')));
  if (!mail) return;
  const updatedAt = ctx.clock.now();
  if (await isHeldBack(ctx, mail)) {
    await ctx.db
      .update(mails)
      .set({ status: 'held', updatedAt, ...clearedContent(ctx) })
      .where(eq(mails.id, mailId));
    return;
  }
  try {
    await ctx.mailer.send(mail);
    await ctx.db
      .update(mails)
      .set({ status: 'sent', updatedAt, ...clearedContent(ctx) })
      .where(eq(mails.id, mailId));
  } catch (error) {
    if (error instanceof MailUnconfirmed) {
      // Not sent again: it has probably arrived.
      await ctx.db
        .update(mails)
        .set({ status: 'sent', failure: error.message, updatedAt, ...clearedContent(ctx) })
        .where(eq(mails.id, mailId));
      return;
    }
    if (!(error instanceof MailNotSent)) throw error;
    await ctx.db
      .update(mails)
      .set({ status: error.mayRetry ? 'queued' : 'failed', failure: error.message, updatedAt })
      .where(eq(mails.id, mailId));
    if (error.isUnknownAddress)
      await storeBounceReport(ctx, { key: `sent:${mailId}`, address: mail.to, kind: 'hard', reason: error.message, at: mail.createdAt });
    if (error.mayRetry) throw error;
  }
}
