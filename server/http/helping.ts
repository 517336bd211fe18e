/**
 * Working for a performer: a session that stands for her account, in the hands of somebody whom she has chosen. It is let into
 * what names one of its rights and into nothing else, and each act leaves a mark that says who it was.
 */
import type { Name } from '@contract/api';
import type { Endpoint } from '@contract/endpoint';
import { audit } from '../platform/audit/audit';
import { inTransaction, type Context } from '../platform/context';
import { helperActs } from '../platform/db/schema/schema';
import { fail } from '../kernel/api-error';
import { Replayed } from '../platform/idempotency/idempotency';
import type { Actor, Helper } from '../platform/http/actor';
import type { Client } from '../platform/http/client';
import { differing, itemNow, type ItemFields } from '../platform/http/item-snapshot';

/** Whether a helper is let into an endpoint. */
export const isForHelper = ({ helper }: Pick<Endpoint, 'helper'>, { rights }: Pick<Helper, 'rights'>): boolean =>
  helper === 'any' || (helper !== undefined && [helper].flat().some((right) => rights.includes(right)));

/** Refuses who works for another and may not do this, and keeps that she tried. */
export async function assertHelperMay(ctx: Context, name: Name, rule: Endpoint, actor: Actor, client: Client): Promise<void> {
  if (!actor.by || isForHelper(rule, actor.by)) return;
  const after = { performerId: actor.id };
  await audit(ctx, actor, client, { action: 'helping.refused', targetType: 'endpoint', targetId: name, after });
  fail('forbidden_right');
}

/** A request whose effect is marked. */
interface Act {
  name: Name;
  rule: Endpoint;
  actor: Actor | null;
  client: Client;
  params: unknown;
}

const idIn = (value: unknown): string | null => {
  const id = (value as { id?: unknown; _id?: unknown } | null)?.id ?? (value as { _id?: unknown } | null)?._id;
  return typeof id === 'string' ? id : null;
};

/** Pieces of an upload say nothing that its beginning does not; what belongs to every such session is no act. */
const isMarked = (name: Name, { receives, helper, helperAct }: Endpoint): boolean =>
  !name.startsWith('GET ') && receives === undefined && helper !== 'any' && helperAct !== 'none';

/** What the address names that was there before; null where the act made something. */
const knownIn = ({ rule, params }: Act): string | null => (rule.helperAct === 'made' ? null : idIn(params));

/** Writes down what was done, and of an item what it was before and is now. */
async function logAct(ctx: Context, act: Act, actor: Actor, given: unknown, was: ItemFields): Promise<void> {
  const { name, client } = act;
  const item = knownIn(act) ?? idIn(given);
  const is = await itemNow(ctx, actor.id, item);
  const before = differing(was, is);
  await audit(ctx, actor, client, {
    ...{ action: 'helping.act', targetType: 'account', targetId: actor.id },
    ...(Object.keys(before).length > 0 && { before }),
    after: { did: name, item, ...differing(is, was) },
  });
}

async function keepAct(ctx: Context, act: Act, { id, by }: Actor, given: unknown): Promise<void> {
  const known = knownIn(act);
  await ctx.db.insert(helperActs).values({
    ...{ id: ctx.chance.id(), performerId: id, helperId: by?.id ?? null, endpoint: act.name, createdAt: ctx.clock.now() },
    ...{ targetId: known ?? idIn(given), isMade: known === null },
  });
}

/**
 * Does `handle` on a context, and where a helper does it leaves the marks in the same transaction. What takes files waits for
 * disks and programs, which no transaction should: it is logged before it begins, so that nothing is done without a trace.
 */
export async function marked<T>(ctx: Context, act: Act, handle: (ctx: Context) => Promise<T>, answerIn: (given: T) => unknown): Promise<T> {
  const { actor, name, rule } = act;
  if (!actor?.by || !isMarked(name, rule)) return handle(ctx);
  const known = knownIn(act);
  if (rule.files) {
    const was = await itemNow(ctx, actor.id, known);
    await logAct(ctx, act, actor, null, was);
    const given = await handle(ctx);
    if (given instanceof Replayed) return given;
    await keepAct(ctx, act, actor, answerIn(given));
    // What became of it is known by now.
    if (known !== null) await logAct(ctx, act, actor, answerIn(given), was);
    return given;
  }
  return inTransaction(ctx, async (tx) => {
    const was = await itemNow(tx, actor.id, known);
    const given = await handle(tx);
    if (given instanceof Replayed) return given;
    await keepAct(tx, act, actor, answerIn(given));
    // Last: entries of the log wait for each other.
    await logAct(tx, act, actor, answerIn(given), was);
    return given;
  });
}
