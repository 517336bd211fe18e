/**
 * Erases accounts whose waiting period is over. Three idempotent steps: block access, settle and remove what is outside of the
 * account's rows, and then apply the rules of all tables in one transaction. Until that commits, the account is still due, so
 * another worker continues if one dies.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { auditSystem, eraseFromAudit } from '../../../platform/audit/audit';
import { inTransaction, type Context } from '../../../platform/context';
import { accounts, formerAddresses } from '../../../platform/db/schema/accounts';
import { mails } from '../../../platform/db/schema/site';
import { jobsSchema } from '../../../platform/jobs/jobs';
import { removeFile } from '../../../platform/media/files';
import { outboxFolder } from '../../../platform/mail/mailer';
import { findAccount, lockAccount } from '../../../people/people/rows';
import { revokeSessions } from '../../../people/sessions/sessions';
import { isMessageSold, isSold, type ErasureSubject } from './rule';
import { erasureRules } from './rules';
import { mailsOfSubject } from './rules.site';
import { applyErasureSideEffects } from './side-effects';

/** Shorter names occur in too many words to identify a person. */
const nameLengthMin = 3;

/** Blocks access permanently; returns whether the account is due. */
function blockAccess(ctx: Context, accountId: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockAccount(tx, accountId);
    if (!row || row.deletesAt === null || row.deletesAt > tx.clock.now()) return false;
    await tx.db.update(accounts).set({ status: 'deleted' }).where(eq(accounts.id, accountId));
    await revokeSessions(tx, accountId, { reason: 'ended' });
    return true;
  });
}

async function subjectOf(ctx: Pick<Context, 'db' | 'clock'>, id: string): Promise<ErasureSubject> {
  const row = await findAccount(ctx, id);
  const former = await ctx.db.select({ email: formerAddresses.email }).from(formerAddresses).where(eq(formerAddresses.accountId, id));
  const isPresent = (text: string | null | undefined): text is string => text !== null && text !== undefined && text !== '';
  return {
    id,
    at: ctx.clock.now(),
    emails: [row?.email, row?.pendingEmail, ...former.map(({ email }) => email)].filter(isPresent),
    names: [row?.username, row?.name].filter(isPresent).filter((name) => name.length >= nameLengthMin),
  };
}

/** Removes the account's files from the storage, except those that others have bought. */
async function removeFiles(ctx: Context, id: string): Promise<void> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select f.id from files f where f.owner_id = ${id}
      and not exists (select from items i where f.attached_kind = i.kind and f.attached_id = i.id::text and ${isSold(sql`i.id`)})
      and not exists (select from message_files mf where mf.file_id = f.id and ${isMessageSold(sql`mf.message_id`)})`);
  // Copies retained for reports are removed with them.
  await ctx.db.execute(sql`delete from file_holds where file_id in (select f.id from files f where f.owner_id = ${id})`);
  for (const file of rows) await removeFile(ctx, file.id);
  const remaining = await ctx.db.execute<{ id: string }>(
    sql`select id from files where id = any(${sql.param(rows.map((row) => row.id))}::uuid[])`,
  );
  // The account stays due, and the next run tries again.
  if (remaining.rows.length > 0) throw new Error(`${String(remaining.rows.length)} files of an account could not be removed`);
}

/** A site without a mail server also stores mails in a folder. */
async function removeMailFiles(ctx: Context, subject: ErasureSubject): Promise<void> {
  const rows = await ctx.db.select({ id: mails.id }).from(mails).where(mailsOfSubject(subject));
  for (const { id } of rows) await rm(join(outboxFolder(ctx.config), `${id}.eml`), { force: true });
}

async function applyRules(tx: Context, subject: ErasureSubject): Promise<void> {
  for (const { table, deletedRows, emptied = [] } of erasureRules) {
    if (deletedRows) await tx.db.delete(table).where(deletedRows(subject) ?? sql`false`);
    for (const { where, set } of emptied)
      await tx.db
        .update(table)
        .set(typeof set === 'function' ? set(subject) : set)
        .where(where(subject) ?? sql`false`);
  }
}

/** Deletes finished jobs that contain the account's addresses. */
async function removeJobs(tx: Context, { emails }: ErasureSubject): Promise<void> {
  for (const table of ['job', 'archive'])
    await tx.db.execute(sql`delete from ${sql.identifier(jobsSchema)}.${sql.identifier(table)}
      where state in ('completed', 'cancelled', 'failed') and data->>'email' = any(${sql.param(emails)}::text[])`);
}

/** Erases one account, if it is due. */
export async function eraseAccount(ctx: Context, accountId: string): Promise<void> {
  if (!(await blockAccess(ctx, accountId))) return;
  await applyErasureSideEffects(ctx, accountId);
  await removeFiles(ctx, accountId);
  await removeMailFiles(ctx, await subjectOf(ctx, accountId));
  await inTransaction(ctx, async (tx) => {
    const row = await lockAccount(tx, accountId);
    // Another worker has done it.
    if (row?.status !== 'deleted' || row.deletesAt === null) return;
    const subject = await subjectOf(tx, accountId);
    await eraseFromAudit(tx, accountId);
    await removeJobs(tx, subject);
    await applyRules(tx, subject);
    await auditSystem(tx, { action: 'account.erased', targetType: 'account', targetId: accountId });
  });
  // Logged as well, outside of the database: after an older backup is restored, the log names the accounts to erase again.
  ctx.log.info({ accountId }, 'an account was erased');
}

/** Erases all accounts that are due. A failure does not delay the others. */
export async function eraseDue(ctx: Context): Promise<void> {
  const due = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(inArray(accounts.status, ['deleting', 'suspended', 'deleted']), lte(accounts.deletesAt, ctx.clock.now())));
  for (const { id } of due) {
    try {
      await eraseAccount(ctx, id);
    } catch (error) {
      ctx.log.error({ err: error, accountId: id }, 'an account could not be erased; it will be retried');
    }
  }
}
