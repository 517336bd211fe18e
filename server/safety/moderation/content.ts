/** Hiding and restoring content: items and comments. */
import { and, eq, isNull } from 'drizzle-orm';
import { itemKinds, type ItemKind } from '@contract/kernel/values/content';
import { moderatedKinds, type ModeratedType } from '@contract/kernel/values/moderation';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { decisions } from '../../platform/db/schema/safety';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { setCommentHidden } from '../../content/comments/hide';
import { setHidden } from '../../content/items/write';
import { recordDecision, notifyRestored } from './decide';
import { lockContent, type ModeratedResponse } from './find';

export type ContentTarget = ItemKind | 'comment';

const isItem = (target: ContentTarget): target is ItemKind => (itemKinds as readonly string[]).includes(target);

/** Hides or restores content. Returns whether anything changed. */
const setContentHidden = (tx: Context, target: ContentTarget, id: string, isHidden: boolean): Promise<boolean> =>
  isItem(target) ? setHidden(tx, id, isHidden) : setCommentHidden(tx, id, isHidden);

/** Hides content in the transaction of `tx`; its counts, likes, comments and sales are unchanged. Returns whether anything changed. */
export const hideContent = (tx: Context, target: ContentTarget, id: string): Promise<boolean> => setContentHidden(tx, target, id, true);

/** Restores hidden content in the transaction of `tx`, and ends the decisions that hid it. Returns whether anything changed. */
export async function unhideContent(tx: Context, type: ModeratedType, id: string): Promise<boolean> {
  const open = and(eq(decisions.targetId, id), eq(decisions.action, 'hide'), isNull(decisions.endedAt));
  await tx.db.update(decisions).set({ endedAt: tx.clock.now() }).where(open);
  return setContentHidden(tx, moderatedKinds[type], id, false);
}

/** An operator's action on content, with the reason that its owner sees. */
export interface ModerationAction {
  actor: Actor;
  client: Client;
  type: ModeratedType;
  id: string;
  reason: string;
}

/** Hides or restores content and audits it in one transaction. Rejects with content_not_found and already_so. */
function moderate(
  ctx: Context,
  { actor, client, type, id, reason }: ModerationAction,
  isHidden: boolean,
  notifyOwner: (tx: Context, content: ModeratedResponse & { owner: NonNullable<ModeratedResponse['owner']> }) => Promise<unknown>,
): Promise<ModeratedResponse> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockContent(tx, type, id);
    const hasChanged = isHidden ? await hideContent(tx, moderatedKinds[type], id) : await unhideContent(tx, type, id);
    if (!hasChanged) return fail('already_so');
    if (before.owner) await notifyOwner(tx, { ...before, owner: before.owner });
    await audit(tx, actor, client, {
      action: isHidden ? 'content.hide' : 'content.restore',
      targetType: moderatedKinds[type],
      targetId: id,
      before: { isHidden: !isHidden },
      after: { isHidden, reason },
    });
    return lockContent(tx, type, id);
  });
}

/** Hides content, records the decision and notifies its owner. Rejects with content_not_found and already_so. */
export function hideWithDecision(ctx: Context, action: ModerationAction): Promise<ModeratedResponse> {
  return moderate(ctx, action, true, (tx, { _id, title, owner }) =>
    recordDecision(tx, {
      accountId: owner._id,
      target: moderatedKinds[action.type],
      targetId: _id,
      action: 'hide',
      title,
      reason: action.reason,
      operatorId: action.actor.id,
    }),
  );
}

/** Restores content, ends the decisions that hid it and notifies its owner. Rejects with content_not_found and already_so. */
export function restoreContent(ctx: Context, action: ModerationAction): Promise<ModeratedResponse> {
  return moderate(ctx, action, false, (tx, { title, owner, link }) =>
    notifyRestored(tx, { accountId: owner._id, target: moderatedKinds[action.type], title, reason: action.reason, link }),
  );
}
