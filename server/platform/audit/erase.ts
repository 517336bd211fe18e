/** Erases personal data from the audit log. The entries themselves stay. */
import { sql } from 'drizzle-orm';
import type { Context } from '../context';
import { escapeLike } from '../db/paging';

interface Named extends Record<string, unknown> {
  names: string[];
  addresses: string[];
}

/** Identifiers of an account in entries: names as whole JSON values, email addresses within any text. */
async function namesOf({ db }: Pick<Context, 'db'>, accountId: string): Promise<Named> {
  const { rows } = await db.execute<Named>(sql`
    select array_remove(array[id::text, username, phone], null) as names, array_remove(array[email, pending_email], null) as addresses
    from accounts where id = ${accountId}`);
  return rows[0] ?? { names: [accountId], addresses: [] };
}

const like = (text: string): string => `%${escapeLike(text)}%`;

/**
 * Erases before and after of entries about an account and of other entries that name it, and the IP addresses of its own actions,
 * in the transaction of `tx`. Call it while the account still has its email address and names: it searches for them. Returns the
 * number of changed entries. The chain stays valid. Reads the whole log: for jobs, not for requests.
 */
export async function eraseFromAudit(tx: Pick<Context, 'db'>, accountId: string): Promise<number> {
  const { names, addresses } = await namesOf(tx, accountId);
  const patterns = [...names.map((name) => like(JSON.stringify(name))), ...addresses.map((address) => like(address))];
  const erased = await tx.db.execute(sql`
    update audit_log set "before" = null, "after" = null, salt = null
    where salt is not null and (target_id = ${accountId}
      or jsonb_build_array("before", "after")::text ilike any(${sql.param(patterns)}::text[]))`);
  const anonymized = await tx.db.execute(sql`
    update audit_log set address = null, address_salt = null where actor_id = ${accountId} and address_salt is not null`);
  return (erased.rowCount ?? 0) + (anonymized.rowCount ?? 0);
}
