/**
 * Erasing accounts whose time to come back is over. Three steps, each of which may be done again: the door is shut, what lies
 * outside of her rows is settled and removed, and then the rules of all tables are followed at once. Until that has been
 * committed the account is still due, so that whatever kills a worker, another goes on.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { auditOfSite, forgetInAudit } from '../../../platform/audit/audit';
import { inTransaction, type Context } from '../../../platform/context';
import { accounts, formerAddresses, mails } from '../../../platform/db/schema/schema';
import { jobsSchema } from '../../../platform/jobs/jobs';
import { removeFile } from '../../../platform/media/files';
import { outboxFolder } from '../../../platform/mail/mailer';
import { findAccount, lockAccount } from '../../../modules/people/people';
import { endSessions } from '../../../people/sessions/sessions';
import { isMessageSold, isSold, type Her } from '../../../modules/privacy/erasure/rule';
import { rules } from '../../../modules/privacy/erasure/rules';
import { mailsOfHer } from '../../../modules/privacy/erasure/rules.site';
import { settle } from './side-effects';

/** Shorter names are parts of too many words to tell who is meant. */
const nameLengthMin = 3;

/** Shuts the door for good; answers whether the account is due. */
function shut(ctx: Context, accountId: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockAccount(tx, accountId);
    if (!row || row.deletesAt === null || row.deletesAt > tx.clock.now()) return false;
    await tx.db.update(accounts).set({ status: 'deleted' }).where(eq(accounts.id, accountId));
    await endSessions(tx, accountId, { reason: 'ended' });
    return true;
  });
}

async function herOf(ctx: Pick<Context, 'db' | 'clock'>, id: string): Promise<Her> {
  const row = await findAccount(ctx, id);
  const former = await ctx.db.select({ email: formerAddresses.email }).from(formerAddresses).where(eq(formerAddresses.accountId, id));
  const present = (text: string | null | undefined): text is string => text !== null && text !== undefined && text !== '';
  return {
    id,
    at: ctx.clock.now(),
    emails: [row?.email, row?.pendingEmail, ...former.map(({ email }) => email)].filter(present),
    names: [row?.username, row?.name].filter(present).filter((name) => name.length >= nameLengthMin),
  };
}

/** Removes her files from the storage, but for those that belong to what others have bought. */
async function removeFiles(ctx: Context, id: string): Promise<void> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select f.id from files f where f.owner_id = ${id}
      and not exists (select from items i where f.attached_to = i.kind || ':' || i.id and ${isSold(sql`i.id`)})
      and not exists (select from message_files mf where mf.file_id = f.id and ${isMessageSold(sql`mf.message_id`)})`);
  // What was kept of them for reports goes with them.
  await ctx.db.execute(sql`delete from file_holds where file_id in (select f.id from files f where f.owner_id = ${id})`);
  for (const file of rows) await removeFile(ctx, file.id);
  const left = await ctx.db.execute<{ id: string }>(
    sql`select id from files where id = any(${sql.param(rows.map((row) => row.id))}::uuid[])`,
  );
  // The rows stay due, and the next round finds the storage there again.
  if (left.rows.length > 0) throw new Error(`${String(left.rows.length)} files of an account could not be removed`);
}

/** Mails of a site without a mail server lie in a folder too. */
async function removeMailFiles(ctx: Context, her: Her): Promise<void> {
  const rows = await ctx.db.select({ id: mails.id }).from(mails).where(mailsOfHer(her));
  for (const { id } of rows) await rm(join(outboxFolder(ctx.config), `${id}.eml`), { force: true });
}

async function followRules(tx: Context, her: Her): Promise<void> {
  for (const { table, goes, emptied = [] } of rules) {
    if (goes) await tx.db.delete(table).where(goes(her) ?? sql`false`);
    for (const { where, set } of emptied)
      await tx.db
        .update(table)
        .set(typeof set === 'function' ? set(her) : set)
        .where(where(her) ?? sql`false`);
  }
}

/** Jobs that are done, and say to whom they were. */
async function forgetJobs(tx: Context, { emails }: Her): Promise<void> {
  for (const table of ['job', 'archive'])
    await tx.db.execute(sql`delete from ${sql.identifier(jobsSchema)}.${sql.identifier(table)}
      where state in ('completed', 'cancelled', 'failed') and data->>'email' = any(${sql.param(emails)}::text[])`);
}

/** Erases one account, if it is due. */
export async function eraseAccount(ctx: Context, accountId: string): Promise<void> {
  if (!(await shut(ctx, accountId))) return;
  await settle(ctx, accountId);
  await removeFiles(ctx, accountId);
  await removeMailFiles(ctx, await herOf(ctx, accountId));
  await inTransaction(ctx, async (tx) => {
    const row = await lockAccount(tx, accountId);
    // Another worker was quicker.
    if (row?.status !== 'deleted' || row.deletesAt === null) return;
    const her = await herOf(tx, accountId);
    await forgetInAudit(tx, accountId);
    await forgetJobs(tx, her);
    await followRules(tx, her);
    await auditOfSite(tx, { action: 'account.erased', targetType: 'account', targetId: accountId });
  });
  // Outside of the database too: whoever brings back a backup of before finds here whom to erase again.
  ctx.log.info({ accountId }, 'an account was erased');
}

/** Erases all whose time is over. One that cannot be erased does not keep the others waiting. */
export async function eraseDue(ctx: Context): Promise<void> {
  const due = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(inArray(accounts.status, ['deleting', 'suspended', 'deleted']), lte(accounts.deletesAt, ctx.clock.now())));
  for (const { id } of due) {
    try {
      await eraseAccount(ctx, id);
    } catch (error) {
      ctx.log.error({ err: error, accountId: id }, 'an account was not erased; it is tried again');
    }
  }
}
