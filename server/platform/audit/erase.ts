/** Forgetting people in the trail: what it said of them goes, that something was done stays. */
import { sql } from 'drizzle-orm';
import type { Context } from '../context';
import { literal } from '../db/paging';

interface Named extends Record<string, unknown> {
  names: string[];
  addresses: string[];
}

/** What stands for a person in an entry: as a value of its own, and her addresses within any text. */
async function namesOf({ db }: Pick<Context, 'db'>, accountId: string): Promise<Named> {
  const { rows } = await db.execute<Named>(sql`
    select array_remove(array[id::text, username, phone], null) as names, array_remove(array[email, pending_email], null) as addresses
    from accounts where id = ${accountId}`);
  return rows[0] ?? { names: [accountId], addresses: [] };
}

const like = (text: string): string => `%${literal(text)}%`;

/**
 * Takes out of the trail what entries about an account said before and after, whatever else names it, and the addresses from
 * which it acted, in the transaction of `tx`. Call it while the account still has its e-mail address and names: they are looked
 * for. Answers how many entries forgot something. The chain holds as before. Reads the whole log: for jobs, not for requests.
 */
export async function forgetInAudit(tx: Pick<Context, 'db'>, accountId: string): Promise<number> {
  const { names, addresses } = await namesOf(tx, accountId);
  const patterns = [...names.map((name) => like(JSON.stringify(name))), ...addresses.map((address) => like(address))];
  const said = await tx.db.execute(sql`
    update audit_log set "before" = null, "after" = null, salt = null
    where salt is not null and (target_id = ${accountId}
      or jsonb_build_array("before", "after")::text ilike any(${sql.param(patterns)}::text[]))`);
  const from = await tx.db.execute(sql`
    update audit_log set address = null, address_salt = null where actor_id = ${accountId} and address_salt is not null`);
  return (said.rowCount ?? 0) + (from.rowCount ?? 0);
}
