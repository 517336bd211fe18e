/** Erases personal data from the audit log. The entries themselves stay. */
import { sql } from 'drizzle-orm';
import type { Context } from '../context';
import { escapeLike } from '../db/paging';

interface Identifiers extends Record<string, unknown> {
  names: string[];
  emails: string[];
}

/** Identifiers of an account in entries: `names` (id, username, phone) occur as whole JSON values, email addresses within any text. */
async function identifiersOf({ db }: Pick<Context, 'db'>, accountId: string): Promise<Identifiers> {
  const { rows } = await db.execute<Identifiers>(sql`
    select array_remove(array[id::text, username, phone], null) as names, array_remove(array[email, pending_email], null) as emails
    from accounts where id = ${accountId}`);
  return rows[0] ?? { names: [accountId], emails: [] };
}

const like = (text: string): string => `%${escapeLike(text)}%`;

/**
 * Erases `before` and `after` of entries about an account and of other entries that mention it, and the IP addresses of its own
 * actions, in the transaction of `tx`. Call it while the account still has its email address and names: it searches for them. Returns the
 * number of changed entries. The chain stays valid. Reads the whole log: for jobs, not for requests.
 */
export async function eraseFromAudit(tx: Pick<Context, 'db'>, accountId: string): Promise<number> {
  const { names, emails } = await identifiersOf(tx, accountId);
  const patterns = [...names.map((name) => like(JSON.stringify(name))), ...emails.map((email) => like(email))];
  const erased = await tx.db.execute(sql`
    update audit_log set "before" = null, "after" = null, salt = null
    where salt is not null and (target_id = ${accountId}
      or jsonb_build_array("before", "after")::text ilike any(${sql.param(patterns)}::text[]))`);
  const anonymized = await tx.db.execute(sql`
    update audit_log set address = null, address_salt = null where actor_id = ${accountId} and address_salt is not null`);
  return (erased.rowCount ?? 0) + (anonymized.rowCount ?? 0);
}
