/** Liking and bookmarking: whatever one may see may be bookmarked, and what is open may be liked. */
import { inTransaction, type Context } from '../../platform/context';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { itemLink, itemWord, profileLink } from '../../platform/notification-texts';
import { commentToSee } from '../comments/comments';
import { itemToSee, itemToUse } from '../items/items';
import { notify } from '../../people/notifications/notifications';
import { assertMaySee } from '../performers/performers';
import { addReaction, reactionState, removeReaction, type Reaction, type ReactionState } from '../../content/reactions/count';

/** Whose it is, and what she is told of a like. */
interface Liked {
  ownerId: string;
  word: string;
  link: string;
}

/** What somebody may react to. Refuses as `react` says. */
async function objectOf(ctx: Context, actor: Actor, client: Client, { objectType, objectId, action }: Reaction): Promise<Liked> {
  if (objectType === 'performer') {
    await assertMaySee(ctx, actor, client, objectId);
    return { ownerId: objectId, word: 'page', link: profileLink(objectId) };
  }
  if (objectType === 'comment') {
    const { authorId, itemKind, itemId } = await commentToSee(ctx, actor, client, objectId);
    return { ownerId: authorId, word: 'comment', link: `${itemLink(itemKind, itemId)}#comments` };
  }
  const performerId =
    action === 'like'
      ? (await itemToUse(ctx, actor, client, objectType, objectId)).performerId
      : (await itemToSee(ctx, actor, client, objectType, objectId)).row.performerId;
  return { ownerId: performerId, word: itemWord[objectType], link: itemLink(objectType, objectId) };
}

/** Likes of one thing that were not read yet stand together. */
const tellOwner = (tx: Context, actorId: string, { objectType, objectId }: Reaction, { ownerId, word, link }: Liked): Promise<void> =>
  notify(tx, ownerId, {
    type: 'like',
    actorId,
    text: `liked your ${word}.`,
    link,
    event: `like:${objectType}:${objectId}:${actorId}`,
    group: `like:${objectType}:${objectId}`,
  });

/**
 * Likes or bookmarks something, and tells whose it is of the like; twice is once. Refuses with the object's `…_not_found`,
 * blocked_by_performer, and a like of something locked with content_locked.
 */
export async function react(ctx: Context, actor: Actor, client: Client, reaction: Reaction): Promise<ReactionState> {
  const object = await objectOf(ctx, actor, client, reaction);
  if (reaction.action === 'bookmark') await addReaction(ctx, actor.id, reaction);
  else
    await inTransaction(ctx, async (tx) => {
      if (await addReaction(tx, actor.id, reaction)) await tellOwner(tx, actor.id, reaction, object);
    });
  return reactionState(ctx, actor.id, reaction);
}

/** Takes it back, also from what can no longer be seen; twice is once. */
export async function takeBack(ctx: Context, actor: Actor, reaction: Reaction): Promise<ReactionState> {
  await removeReaction(ctx, actor.id, reaction);
  return reactionState(ctx, actor.id, reaction);
}
