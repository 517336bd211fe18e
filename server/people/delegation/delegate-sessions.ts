/** Delegate sessions, and the record of what delegates did in them. */
import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { endpoint, type Name } from '@contract/api';
import type { Parsed, HandlerResult } from '@contract/kernel/endpoint';
import type delegationContract from '@contract/people/delegation';
import * as limits from '@contract/kernel/limits';
import type { Page } from '@contract/kernel/shapes';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { accounts, performerHelpers } from '../../platform/db/schema/accounts';
import { delegateActions } from '../../platform/db/schema/delegation';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { peopleByIds } from '../people/rows';
import { startDelegateSession, type CookieSetter } from '../sessions/sessions';
import { rightsOfDelegation } from './rows';
import { subjectsOf } from './activity-titles';

type Contract = typeof delegationContract;
type DelegateSession = HandlerResult<Contract['POST /helping/:id/begin']>;
type DelegateAction = HandlerResult<Contract['GET /performer/helpers/acts']>['data'][number];

/** Starts a session in which a delegate acts for a performer. The token is returned only here. Rejects with helper_not_found. */
export function beginDelegateSession(
  ctx: Context,
  actor: Actor,
  client: Client,
  id: string,
  cookieSetter: CookieSetter,
): Promise<DelegateSession> {
  return inTransaction(ctx, async (tx) => {
    const isOwnDelegation = and(
      eq(performerHelpers.id, id),
      eq(performerHelpers.accountId, actor.id),
      isNotNull(performerHelpers.acceptedAt),
    );
    const [row] = await tx.db.select().from(performerHelpers).where(isOwnDelegation).for('share');
    const [performer] = row ? await tx.db.select().from(accounts).where(eq(accounts.id, row.performerId)) : [];
    const isActivePerformer = performer?.isPerformer === true && performer.role === 'performer' && performer.status === 'active';
    if (!row || !isActivePerformer || actor.role === 'operator') return fail('helper_not_found');
    await audit(tx, actor, client, { action: 'helping.begin', targetType: 'account', targetId: row.performerId });
    const session = await startDelegateSession(tx, actor, client, row.id, cookieSetter);
    return { ...session, rights: rightsOfDelegation(row), ownExpiresAt: actor.sessionExpiresAt };
  });
}

function describeEndpoint(name: string): string {
  try {
    return endpoint(name as Name).summary;
  } catch {
    // The endpoint no longer exists in this version.
    return name;
  }
}

/** The actions of a performer's delegates. */
export function listDelegateActions(
  ctx: Context,
  performerId: string,
  query: Parsed<Contract['GET /performer/helpers/acts']>['query'],
): Promise<Page<DelegateAction>> {
  const { id, createdAt } = delegateActions;
  const source = ctx.db
    .select({ id, createdAt, updatedAt: sql<Date>`${createdAt}`.as('updated_at') })
    .from(delegateActions)
    .where(eq(delegateActions.performerId, performerId))
    .as('found');
  return readPage(ctx, query, source, async (ids) => {
    const rows = await ctx.db.select().from(delegateActions).where(inArray(id, ids));
    const people = await peopleByIds(ctx, [...new Set(rows.flatMap(({ helperId }) => helperId ?? []))]);
    const subjects = await subjectsOf(
      ctx,
      performerId,
      rows.flatMap(({ targetId }) => targetId ?? []),
    );
    return new Map(
      rows.map((row) => [
        row.id,
        {
          _id: row.id,
          by: people.get(row.helperId ?? '') ?? null,
          did: describeEndpoint(row.endpoint),
          createdAt: row.createdAt,
          about: subjects.get(row.targetId ?? '') ?? null,
        },
      ]),
    );
  });
}

/** Deletes expired records of delegate actions. */
export async function sweepDelegateActivity(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - limits.delegateLogRetention_s * 1000);
  await ctx.db.delete(delegateActions).where(lt(delegateActions.createdAt, before));
}
