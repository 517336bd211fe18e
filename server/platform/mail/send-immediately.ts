/** Sends a mail without the queue, so that the response can contain the mail server's result. */
import { errors } from '@contract/kernel/errors';
import type { Context } from '../context';
import { mails } from '../db/schema/site';
import { fail } from '../../kernel/api-error';
import type { RenderedMail } from './layout';
import { MailNotSent, MailUnconfirmed } from './mailer';
import type { TemplateName } from './templates';

/** A person waits for the result. */
const confirmation_ms = 20_000;

/** Sends a mail immediately. Throws mail_failed with the mail server's message. */
export async function sendImmediately(
  ctx: Context,
  to: string,
  template: TemplateName,
  mail: RenderedMail,
): Promise<{ sent: true; detail: string }> {
  const at = ctx.clock.now();
  const id = ctx.random.id();
  try {
    const { detail } = await ctx.mailer.send({ id, to, replyTo: null, unsubscribe: null, ...mail }, confirmation_ms);
    if (ctx.mailer.kind === 'outbox')
      await ctx.db.insert(mails).values({ id, to, replyTo: null, template, ...mail, status: 'sent', createdAt: at, updatedAt: at });
    return { sent: true, detail };
  } catch (error) {
    if (error instanceof MailNotSent || error instanceof MailUnconfirmed)
      return fail('mail_failed', { message: `${errors.mail_failed[1]} (${error.message})` });
    throw error;
  }
}
