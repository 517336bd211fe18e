/** What operators may do: asked where the right of the endpoint alone does not decide. */
import { and, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { allRights, bundleNames, bundles, type Bundle, type Right } from '@contract/kernel/rights';
import type { Context } from './context';
import { accounts, teamMembers } from './db/schema/schema';

/** Whoever acts, as far as her rights go; people outside the team have none. */
export interface Holder {
  rights: readonly Right[];
}

/** Whether somebody holds a right; guests hold none. */
export const mayDo = (holder: Holder | null | undefined, right: Right): boolean => holder?.rights.includes(right) ?? false;

/** The right by which operators see everybody, wherever they are and whoever has blocked them. */
export const seesAll = 'content.moderate' satisfies Right;

/** The rights of an account, which are none outside the team. */
export async function rightsOf(ctx: Pick<Context, 'db'>, accountId: string): Promise<readonly Right[]> {
  const [row] = await ctx.db
    .select({ bundle: teamMembers.bundle, rights: teamMembers.rights })
    .from(teamMembers)
    .innerJoin(accounts, eq(accounts.id, teamMembers.accountId))
    .where(and(eq(teamMembers.accountId, accountId), eq(accounts.role, 'operator')));
  return row ? rightsIn(row) : [];
}

/** How rights are given to a member: a bundle, else a list of her own. */
export interface Grant {
  bundle: Bundle | null;
  rights: readonly string[];
}

const known = new Set<string>(allRights);

/** The rights that a grant comes to; those that no version knows any more are left out. */
export const rightsIn = ({ bundle, rights }: Grant): readonly Right[] =>
  bundle === null ? (rights.filter((one) => known.has(one)) as Right[]) : bundles[bundle];

const bundlesWith = (right: Right): Bundle[] => bundleNames.filter((name) => (bundles[name] as readonly Right[]).includes(right));

/** The condition that `account`, a column of ids of operators, holds a right. */
export const holds = (account: SQLWrapper, right: Right): SQL<boolean> =>
  sql<boolean>`exists (select from ${teamMembers} member where member.account_id = ${account}
    and (member.bundle = any(${sql.param(bundlesWith(right))}::text[]) or (member.bundle is null and ${right} = any(member.rights))))`;

const byBundle = sql.join(
  bundleNames.map((name) => sql`when ${name} then ${sql.param([...bundles[name]])}::text[]`),
  sql` `,
);

/** The rights of `account`, a column of ids, as an array of their names; empty outside the team. */
export const heldBy = (account: SQLWrapper): SQL<string[]> =>
  sql<string[]>`coalesce((select case member.bundle ${byBundle} else member.rights end
    from ${teamMembers} member join ${accounts} held on held.id = member.account_id and held.role = 'operator'
    where member.account_id = ${account}), '{}')`;
