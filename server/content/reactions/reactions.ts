/** Public API of the reactions module, including an SQL expression for the lists of other modules. */
import { and, eq, sql, type Column, type SQL } from 'drizzle-orm';
import type { ReactionAction, ReactionObject } from '@contract/kernel/values/content';
import { reactions } from '../../platform/db/schema/responses';
import type { ViewerId } from '../entitlements/entitlements';

export { addReaction, reactionState, removeReaction, type Reaction, type ReactionState } from './count';

/** Whether the viewer has liked or bookmarked `object`, a column of ids; false for guests. An expression for list queries. */
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
