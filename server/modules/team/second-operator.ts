/** What takes two operators: whoever began it does not decide on it, unless nobody else could and it has waited long enough. */
import { and, eq, ne } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Right } from '@contract/kernel/rights';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { rightsIn } from '../../platform/rights';
import { membersWhere } from '../../people/team/grant-guard';

type World = Pick<Context, 'db' | 'clock'>;
const aloneAfter_ms = limits.aloneAfter_s * 1000;

/** Whether any active operator besides this one holds the right. */
async function hasColleague(ctx: World, actor: Pick<Actor, 'id'>, right: Right): Promise<boolean> {
  const others = await membersWhere(ctx, and(eq(accounts.status, 'active'), ne(accounts.id, actor.id)));
  return others.some((member) => rightsIn(member).includes(right));
}

/**
 * When the actor may decide alone on what they began: a function of the instant it has waited since, or null while a colleague
 * with the right could decide.
 */
export async function aloneFrom(ctx: World, actor: Pick<Actor, 'id'>, right: Right): Promise<((since: Date) => Date) | null> {
  if (await hasColleague(ctx, actor, right)) return null;
  return (since) => new Date(since.getTime() + aloneAfter_ms);
}

/**
 * Lets the actor decide on what `begunBy` began: everybody but that person. Answers whether they decide alone, which belongs in the
 * audit log. Refuses with same_operator, and says from when on the only operator may decide.
 */
export async function assertSecond(
  ctx: World,
  actor: Pick<Actor, 'id'>,
  right: Right,
  { begunBy, since }: { begunBy: string | null; since: Date },
): Promise<{ isAlone: boolean }> {
  if (begunBy !== actor.id) return { isAlone: false };
  const from = (await aloneFrom(ctx, actor, right))?.(since);
  if (from === undefined) return fail('same_operator');
  if (from > ctx.clock.now())
    fail('same_operator', {
      message: `Nobody else may decide on this yet. From ${from.toISOString().slice(0, 10)} on, you may decide alone.`,
    });
  return { isAlone: true };
}
