/** Likes and bookmarks: visible objects can be bookmarked, and unlocked ones can be liked. */
import { inTransaction, type Context } from '../../platform/context';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { itemLink, itemLabel, profileLink } from '../../platform/notification-texts';
import { getVisibleComment } from '../../content/comments/access';
import { getVisibleItem, getUnlockedItem } from '../../content/items/access';
import { notify } from '../../people/notifications/notify';
import { assertCanSeePage } from '../../people/performers/view';
import { addReaction, reactionState, removeReaction, type Reaction, type ReactionState } from '../../content/reactions/reactions';

/** The owner of the object, and what their notification calls and links to. */
interface NotificationTarget {
  ownerId: string;
  label: string;
  link: string;
}

/** Checks that the actor may react to the object, and returns its notification target. Rejects with the errors of `react`. */
async function notificationTargetOf(
  ctx: Context,
  actor: Actor,
  client: Client,
  { objectType, objectId, action }: Reaction,
): Promise<NotificationTarget> {
  if (objectType === 'performer') {
    await assertCanSeePage(ctx, actor, client, objectId);
    return { ownerId: objectId, label: 'page', link: profileLink(objectId) };
  }
  if (objectType === 'comment') {
    const { authorId, itemKind, itemId } = await getVisibleComment(ctx, actor, client, objectId);
    return { ownerId: authorId, label: 'comment', link: `${itemLink(itemKind, itemId)}#comments` };
  }
  const performerId =
    action === 'like'
      ? (await getUnlockedItem(ctx, actor, client, objectType, objectId)).performerId
      : (await getVisibleItem(ctx, actor, client, objectType, objectId)).row.performerId;
  return { ownerId: performerId, label: itemLabel[objectType], link: itemLink(objectType, objectId) };
}

/** Unread likes of one object are grouped. */
const notifyOwner = (
  tx: Context,
  actorId: string,
  { objectType, objectId }: Reaction,
  { ownerId, label, link }: NotificationTarget,
): Promise<void> =>
  notify(tx, ownerId, {
    type: 'like',
    actorId,
    text: `liked your ${label}.`,
    link,
    event: `like:${objectType}:${objectId}:${actorId}`,
    group: `like:${objectType}:${objectId}`,
  });

/**
 * Likes or bookmarks an object, and notifies its owner of a like. Idempotent. Rejects with the object's `…_not_found`,
 * blocked_by_performer, and with content_locked for a like of a locked item.
 */
export async function react(ctx: Context, actor: Actor, client: Client, reaction: Reaction): Promise<ReactionState> {
  const target = await notificationTargetOf(ctx, actor, client, reaction);
  if (reaction.action === 'bookmark') await addReaction(ctx, actor.id, reaction);
  else
    await inTransaction(ctx, async (tx) => {
      if (await addReaction(tx, actor.id, reaction)) await notifyOwner(tx, actor.id, reaction, target);
    });
  return reactionState(ctx, actor.id, reaction);
}

/** Removes a reaction, also from an object that is no longer visible. Idempotent. */
export async function unreact(ctx: Context, actor: Actor, reaction: Reaction): Promise<ReactionState> {
  await removeReaction(ctx, actor.id, reaction);
  return reactionState(ctx, actor.id, reaction);
}
