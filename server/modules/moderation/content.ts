/** Taking what people publish from everybody, at once and on every surface: an item by its listing, a comment by its thread. */
import { and, eq, isNull } from 'drizzle-orm';
import { itemKinds, moderatedKinds, type ItemKind, type ModeratedType } from '@contract/values';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { decisions } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { setCommentHidden } from '../comments/comments';
import { setHidden } from '../items/items';
import { noteDecision, tellRestored } from '../../safety/moderation/decide';
import { moderatedContent, type ModeratedAnswer } from '../../safety/moderation/find';

export type ContentTarget = ItemKind | 'comment';

const isItem = (target: ContentTarget): target is ItemKind => (itemKinds as readonly string[]).includes(target);

/** Hides it, or gives it back whole. Answers whether that changed anything. */
const turn = (tx: Context, target: ContentTarget, id: string, isHidden: boolean): Promise<boolean> =>
  isItem(target) ? setHidden(tx, id, isHidden) : setCommentHidden(tx, id, isHidden);

/** Hides something in the transaction of `tx`; its counts, likes, comments and sales stay as they are. Answers whether that changed anything. */
export const hideContent = (tx: Context, target: ContentTarget, id: string): Promise<boolean> => turn(tx, target, id, true);

/** Shows again what was hidden, in the transaction of `tx`, and ends the decisions that had taken it. Answers whether that changed anything. */
export async function unhideContent(tx: Context, type: ModeratedType, id: string): Promise<boolean> {
  const open = and(eq(decisions.targetId, id), eq(decisions.action, 'hide'), isNull(decisions.endedAt));
  await tx.db.update(decisions).set({ endedAt: tx.clock.now() }).where(open);
  return turn(tx, moderatedKinds[type], id, false);
}

/** What an operator does to something, and in whose words its owner is told. */
export interface Act {
  actor: Actor;
  client: Client;
  type: ModeratedType;
  id: string;
  reason: string;
}

/** The work of both, in one transaction with its trail. Refuses with content_not_found and already_so. */
function moderate(
  ctx: Context,
  { actor, client, type, id, reason }: Act,
  isHidden: boolean,
  tell: (tx: Context, found: ModeratedAnswer & { owner: NonNullable<ModeratedAnswer['owner']> }) => Promise<unknown>,
): Promise<ModeratedAnswer> {
  return inTransaction(ctx, async (tx) => {
    const before = await moderatedContent(tx, type, id);
    const isTurned = isHidden ? await hideContent(tx, moderatedKinds[type], id) : await unhideContent(tx, type, id);
    if (!isTurned) return fail('already_so');
    if (before.owner) await tell(tx, { ...before, owner: before.owner });
    await audit(tx, actor, client, {
      action: isHidden ? 'content.hide' : 'content.restore',
      targetType: moderatedKinds[type],
      targetId: id,
      before: { isHidden: !isHidden },
      after: { isHidden, reason },
    });
    return moderatedContent(tx, type, id);
  });
}

/** Takes something down, keeps the decision and tells its owner. Refuses with content_not_found and already_so. */
export function takeDown(ctx: Context, act: Act): Promise<ModeratedAnswer> {
  return moderate(ctx, act, true, (tx, { _id, title, owner }) =>
    noteDecision(tx, {
      accountId: owner._id,
      target: moderatedKinds[act.type],
      targetId: _id,
      action: 'hide',
      title,
      reason: act.reason,
      operatorId: act.actor.id,
    }),
  );
}

/** Gives something back as it was, ends the decisions that had taken it and tells its owner. Refuses with content_not_found and already_so. */
export function giveBack(ctx: Context, act: Act): Promise<ModeratedAnswer> {
  return moderate(ctx, act, false, (tx, { title, owner, link }) =>
    tellRestored(tx, { accountId: owner._id, target: moderatedKinds[act.type], title, reason: act.reason, link }),
  );
}
