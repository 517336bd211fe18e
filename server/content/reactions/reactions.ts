/** The door of the reactions: what somebody has liked or bookmarked, as a fragment of other modules' lists. */
import { and, eq, sql, type Column, type SQL } from 'drizzle-orm';
import type { ReactionAction, ReactionObject } from '@contract/values';
import { reactions } from '../../platform/db/schema/schema';
import type { ViewerId } from '../../entitlements/entitlements';

export { addReaction, removeReaction } from './count';

/** Whether the viewer has liked or bookmarked `object`, a column of ids; false for guests. For lists: no query of its own. */
export function hasReacted(object: Column, viewerId: ViewerId, objectType: ReactionObject, action: ReactionAction): SQL<boolean> {
  if (viewerId === null) return sql<boolean>`false`;
  const own = and(
    eq(reactions.accountId, viewerId),
    sql`${reactions.objectId} = ${object}`,
    eq(reactions.action, action),
    eq(reactions.objectType, objectType),
  );
  return sql<boolean>`exists (select 1 from ${reactions} where ${own})`;
}
