/** Accounts as operators see and change them. Every change writes an audit entry in its transaction. */
import { and, eq, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type adminContract from '@contract/site/admin';
import type { Parsed } from '@contract/kernel/endpoint';
import type { AdminUser as AdminUserSchema, AdminUserDetail as DetailSchema } from '@contract/kernel/entities';
import type { Page } from '@contract/kernel/shapes';
import type { Role } from '@contract/kernel/values/people';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { containsIndexed, readPage } from '../../platform/db/paging';
import { accounts } from '../../platform/db/schema/accounts';
import { performers } from '../../platform/db/schema/performers';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { balancesOf } from '../../money/ledger/ledger';
import { noStats, statsOf } from '../accounts/stats';
import { accountFields, balanceAccountOf, findAccount, lockAccount, providersOf, type AccountRow } from '../people/rows';
import { changeAccount } from '../people/change';
import { nameMatches } from '../people/name-search';
import { notifyEmailChanged } from '../notifications/security';
import { createProfile, hasProfile } from '../performers/create';
import { withdrawVerification } from '../performers/verification';
import { resetTwoFactor } from '../two-factor/setup';
import { revokeSessions, listSessions } from '../sessions/sessions';
import { assertMayManage } from '../team/grant-guard';
import { joinTeam, leaveTeam } from '../team/members';
import { hasRight } from '../../platform/rights';
import { changesOf } from '../../platform/audit/changes';

type Contract = typeof adminContract;
type SearchQuery = Parsed<Contract['GET /admin/users/search']>['query'];
type Changes = Parsed<Contract['PUT /admin/users/:id']>['body'];
export type AdminUser = z.output<typeof AdminUserSchema>;
export type AdminUserDetail = z.output<typeof DetailSchema>;

async function usersById(ctx: Context, ids: string[]): Promise<Map<string, AdminUser>> {
  const [rows, connected, stats] = await Promise.all([
    ctx.db
      .select({ account: accounts, verification: performers.verification })
      .from(accounts)
      .leftJoin(performers, eq(performers.accountId, accounts.id))
      .where(inArray(accounts.id, ids)),
    providersOf(ctx, ids),
    statsOf(ctx, ids),
  ]);
  const balances = await balancesOf(
    ctx,
    rows.map(({ account }) => balanceAccountOf(account)),
  );
  return new Map(
    rows.map(({ account, verification }) => [
      account.id,
      {
        ...accountFields(ctx, account, {
          connected: connected.get(account.id) ?? new Set(),
          balance_cents: balances.get(balanceAccountOf(account)) ?? 0n,
          stats: stats.get(account.id) ?? noStats,
        }),
        isPerformer: account.isPerformer,
        suspension: account.suspendedAt === null ? null : { reason: account.suspendedReason ?? '', at: account.suspendedAt },
        deletesAt: account.deletesAt,
        verification: account.isPerformer ? verification : null,
        lastSeenAt: account.lastSeenAt,
      },
    ]),
  );
}

/** All accounts; `q` matches names, usernames and addresses. */
export function searchUsers(ctx: Context, { q, role, status, country, isEmailVerified, ...query }: SearchQuery): Promise<Page<AdminUser>> {
  const verified = (isVerified: boolean): SQL => (isVerified ? isNotNull(accounts.emailVerifiedAt) : isNull(accounts.emailVerifiedAt));
  const source = ctx.db
    .select({
      id: accounts.id,
      createdAt: accounts.createdAt,
      updatedAt: accounts.updatedAt,
      username: accounts.username,
      email: accounts.email,
    })
    .from(accounts)
    .where(
      and(
        q === undefined ? undefined : or(nameMatches(q), containsIndexed(accounts.email, q)),
        role === undefined ? undefined : eq(accounts.role, role),
        status === undefined ? undefined : eq(accounts.status, status),
        country === undefined ? undefined : eq(accounts.country, country),
        isEmailVerified === undefined ? undefined : verified(isEmailVerified),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => usersById(ctx, ids));
}

/** One account with its sessions. Rejects with user_not_found. */
export async function userDetail(ctx: Context, id: string): Promise<AdminUserDetail> {
  const [user, sessions] = [(await usersById(ctx, [id])).get(id) ?? fail('user_not_found'), await listSessions(ctx, id, null)];
  return { ...user, sessions };
}

/**
 * Changes the role of an account. Its sessions end, because they carry the permissions of the old role. A new operator has no rights until
 * the team grants them.
 */
async function changeRole(ctx: Context, actor: Actor, row: AccountRow, role: Role): Promise<void> {
  if ((role === 'operator' || row.role === 'operator') && !hasRight(actor, 'team.change')) fail('right_missing');
  if (row.role === 'operator') await leaveTeam(ctx, row.id);
  if (role === 'operator') await joinTeam(ctx, row.id, { bundle: null, rights: [] });
  const isPerformer = role === 'performer' || (role === 'operator' && row.isPerformer);
  if (role === 'performer' && !(await hasProfile(ctx, row.id))) await createProfile(ctx, row.id, {});
  if (row.isPerformer && !isPerformer) await withdrawVerification(ctx, row.id);
  await ctx.db.update(accounts).set({ role, isPerformer, updatedAt: ctx.clock.now() }).where(eq(accounts.id, row.id));
  await revokeSessions(ctx, row.id, { reason: 'ended' });
}

/** The fields of an account that an audit entry may contain. */
const auditable = (ctx: Context, row: AccountRow): Record<string, unknown> => ({
  // Changes made here affect neither the balance nor the connected identity providers.
  ...accountFields(ctx, row, { connected: new Set(), balance_cents: 0n, stats: noStats }),
  suspendedReason: row.suspendedReason,
});

type AccountChange = (tx: Context, row: AccountRow) => Promise<void>;

/** Changes one account and writes the audit entry, in the transaction of `tx`. Rejects with user_not_found and stronger_operator. */
export async function changeWithAudit(
  tx: Context,
  actor: Actor,
  client: Client,
  id: string,
  action: string,
  change: AccountChange,
): Promise<void> {
  const before = await lockAccount(tx, id);
  // A deleted account has nothing left to change.
  if (!before || before.status === 'deleted') return fail('user_not_found');
  await assertMayManage(tx, actor, id);
  await change(tx, before);
  const after = (await findAccount(tx, id)) ?? before;
  await audit(tx, actor, client, {
    action,
    targetType: 'account',
    targetId: id,
    ...changesOf(auditable(tx, before), auditable(tx, after)),
  });
}

/** Runs `changeWithAudit` in a new transaction and returns the changed account. */
export async function changeWithAuditInTransaction(
  ctx: Context,
  actor: Actor,
  client: Client,
  id: string,
  action: string,
  change: AccountChange,
): Promise<AdminUserDetail> {
  await inTransaction(ctx, (tx) => changeWithAudit(tx, actor, client, id, action, change));
  return userDetail(ctx, id);
}

/** Changes an account. Errors: see PUT /admin/users/:id. */
export function changeUser(
  ctx: Context,
  actor: Actor,
  client: Client,
  id: string,
  { role, ...changes }: Changes,
): Promise<AdminUserDetail> {
  return changeWithAuditInTransaction(ctx, actor, client, id, 'users.change', async (tx, row) => {
    if (role !== undefined && role !== row.role) await changeRole(tx, actor, row, role);
    const after = await changeAccount(tx, id, changes, { by: 'operator' });
    if (row.email !== null && row.email !== after.email) await notifyEmailChanged(tx, after);
  });
}

/** Ends all sessions of an account and returns how many. Rejects with user_not_found and stronger_operator. */
export function revokeUserSessions(ctx: Context, actor: Actor, client: Client, id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    if (!(await findAccount(tx, id))) fail('user_not_found');
    await assertMayManage(tx, actor, id);
    const ended = await revokeSessions(tx, id, { reason: 'ended' });
    await audit(tx, actor, client, { action: 'users.end-sessions', targetType: 'account', targetId: id, after: { ended } });
    return ended;
  });
}

/**
 * Removes two-factor from an account whose owner lost the second factor. Operators cannot do this for themselves, as it would bypass their
 * own second factor. Rejects with self_not_allowed, user_not_found, stronger_operator and two_factor_off.
 */
export function resetUserTwoFactor(ctx: Context, actor: Actor, client: Client, id: string): Promise<AdminUserDetail> {
  if (id === actor.id) fail('self_not_allowed');
  return changeWithAuditInTransaction(ctx, actor, client, id, 'users.reset-second-step', (tx, row) => resetTwoFactor(tx, row));
}
