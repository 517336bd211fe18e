/** Recipients of messages from the contact form. */
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { hasRightSql } from '../../platform/rights';

/** At most this many operators get a message if no contact address is configured. */
const recipientsMax = 20;

/** The configured contact address; without one, the addresses of active operators with the right to reply to the inbox. */
export async function contactAddresses(ctx: Context): Promise<string[]> {
  const { contactEmail } = ctx.settings.values();
  if (contactEmail) return [contactEmail];
  const rows = await ctx.db
    .select({ email: sql<string>`${accounts.email}` })
    .from(accounts)
    .where(
      and(
        eq(accounts.role, 'operator'),
        hasRightSql(accounts.id, 'inbox.answer'),
        eq(accounts.status, 'active'),
        isNotNull(accounts.email),
      ),
    )
    .orderBy(accounts.createdAt)
    .limit(recipientsMax);
  return rows.map(({ email }) => email);
}
