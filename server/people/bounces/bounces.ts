/** Bounces and complaints from every source, and their effects. */
import { eq, sql } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { mails } from '../../platform/db/schema/site';
import { collectBounces } from '../../platform/mail/bounce-mailbox';
import { parseDeliveryReport } from '../../platform/mail/delivery-report';
import { storeBounceReport, type BounceReport } from '../../platform/mail/bounces';
import { disableDigests } from '../notifications/unsubscribe/unsubscribe';

/** Records a report once. A complaint also enqueues a job, in the same transaction, that unsubscribes the recipient. */
function recordReport(ctx: Context, report: BounceReport): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const isNew = await storeBounceReport(tx, report);
    if (isNew && report.kind === 'complaint') await tx.jobs.enqueue(tx.db, 'bounces/unsubscribe', { email: report.address.toLowerCase() });
    return isNew;
  });
}

/** Records a report of a mail service, unless its address is unknown to this site. */
export async function recordServiceReport(ctx: Context, report: BounceReport): Promise<void> {
  const address = report.address.toLowerCase();
  const { rows } = await ctx.db.execute(
    sql`select from ${mails} where ${mails.to} = ${address} union all select from ${accounts} where ${accounts.email} = ${address} limit 1`,
  );
  if (rows.length > 0) await recordReport(ctx, report);
}

/** Stops the digests of the account with this address, if there is one. */
export async function unsubscribeAddress(ctx: Context, email: string): Promise<void> {
  const [account] = await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email));
  if (account) await disableDigests(ctx, account.id);
}

/** Records the report in a message of the bounce mailbox. Skips messages that do not report a mail of this site. */
async function processMessage(ctx: Context, message: Uint8Array): Promise<'processed' | 'skipped'> {
  const report = await parseDeliveryReport(ctx.config.appSecret, message).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'a message at the bounce address cannot be read');
    return null;
  });
  if (report === null) return 'skipped';
  const { mailId, kind, reason } = report;
  const [mail] = await ctx.db.select({ to: mails.to, createdAt: mails.createdAt }).from(mails).where(eq(mails.id, mailId));
  // The mail may have been deleted, by retention or with its account.
  if (mail) await recordReport(ctx, { key: `returned:${mailId}:${kind}`, address: mail.to, kind, reason, at: mail.createdAt });
  return 'processed';
}

/** Collects the bounce mailbox, if one is configured. */
export async function collectBounceMailbox(ctx: Context): Promise<void> {
  const { bounceImapUrl } = ctx.config;
  if (bounceImapUrl === null) return;
  const reportCount = await collectBounces(bounceImapUrl, (message) => processMessage(ctx, message));
  if (reportCount > 0) ctx.log.info({ taken: reportCount }, 'emails bounced');
}
