/** The sessions in which helpers work, and what they did in them. */
import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { endpoint, type Name } from '@contract/api';
import type { Parsed, Result } from '@contract/endpoint';
import type helpingContract from '@contract/people/delegation';
import * as limits from '@contract/kernel/limits';
import type { Page } from '@contract/kernel/shapes';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { accounts, helperActs, performerHelpers } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { peopleByIds } from '../../modules/people/people';
import { startWork, type CookieSetter } from '../sessions/sessions';
import { rightsOfHelp } from './rows';
import { subjectsOf } from './activity-titles';

type Contract = typeof helpingContract;
type Begun = Result<Contract['POST /helping/:id/begin']>;
type HelperAct = Result<Contract['GET /performer/helpers/acts']>['data'][number];

/** Begins to work for a performer: the token is answered here and nowhere else. Refuses with helper_not_found. */
export function beginWork(ctx: Context, actor: Actor, client: Client, id: string, respond: CookieSetter): Promise<Begun> {
  return inTransaction(ctx, async (tx) => {
    const isHers = and(eq(performerHelpers.id, id), eq(performerHelpers.accountId, actor.id), isNotNull(performerHelpers.acceptedAt));
    const [row] = await tx.db.select().from(performerHelpers).where(isHers).for('share');
    const [performer] = row ? await tx.db.select().from(accounts).where(eq(accounts.id, row.performerId)) : [];
    const isHelped = performer?.isPerformer === true && performer.role === 'performer' && performer.status === 'active';
    if (!row || !isHelped || actor.role === 'operator') return fail('helper_not_found');
    await audit(tx, actor, client, { action: 'helping.begin', targetType: 'account', targetId: row.performerId });
    const work = await startWork(tx, actor, client, row.id, respond);
    return { ...work, rights: rightsOfHelp(row), ownExpiresAt: actor.sessionExpiresAt };
  });
}

function didIn(name: string): string {
  try {
    return endpoint(name as Name).does;
  } catch {
    // An endpoint of an earlier version.
    return name;
  }
}

/** What helpers did for a performer. */
export function helperActsOf(
  ctx: Context,
  performerId: string,
  query: Parsed<Contract['GET /performer/helpers/acts']>['query'],
): Promise<Page<HelperAct>> {
  const { id, createdAt } = helperActs;
  const source = ctx.db
    .select({ id, createdAt, updatedAt: sql<Date>`${createdAt}`.as('updated_at') })
    .from(helperActs)
    .where(eq(helperActs.performerId, performerId))
    .as('found');
  return readPage(ctx, query, source, async (ids) => {
    const rows = await ctx.db.select().from(helperActs).where(inArray(id, ids));
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
          ...{ _id: row.id, by: people.get(row.helperId ?? '') ?? null, did: didIn(row.endpoint), createdAt: row.createdAt },
          about: subjects.get(row.targetId ?? '') ?? null,
        },
      ]),
    );
  });
}

/** Forgets what helpers did long ago. */
export async function sweepActs(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - limits.helperActsKept_s * 1000);
  await ctx.db.delete(helperActs).where(lt(helperActs.createdAt, before));
}
