/**
 * Mail as the domain asks for it: a row written with the change that causes it, and a job that hands it over after commit.
 * Without a mail server the rows are the outbox that operators read; with one their text is emptied once it was taken.
 */
import { and, eq } from 'drizzle-orm';
import type { Context } from '../context';
import { mails } from '../db/schema/schema';
import { MailNotTaken } from './mailer';
import { render, type TemplateName, type TemplateValues } from './templates';

/** Queues a mail, in the transaction of `ctx` where it has one. */
export async function sendMail<T extends TemplateName>(
  ctx: Context,
  template: T,
  to: string,
  values: TemplateValues[T],
  replyTo: string | null = null,
): Promise<void> {
  const now = ctx.clock.now();
  const id = ctx.chance.id();
  const { subject, html, text } = render(template, values, { name: ctx.settings.values().siteName, url: ctx.config.siteUrl });
  await ctx.db.insert(mails).values({ id, to, replyTo, template, subject, html, text, status: 'queued', createdAt: now, updatedAt: now });
  await ctx.jobs.enqueue(ctx.db, 'mail/deliver', { mailId: id });
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
    const emptied = ctx.mailer.kind === 'smtp' ? { text: '', html: '' } : {};
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
