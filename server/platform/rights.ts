/** Checks of operators' rights, beyond the check of the endpoint's right. */
import { and, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { allRights, bundleNames, bundles, type Bundle, type Right } from '@contract/kernel/rights';
import type { Context } from './context';
import { accounts } from './db/schema/accounts';
import { teamMembers } from './db/schema/team';

/** An actor's rights; empty for people outside the team. */
export interface RightsHolder {
  rights: readonly Right[];
}

/** Whether an actor has a right; guests have none. */
export const hasRight = (holder: RightsHolder | null | undefined, right: Right): boolean => holder?.rights.includes(right) ?? false;

/** The right with which operators see all people and content, regardless of their country and of blocks. */
export const seesAllRight = 'content.moderate' satisfies Right;

/** The rights of an account; empty outside the team. */
export async function rightsOf(ctx: Pick<Context, 'db'>, accountId: string): Promise<readonly Right[]> {
  const [row] = await ctx.db
    .select({ bundle: teamMembers.bundle, rights: teamMembers.rights })
    .from(teamMembers)
    .innerJoin(accounts, eq(accounts.id, teamMembers.accountId))
    .where(and(eq(teamMembers.accountId, accountId), eq(accounts.role, 'operator')));
  return row ? effectiveRights(row) : [];
}

/** The rights of a team member: a bundle or, if it is null, a custom list. */
export interface Grant {
  bundle: Bundle | null;
  rights: readonly string[];
}

const existingRights = new Set<string>(allRights);

/** The effective rights of a grant. Rights that no longer exist are dropped. */
export const effectiveRights = ({ bundle, rights }: Grant): readonly Right[] =>
  bundle === null ? (rights.filter((right) => existingRights.has(right)) as Right[]) : bundles[bundle];

const bundlesWith = (right: Right): Bundle[] => bundleNames.filter((name) => (bundles[name] as readonly Right[]).includes(right));

/** The condition that `account`, a column of operators' ids, has a right. */
export const hasRightSql = (account: SQLWrapper, right: Right): SQL<boolean> =>
  sql<boolean>`exists (select from ${teamMembers} member where member.account_id = ${account}
    and (member.bundle = any(${sql.param(bundlesWith(right))}::text[]) or (member.bundle is null and ${right} = any(member.rights))))`;

const byBundle = sql.join(
  bundleNames.map((name) => sql`when ${name} then ${sql.param([...bundles[name]])}::text[]`),
  sql` `,
);

/** The rights of `account`, a column of account ids, as an array; empty outside the team. */
export const rightsSql = (account: SQLWrapper): SQL<string[]> =>
  sql<string[]>`coalesce((select case member.bundle ${byBundle} else member.rights end
    from ${teamMembers} member join ${accounts} held on held.id = member.account_id and held.role = 'operator'
    where member.account_id = ${account}), '{}')`;
