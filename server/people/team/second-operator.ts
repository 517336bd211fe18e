/**
 * The four-eyes rule: the operator who started an action cannot decide on it, unless no other operator could decide and some days have
 * passed.
 */
import { and, eq, ne } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Right } from '@contract/kernel/rights';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { effectiveRights } from '../../platform/rights';
import { membersWhere } from './grant-guard';

type WithDbAndClock = Pick<Context, 'db' | 'clock'>;
const aloneAfter_ms = limits.soloDecisionAfter_s * 1000;

/** Whether another active operator has the right. */
async function hasColleague(ctx: WithDbAndClock, actor: Pick<Actor, 'id'>, right: Right): Promise<boolean> {
  const others = await membersWhere(ctx, and(eq(accounts.status, 'active'), ne(accounts.id, actor.id)));
  return others.some((member) => effectiveRights(member).includes(right));
}

/**
 * From when the actor may decide alone on an action they started, as a function of its start; null while a colleague with the right could
 * decide.
 */
export async function soleDecisionAllowedFrom(
  ctx: WithDbAndClock,
  actor: Pick<Actor, 'id'>,
  right: Right,
): Promise<((since: Date) => Date) | null> {
  if (await hasColleague(ctx, actor, right)) return null;
  return (since) => new Date(since.getTime() + aloneAfter_ms);
}

/**
 * Asserts that the actor may decide on what `initiatedBy` started. Returns whether they decide alone, which must be audited. Rejects with
 * same_operator, with the date from which the only operator may decide.
 */
export async function assertSecondOperator(
  ctx: WithDbAndClock,
  actor: Pick<Actor, 'id'>,
  right: Right,
  { initiatedBy, since }: { initiatedBy: string | null; since: Date },
): Promise<{ isAlone: boolean }> {
  if (initiatedBy !== actor.id) return { isAlone: false };
  const from = (await soleDecisionAllowedFrom(ctx, actor, right))?.(since);
  if (from === undefined) return fail('same_operator');
  if (from > ctx.clock.now())
    fail('same_operator', {
      message: `No other operator can decide. You can decide alone from ${from.toISOString().slice(0, 10)}.`,
    });
  return { isAlone: true };
}
