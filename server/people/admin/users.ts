/** Accounts as operators see and change them. Every change leaves an audit entry in its transaction. */
import { and, eq, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type adminContract from '@contract/site/admin';
import type { Parsed } from '@contract/endpoint';
import type { AdminUser as AdminUserSchema, AdminUserDetail as DetailSchema } from '@contract/kernel/entities';
import type { Page } from '@contract/kernel/shapes';
import type { Role } from '@contract/values';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { accounts, performers } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { balancesOf } from '../../money/ledger/ledger';
import { noStats, statsOf } from '../accounts/accounts';
import {
  accountFields,
  balanceAccountOf,
  changeAccount,
  findAccount,
  lockAccount,
  providersOf,
  type AccountRow,
  isCalled,
} from '../../modules/people/people';
import { notifyAddressChanged } from '../notifications/notifications';
import { createProfile, hasProfile, withdrawVerification } from '../../modules/performers/performers';
import { resetSecondStep } from '../../modules/second-step/second-step';
import { endSessions, listSessions } from '../sessions/sessions';
import { assertNotStronger, joinTeam, leaveTeam } from '../team/team';
import { mayDo } from '../../platform/rights';
import { changesOf } from '../../audit/changes';

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

/** All accounts; `q` looks into names, usernames and addresses. */
export function searchUsers(ctx: Context, { q, role, status, country, isEmailVerified, ...query }: SearchQuery): Promise<Page<AdminUser>> {
  const verified = (wanted: boolean): SQL => (wanted ? isNotNull(accounts.emailVerifiedAt) : isNull(accounts.emailVerifiedAt));
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
        q === undefined ? undefined : or(isCalled(q), contains(accounts.email, q)),
        role === undefined ? undefined : eq(accounts.role, role),
        status === undefined ? undefined : eq(accounts.status, status),
        country === undefined ? undefined : eq(accounts.country, country),
        isEmailVerified === undefined ? undefined : verified(isEmailVerified),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => usersById(ctx, ids));
}

/** One account with its sessions. Refuses with user_not_found. */
export async function userDetail(ctx: Context, id: string): Promise<AdminUserDetail> {
  const [user, sessions] = [(await usersById(ctx, [id])).get(id) ?? fail('user_not_found'), await listSessions(ctx, id, null)];
  return { ...user, sessions };
}

/**
 * Gives an account another role. Its sessions end: what they were let into belongs to the old one. A new operator has no rights
 * until the team gives them.
 */
async function changeRole(ctx: Context, actor: Actor, row: AccountRow, role: Role): Promise<void> {
  if ((role === 'operator' || row.role === 'operator') && !mayDo(actor, 'team.change')) fail('right_missing');
  if (row.role === 'operator') await leaveTeam(ctx, row.id);
  if (role === 'operator') await joinTeam(ctx, row.id, { bundle: null, rights: [] });
  const isPerformer = role === 'performer' || (role === 'operator' && row.isPerformer);
  if (role === 'performer' && !(await hasProfile(ctx, row.id))) await createProfile(ctx, row.id, {});
  if (row.isPerformer && !isPerformer) await withdrawVerification(ctx, row.id);
  await ctx.db.update(accounts).set({ role, isPerformer, updatedAt: ctx.clock.now() }).where(eq(accounts.id, row.id));
  await endSessions(ctx, row.id, { reason: 'ended' });
}

/** What of an account an audit entry may keep. */
const auditable = (ctx: Context, row: AccountRow): Record<string, unknown> => ({
  // No change of an account changes what it holds or where it signs in.
  ...accountFields(ctx, row, { connected: new Set(), balance_cents: 0n, stats: noStats }),
  suspendedReason: row.suspendedReason,
});

type Change = (tx: Context, row: AccountRow) => Promise<void>;

/** Runs a change of one account with its audit entry, in the transaction of `tx`. Refuses with user_not_found, and with stronger_operator. */
export async function changed(tx: Context, actor: Actor, client: Client, id: string, action: string, change: Change): Promise<void> {
  const before = await lockAccount(tx, id);
  // Nothing is left of her that could be changed.
  if (!before || before.status === 'deleted') return fail('user_not_found');
  await assertNotStronger(tx, actor, id);
  await change(tx, before);
  const after = (await findAccount(tx, id)) ?? before;
  await audit(tx, actor, client, {
    action,
    targetType: 'account',
    targetId: id,
    ...changesOf(auditable(tx, before), auditable(tx, after)),
  });
}

/** The same in a transaction of its own; answers the account as it is then. */
export async function changing(
  ctx: Context,
  actor: Actor,
  client: Client,
  id: string,
  action: string,
  change: Change,
): Promise<AdminUserDetail> {
  await inTransaction(ctx, (tx) => changed(tx, actor, client, id, action, change));
  return userDetail(ctx, id);
}

/** Changes an account. Refuses as PUT /admin/users/:id says. */
export function changeUser(
  ctx: Context,
  actor: Actor,
  client: Client,
  id: string,
  { role, ...changes }: Changes,
): Promise<AdminUserDetail> {
  return changing(ctx, actor, client, id, 'users.change', async (tx, row) => {
    if (role !== undefined && role !== row.role) await changeRole(tx, actor, row, role);
    const after = await changeAccount(tx, id, changes, { by: 'operator' });
    if (row.email !== null && row.email !== after.email) await notifyAddressChanged(tx, after);
  });
}

/** Ends all sessions of an account and answers how many. Refuses with user_not_found and stronger_operator. */
export function endUserSessions(ctx: Context, actor: Actor, client: Client, id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    if (!(await findAccount(tx, id))) fail('user_not_found');
    await assertNotStronger(tx, actor, id);
    const ended = await endSessions(tx, id, { reason: 'ended' });
    await audit(tx, actor, client, { action: 'users.end-sessions', targetType: 'account', targetId: id, after: { ended } });
    return ended;
  });
}

/**
 * Takes an account's second step away for who has lost it. Nobody does so for herself: that would be a way around it. Refuses with
 * self_not_allowed and two_factor_off.
 */
export function resetUserSecondStep(ctx: Context, actor: Actor, client: Client, id: string): Promise<AdminUserDetail> {
  if (id === actor.id) fail('self_not_allowed');
  return changing(ctx, actor, client, id, 'users.reset-second-step', (tx, row) => resetSecondStep(tx, row));
}
