/**
 * Mail as the domain asks for it: a row written with the change that causes it, in the language of the account that gets it, and a
 * job that hands it over after commit.
 * Without a mail server the rows are the outbox that operators read; with one their text and links are emptied once it was taken.
 */
import { and, eq } from 'drizzle-orm';
import type { Context } from '../platform/context';
import { accounts, mails } from '../platform/db/schema/schema';
import type { Language } from '../platform/languages/languages';
import type { Site } from '../platform/mail/layout';
import { MailNotTaken } from '../platform/mail/mailer';
import { render, type TemplateName, type TemplateValues } from '../platform/mail/templates';

interface Particulars {
  replyTo?: string | null;
  /** The language of whoever reads it, where another than the account of the address is known to; null is none. */
  locale?: string | null;
  /** As in `OutgoingMail`. */
  unsubscribe?: string | null;
}

/** Templates that may arrive late: they must not delay links and receipts. */
const bulk = new Set<TemplateName>(['unseen']);

/** What the account of an address reads; English where there is none. */
export async function languageAt(ctx: Context, address: string): Promise<Language> {
  const [account] = await ctx.db.select({ locale: accounts.locale }).from(accounts).where(eq(accounts.email, address));
  return ctx.languages.of(account?.locale);
}

/** The site as its mails name it. */
export const siteOf = (ctx: Context): Site => ({ name: ctx.settings.values().siteName, url: ctx.config.siteUrl });

/** Queues a mail, in the transaction of `ctx` where it has one. */
export async function sendMail<T extends TemplateName>(
  ctx: Context,
  template: T,
  to: string,
  values: TemplateValues[T],
  { replyTo = null, locale, unsubscribe = null }: Particulars = {},
): Promise<void> {
  const now = ctx.clock.now();
  const id = ctx.chance.id();
  const language = locale === undefined ? await languageAt(ctx, to) : ctx.languages.of(locale);
  const { subject, html, text } = render(template, values, siteOf(ctx), language);
  const written = { template, subject, html, text };
  await ctx.db.insert(mails).values({ id, to, replyTo, unsubscribe, ...written, status: 'queued', createdAt: now, updatedAt: now });
  await ctx.jobs.enqueue(ctx.db, bulk.has(template) ? 'mail/deliver-bulk' : 'mail/deliver', { mailId: id });
}

/** Hands a queued mail over. Throws when trying again may help, so that the job is repeated. */
export async function deliverMail(ctx: Context, mailId: string): Promise<void> {
  const [mail] = await ctx.db
    .select()
    .from(mails)
    .where(and(eq(mails.id, mailId), eq(mails.status, 'queued')));
  if (!mail) return;
  const updatedAt = ctx.clock.now();
  try {
    await ctx.mailer.send(mail);
    const emptied = ctx.mailer.kind === 'smtp' ? { text: '', html: '', unsubscribe: null } : {};
    await ctx.db
      .update(mails)
      .set({ status: 'sent', updatedAt, ...emptied })
      .where(eq(mails.id, mailId));
  } catch (error) {
    if (!(error instanceof MailNotTaken)) throw error;
    await ctx.db
      .update(mails)
      .set({ status: error.mayRetry ? 'queued' : 'failed', failure: error.message, updatedAt })
      .where(eq(mails.id, mailId));
    if (error.mayRetry) throw error;
  }
}
